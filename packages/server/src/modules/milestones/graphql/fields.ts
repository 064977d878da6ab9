import { unreachable } from '@milepost/core/errors';
import { builder } from '../../../platform/graphql/builder.ts';
import { itemsOptional, listOf, textsOf, wildcards } from '../../work-items/graphql/filters.ts';
import { idOf } from '../../work-items/graphql/inputs.ts';
import { plugInGraphql, type InputFields, type ListFace, type WriteFace } from '../../work-items/graphql/plugs.ts';
import { bothWays } from '../../work-items/graphql/sorts.ts';
import type { FilterOperator } from '../../work-items/sockets.ts';

const times = { STARTED: { value: 'started' }, UPCOMING: { value: 'upcoming' } } as const;
const MilestoneWildcardEnum = builder.enumType('MilestoneWildcardId', { values: { ...wildcards, ...times } });
const NegatedMilestoneWildcardEnum = builder.enumType('NegatedMilestoneWildcardId', { values: times });
const MilestoneInput = builder.inputType('WorkItemWidgetMilestoneInput', {
  fields: (t) => ({ milestoneId: t.field({ type: 'MilestoneID' }) }),
});

interface MilestoneFilter {
  milestoneTitle?: string | readonly (string | null | undefined)[] | null;
  milestoneWildcardId?: string | null;
}

interface MilestoneFields {
  milestoneId?: string | number | null;
}

/** What milestones add to lists and mutations of work items over GraphQL. */
export function plugInGraphqlFields(): void {
  plugInGraphql<MilestoneFilter, MilestoneFields & { milestoneWidget?: MilestoneFields | null }>({
    name: 'milestones',
    filter: {
      words: filterWords,
      read: ({ milestoneTitle, milestoneWildcardId }) => ({
        milestoneTitle: listOf(milestoneWildcardId) ?? titlesOf(milestoneTitle),
      }),
    },
    write: {
      fields: inputFields,
      read(input, mutation) {
        const milestoneId = idOf<'Milestone'>((input.milestoneWidget ?? input).milestoneId, 'Milestone');
        return { milestoneId: mutation === 'createIssue' ? (milestoneId ?? undefined) : milestoneId };
      },
    },
    sorts: { ...bothWays('MILESTONE_DUE', 'milestoneDue'), ...bothWays('PRIORITY', 'priority') },
  });
}

function titlesOf(title: MilestoneFilter['milestoneTitle']): readonly string[] | undefined {
  return typeof title === 'string' ? listOf(title) : textsOf(title);
}

function filterWords(t: InputFields, list: ListFace, operator: FilterOperator) {
  if (operator === 'or') return {};
  if (list === 'epics' || list === 'childEpics') {
    return operator === 'is'
      ? { milestoneTitle: t.string({ description: 'Epics with an issue of this milestone' }) }
      : {};
  }
  if (operator === 'not') {
    return {
      milestoneTitle: t.stringList(),
      milestoneWildcardId: t.field({ type: NegatedMilestoneWildcardEnum }),
    };
  }
  return {
    milestoneTitle: list === 'issues' ? t.field({ type: ['String'], required: itemsOptional }) : t.stringList(),
    milestoneWildcardId: t.field({ type: MilestoneWildcardEnum }),
  };
}

function inputFields(t: InputFields, mutation: WriteFace) {
  switch (mutation) {
    case 'createEpic':
    case 'updateEpic':
      return {};
    case 'createIssue':
    case 'issuesBulkUpdate':
      return { milestoneId: t.field({ type: 'MilestoneID' }) };
    case 'updateIssue':
      return { milestoneId: t.id() };
    case 'workItemCreate':
    case 'workItemUpdate':
    case 'workItemBulkUpdate':
      return { milestoneWidget: t.field({ type: MilestoneInput }) };
    default:
      return unreachable(mutation);
  }
}
