import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { present, request } from '../../platform/api/graphql.ts';
import { labelGid } from '../labels/api.ts';
import { healthStatuses } from '../work-items/health.ts';
import { typeOf } from '../work-items/type-of.ts';
import { changeOf, type CellValues, type EditableItem } from './cells/editable.ts';
import type { CellSource } from './cells/save-cell.ts';
import { issueVariables, type ListedIssue } from './issues.ts';
import { listedIssueRow } from './operations/row.ts';
import type { ListAddress } from './use-list-address.ts';

/** The cells of a list of issues. */
export function issueCells(home: NamespaceRef, { filters, state }: ListAddress<string>): CellSource<ListedIssue> {
  return {
    queryKey: ['issues', 'list', home],
    read: editableIssue,
    patch: (issue, values) => ({ ...issue, ...fieldsOf(values) }),
    async load({ id, iid }) {
      const variables = { ...issueVariables(home, filters), id, iid, state };
      const { issue, group, project } = await request(listedIssueRow, variables);
      const matching = present((home.kind === 'project' ? project : group)?.issues?.nodes);
      return { item: issue ?? null, matches: matching.some((each) => each.id === id) };
    },
    async send(cell, from, to) {
      const { sendItemChange } = await import('../work-items/sidebar/save.ts');
      await sendItemChange(from.id, changeOf(cell, from.values, to.values));
    },
  };
}

export function editableIssue(issue: ListedIssue): EditableItem {
  const { id, iid, title, state, userPermissions: may } = issue;
  const isOpen = state !== 'closed';
  return {
    id,
    iid,
    type: typeOf(issue.type),
    home: { kind: 'project', fullPath: issue.reference.slice(0, issue.reference.lastIndexOf('#')) },
    isOpen,
    values: {
      title,
      labels: present(issue.labels?.nodes).map((label) => ({ ...label, id: labelGid(label.id) })),
      status: issue.status ?? null,
      assignees: present(issue.assignees?.nodes),
      milestone: issue.milestone ?? null,
      iteration: issue.iteration ?? null,
      weight: issue.weight ?? null,
      health: healthStatuses.find((health) => health === issue.healthStatus) ?? null,
      startDate: null,
      dueDate: issue.dueDate?.slice(0, 10) ?? null,
    },
    mayEdit(cell) {
      if (cell === 'title') return may.updateIssue;
      if (cell === 'status') return may.changeStatus;
      return may.adminIssue && cell !== 'startDate' && (cell !== 'health' || isOpen);
    },
  };
}

function fieldsOf({ labels, assignees, health, ...values }: Partial<CellValues>): Partial<ListedIssue> {
  return {
    ...values,
    ...(labels && { labels: { nodes: [...labels] } }),
    ...(assignees && { assignees: { nodes: [...assignees] } }),
    ...(health !== undefined && { healthStatus: health }),
  } as Partial<ListedIssue>;
}
