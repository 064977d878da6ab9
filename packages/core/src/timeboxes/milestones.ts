import type { Day, Span } from '../days.ts';

export const milestoneStates = ['active', 'closed'] as const;
export type MilestoneState = (typeof milestoneStates)[number];

export const milestoneStateEvents = ['close', 'activate'] as const;
export type MilestoneStateEvent = (typeof milestoneStateEvents)[number];

export function nextMilestoneState(event: MilestoneStateEvent): MilestoneState {
  return event === 'close' ? 'closed' : 'active';
}

/** Expired: its due date has passed. A milestone without a due date never expires. */
export function isExpired(span: Span, today: Day): boolean {
  return span.due !== null && span.due < today;
}

/** Upcoming: its start date is in the future. */
export function isUpcoming(span: Span, today: Day): boolean {
  return span.start !== null && span.start > today;
}

/** Active: started and not expired. A milestone without a start date has not started. */
export function isStarted(span: Span, today: Day): boolean {
  return span.start !== null && span.start <= today && !isExpired(span, today);
}

export interface MilestoneFlags {
  groupMilestone: boolean;
  subgroupMilestone: boolean;
  projectMilestone: boolean;
}

/** The kind of owner. A subgroup's milestone is a group's as well. `depth` counts from 1 at the top-level group. */
export function milestoneFlags(kind: 'group' | 'project', depth: number): MilestoneFlags {
  return {
    groupMilestone: kind === 'group',
    subgroupMilestone: kind === 'group' && depth > 1,
    projectMilestone: kind === 'project',
  };
}

/** Validation errors of a milestone's dates by field, as predicates. */
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

/** The page of a milestone, relative to the page of its namespace. */
export function milestonePath(kind: 'group' | 'project', fullPath: string, iid: number): string {
  return kind === 'group' ? `/groups/${fullPath}/-/milestones/${iid}` : `/${fullPath}/-/milestones/${iid}`;
}
