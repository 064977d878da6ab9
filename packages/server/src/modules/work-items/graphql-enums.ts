import type { HealthStatus, StateEvent, WorkItemState, WorkItemType } from '@milepost/core/work-items';
import { builder } from '../../platform/graphql/builder.ts';

/** `all` is what existing clients send for "whatever state". */
export const EpicStateEnum = builder.enumType('EpicState', { values: ['opened', 'closed', 'all'] as const });
export const IssueStateEnum = builder.enumType('IssueState', {
  values: ['opened', 'closed', 'locked', 'all'] as const,
});
export const IssuableStateEnum = builder.enumType('IssuableState', {
  values: ['opened', 'closed', 'locked', 'all'] as const,
});
export const WorkItemStateEnum = builder.enumType('WorkItemState', {
  values: { OPEN: { value: 'opened' }, CLOSED: { value: 'closed' } } satisfies Record<string, { value: WorkItemState }>,
});

const stateEvents = { CLOSE: { value: 'close' }, REOPEN: { value: 'reopen' } } satisfies Record<
  string,
  { value: StateEvent }
>;
export const EpicStateEventEnum = builder.enumType('EpicStateEvent', { values: stateEvents });
export const IssueStateEventEnum = builder.enumType('IssueStateEvent', { values: stateEvents });
export const WorkItemStateEventEnum = builder.enumType('WorkItemStateEvent', { values: stateEvents });

export const HealthStatusEnum = builder.enumType('HealthStatus', {
  values: {
    onTrack: { value: 'on_track' },
    needsAttention: { value: 'needs_attention' },
    atRisk: { value: 'at_risk' },
  } satisfies Record<string, { value: HealthStatus }>,
});

/** Names that existing clients may send; those that Milepost has no items of match nothing. */
const foreignTypes = ['KEY_RESULT', 'OBJECTIVE', 'REQUIREMENT', 'TEST_CASE', 'TICKET'] as const;
export const IssueTypeEnum = builder.enumType('IssueType', {
  values: {
    EPIC: { value: 'epic' },
    INCIDENT: { value: 'incident' },
    ISSUE: { value: 'issue' },
    TASK: { value: 'task' },
    ...Object.fromEntries(foreignTypes.map((name) => [name, { value: null }])),
  } as { EPIC: { value: 'epic' }; INCIDENT: { value: 'incident' }; ISSUE: { value: 'issue' }; TASK: { value: 'task' } },
});

/** Leaves out what Milepost has no items of. */
export function knownTypes(types: readonly (WorkItemType | null)[]): WorkItemType[] {
  return types.filter((type) => type !== null);
}

export const IssuableSearchableFieldEnum = builder.enumType('IssuableSearchableField', {
  values: { TITLE: { value: 'title' }, DESCRIPTION: { value: 'description' } } as const,
});

export const MutationOperationModeEnum = builder.enumType('MutationOperationMode', {
  values: ['APPEND', 'REMOVE', 'REPLACE'] as const,
});
