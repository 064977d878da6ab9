import { labelGid } from '../../modules/labels/api.ts';
import { changeOf, type CellValues, type EditableItem } from '../../modules/lists/cells/editable.ts';
import type { CellSource } from '../../modules/lists/cells/save-cell.ts';
import type { ListAddress } from '../../modules/lists/use-list-address.ts';
import { present, request } from '../../platform/api/graphql.ts';
import { epicVariables, listedEpicRow, type ListedEpic } from './api.ts';

/** The cells of a list of epics. */
export function epicCells(fullPath: string, { filters, state }: ListAddress<string>): CellSource<ListedEpic> {
  return {
    queryKey: ['epics', fullPath, 'list'],
    read: editableEpic,
    patch: (epic, values) => ({ ...epic, ...fieldsOf(epic, values) }),
    async load({ id, iid, home }) {
      const variables = { ...epicVariables(fullPath, filters), home: home.fullPath, epicIid: iid, id, state };
      const { home: group, group: listed } = await request(listedEpicRow, variables);
      const matches = present(listed?.epics?.nodes).some((each) => each.id === id);
      return { item: group?.epic ?? null, matches };
    },
    async send(cell, from, to) {
      if (cell !== 'startDate' && cell !== 'dueDate') {
        const { sendItemChange } = await import('../../modules/work-items/sidebar/save.ts');
        return sendItemChange(from.id, changeOf(cell, from.values, to.values));
      }
      // Each date is fixed or inherited by itself.
      const { changeEpic } = await import('../epic/api.ts');
      const [value, isFixed] = [to.values[cell], to.isFixed?.[cell] ?? true];
      const change =
        cell === 'startDate'
          ? { startDateIsFixed: isFixed, ...(isFixed && { startDateFixed: value }) }
          : { dueDateIsFixed: isFixed, ...(isFixed && { dueDateFixed: value }) };
      await changeEpic(from.home.fullPath, from.iid, change);
    },
  };
}

function editableEpic(epic: ListedEpic): EditableItem {
  const { id, iid, title, userPermissions: may } = epic;
  const isOpen = epic.state !== 'closed';
  return {
    id,
    iid,
    type: 'epic',
    home: { kind: 'group', fullPath: epic.reference.slice(0, epic.reference.lastIndexOf('&')) },
    isOpen,
    isFixed: { startDate: epic.startDateIsFixed ?? false, dueDate: epic.dueDateIsFixed ?? false },
    values: {
      title: title ?? '',
      labels: present(epic.labels?.nodes).map((label) => ({ ...label, id: labelGid(label.id) })),
      status: epic.status ?? null,
      assignees: present(epic.assignees?.nodes),
      milestone: null,
      iteration: null,
      weight: null,
      health: epic.healthStatus?.own ?? null,
      startDate: epic.startDate?.slice(0, 10) ?? null,
      dueDate: epic.dueDate?.slice(0, 10) ?? null,
    },
    mayEdit(cell) {
      if (cell === 'milestone' || cell === 'iteration' || cell === 'weight') return false;
      if (cell === 'status') return may.changeStatus;
      return may.updateEpic && may.adminEpic && (cell !== 'health' || isOpen);
    },
  };
}

function fieldsOf(
  epic: ListedEpic,
  { labels, assignees, health, ...values }: Partial<CellValues>,
): Partial<ListedEpic> {
  return {
    ...values,
    ...(labels && { labels: { nodes: [...labels] } }),
    ...(assignees && { assignees: { nodes: [...assignees] } }),
    ...(health !== undefined && { healthStatus: { ...epic.healthStatus, own: health } }),
  } as Partial<ListedEpic>;
}
