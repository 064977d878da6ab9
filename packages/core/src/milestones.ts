import type { Day, Span } from './days.ts';

export const milestoneStates = ['active', 'closed'] as const;
export type MilestoneState = (typeof milestoneStates)[number];

export const milestoneStateEvents = ['close', 'activate'] as const;
export type MilestoneStateEvent = (typeof milestoneStateEvents)[number];

export function nextMilestoneState(event: MilestoneStateEvent): MilestoneState {
  return event === 'close' ? 'closed' : 'active';
}

/** Over: its due day has passed. One without a due date never expires. */
export function isExpired(span: Span, today: Day): boolean {
  return span.due !== null && span.due < today;
}

/** Still to come: its start day lies ahead. */
export function isUpcoming(span: Span, today: Day): boolean {
  return span.start !== null && span.start > today;
}

/** Under way: begun and not over. One without a start date has not begun. */
export function isStarted(span: Span, today: Day): boolean {
  return span.start !== null && span.start <= today && !isExpired(span, today);
}

export interface MilestoneFlags {
  groupMilestone: boolean;
  subgroupMilestone: boolean;
  projectMilestone: boolean;
}

/** Whose milestone it is. A subgroup's is a group's as well. `depth` counts from 1 at the top-level group. */
export function milestoneFlags(kind: 'group' | 'project', depth: number): MilestoneFlags {
  return {
    groupMilestone: kind === 'group',
    subgroupMilestone: kind === 'group' && depth > 1,
    projectMilestone: kind === 'project',
  };
}

/** Problems of a milestone's dates by field, as sentences without a subject. */
export function milestoneDateProblems(span: Span): Record<string, string[]> {
  if (span.start !== null && span.due !== null && span.due < span.start) {
    return { due_date: ['must be greater than start date'] };
  }
  return {};
}

export const maxMilestoneTitleLength = 255;

export function milestoneTitleProblems(title: string): string[] {
  if (title.trim() === '') return ["can't be blank"];
  return title.length > maxMilestoneTitleLength
    ? [`is too long (maximum is ${maxMilestoneTitleLength} characters)`]
    : [];
}

/** The page of a milestone, below the address of its namespace's page. */
export function milestonePath(kind: 'group' | 'project', fullPath: string, iid: number): string {
  return kind === 'group' ? `/groups/${fullPath}/-/milestones/${iid}` : `/${fullPath}/-/milestones/${iid}`;
}
