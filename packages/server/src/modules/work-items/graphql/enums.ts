import {
  workItemTypes,
  type HealthStatus,
  type Severity,
  type StateEvent,
  type WorkItemState,
  type WorkItemType,
} from '@milepost/core/work-items';
import { builder } from '../../../platform/graphql/builder.ts';

/** Existing clients send `all` for any state. */
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

export const SeverityEnum = builder.enumType('IssuableSeverity', {
  values: {
    UNKNOWN: { value: 'unknown' },
    LOW: { value: 'low' },
    MEDIUM: { value: 'medium' },
    HIGH: { value: 'high' },
    CRITICAL: { value: 'critical' },
  } satisfies Record<string, { value: Severity }>,
});

/** `KEY_RESULT` and similar types are published; Milepost does not have them, so they match nothing. */
export const IssueTypeEnum = builder.enumType('IssueType', {
  values: {
    EPIC: { value: 'epic' },
    INCIDENT: { value: 'incident' },
    ISSUE: { value: 'issue' },
    TASK: { value: 'task' },
    KEY_RESULT: { value: 'key_result' },
    OBJECTIVE: { value: 'objective' },
    REQUIREMENT: { value: 'requirement' },
    TEST_CASE: { value: 'test_case' },
    TICKET: { value: 'ticket' },
  } as const,
});

/** Leaves out types that Milepost does not have. */
export function knownTypes(types: readonly string[]): WorkItemType[] {
  return workItemTypes.filter((type) => types.includes(type));
}

/** The arguments of a list that say which types of items it has. */
export interface TypeArguments {
  types?: readonly string[] | null;
  not?: { [name: string]: unknown; types?: readonly string[] | null } | null;
}

/** Those of `held`, the types of a list, that its arguments ask for and do not negate. */
export function typesAmong(held: readonly WorkItemType[], { types, not }: TypeArguments): WorkItemType[] {
  return held.filter((type) => (types?.includes(type) ?? true) && !not?.types?.includes(type));
}

export const IssuableSearchableFieldEnum = builder.enumType('IssuableSearchableField', {
  values: { TITLE: { value: 'title' }, DESCRIPTION: { value: 'description' } } as const,
});

export const MutationOperationModeEnum = builder.enumType('MutationOperationMode', {
  values: ['APPEND', 'REMOVE', 'REPLACE'] as const,
});
