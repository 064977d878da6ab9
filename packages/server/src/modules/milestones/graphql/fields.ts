import { unreachable } from '@milepost/core/errors';
import { builder } from '../../../platform/graphql/builder.ts';
import { wildcards } from '../../work-items/graphql/filters.ts';
import { idOf } from '../../work-items/graphql/inputs.ts';
import type { InputFields } from '../../work-items/graphql/filter-inputs.ts';
import { plugInGraphql, type WriteFace } from '../../work-items/graphql/plugs.ts';
import { bothWays } from '../../work-items/graphql/sorts.ts';

const times = { STARTED: { value: 'started' }, UPCOMING: { value: 'upcoming' } } as const;
const MilestoneWildcardEnum = builder.enumType('MilestoneWildcardId', { values: { ...wildcards, ...times } });
const NegatedMilestoneWildcardEnum = builder.enumType('NegatedMilestoneWildcardId', { values: times });
const MilestoneInput = builder.inputType('WorkItemWidgetMilestoneInput', {
  fields: (t) => ({ milestoneId: t.field({ type: 'MilestoneID' }) }),
});

interface MilestoneFields {
  milestoneId?: string | number | null;
}

/** The milestone arguments and inputs of GraphQL lists and mutations. */
export function plugInGraphqlFields(): void {
  plugInGraphql<object, MilestoneFields & { milestoneWidget?: MilestoneFields | null }>({
    name: 'milestones',
    types: { MilestoneWildcardId: MilestoneWildcardEnum, NegatedMilestoneWildcardId: NegatedMilestoneWildcardEnum },
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
