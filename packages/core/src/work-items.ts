import type { FieldErrors } from './errors.ts';

export const workItemTypes = ['epic', 'issue', 'incident', 'task'] as const;
export type WorkItemType = (typeof workItemTypes)[number];

export const workItemStates = ['opened', 'closed'] as const;
export type WorkItemState = (typeof workItemStates)[number];

export const healthStatuses = ['on_track', 'needs_attention', 'at_risk'] as const;
export type HealthStatus = (typeof healthStatuses)[number];

/** The severities of incidents, lowest first; other types have none. */
export const severities = ['unknown', 'low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];

/**
 * The severity that a work item shows. An issue that was an incident keeps its stored severity in case it becomes one again.
 */
export function severityOf({ type, severity }: { type: WorkItemType; severity: Severity }): Severity {
  return type === 'incident' ? severity : 'unknown';
}

/** The REST value for no health status, on items that can have one. */
export const NO_HEALTH = '0';

/** State filters. */
export type StateEvent = 'close' | 'reopen';

/** Maximum characters of a title and of a description. */
export const TITLE_LIMIT = 255;
/** The assignees of an epic. */
export const MAX_OWNERS = 100;
export const DESCRIPTION_LIMIT = 1_048_576;

/** The kind of namespace of a type: epics belong to groups, all others to projects. */
export function livesIn(type: WorkItemType): 'group' | 'project' {
  return type === 'epic' ? 'group' : 'project';
}

/** The state after an event; unchanged when there is nothing to do. */
export function nextState(event: StateEvent): WorkItemState {
  return event === 'close' ? 'closed' : 'opened';
}

/** An issue may become an incident or a task and back; an epic is created by promotion, never by changing the type. */
export function mayBecome(from: WorkItemType, to: WorkItemType): boolean {
  return from === to || (from !== 'epic' && to !== 'epic');
}

/** The path of `/-/epics/5` or `/-/issues/12`, without the host. */
export function webPathOf(item: { type: WorkItemType; iid: number; namespacePath: string }): string {
  return item.type === 'epic'
    ? `/groups/${item.namespacePath}/-/epics/${item.iid}`
    : `/${item.namespacePath}/-/issues/${item.iid}`;
}

/** The user input of a work item. Undefined leaves a field out of the check. */
export interface WorkItemText {
  title?: string;
  description?: string;
  weight?: number | null;
}

/** Validation errors by field; null when there are none. */
export function problemsOf(item: WorkItemText): FieldErrors | null {
  const problems: Record<string, string[]> = {};
  if (item.title !== undefined) {
    if (item.title.trim() === '') problems.title = ["can't be blank"];
    else if (lengthOf(item.title) > TITLE_LIMIT)
      problems.title = [`is too long (maximum is ${TITLE_LIMIT} characters)`];
  }
  if (item.description !== undefined && lengthOf(item.description) > DESCRIPTION_LIMIT) {
    problems.description = [`is too long (maximum is ${DESCRIPTION_LIMIT} characters)`];
  }
  if (typeof item.weight === 'number' && !(Number.isInteger(item.weight) && item.weight >= 0)) {
    problems.weight = ['must be greater than or equal to 0'];
  }
  return Object.keys(problems).length > 0 ? problems : null;
}

/** Characters as people and PostgreSQL count them: an emoji is one. */
function lengthOf(text: string): number {
  let length = text.length;
  // Every character beyond the first plane takes two UTF-16 units in JavaScript.
  if (length > TITLE_LIMIT) for (const _pair of text.matchAll(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)) length--;
  return length;
}

export interface SuggestedEpicColor {
  color: string;
  name: string;
}

/** The colors of an epic; the first one is the default (EN-OT-12). */
export const epicColors: readonly SuggestedEpicColor[] = [
  { color: '#1068bf', name: 'Blue' },
  { color: '#217645', name: 'Green' },
  { color: '#c91c00', name: 'Red' },
  { color: '#9e5400', name: 'Orange' },
  { color: '#694cc0', name: 'Purple' },
];

export const defaultEpicColor = '#1068bf';

/** The suggested color that a text names, in canonical form; null for any other. */
export function epicColorOf(text: string): string | null {
  const wanted = text.trim().toLowerCase();
  return epicColors.find(({ color }) => color === wanted)?.color ?? null;
}
