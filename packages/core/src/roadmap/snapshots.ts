import type { Day } from '../days.ts';
import { parseDay } from '../days.ts';
import type { FieldErrors } from '../errors.ts';

/** Snapshots that people saved, of one group. */
export const MAX_SNAPSHOTS = 200;
/** Snapshots of one group that wait to be saved: each is a job. */
export const MAX_PENDING_SNAPSHOTS = 5;
export const MAX_SNAPSHOT_NAME_LENGTH = 100;
export const MAX_SNAPSHOT_NOTE_LENGTH = 1000;

export const snapshotSchedules = ['daily', 'weekly', 'monthly'] as const;
export type SnapshotSchedule = (typeof snapshotSchedules)[number];

/** Scheduled snapshots that are kept; the oldest are deleted first. */
export const keptSnapshots: Readonly<Record<SnapshotSchedule, number>> = { daily: 90, weekly: 104, monthly: 60 };

export const snapshotStatuses = ['pending', 'saved', 'failed'] as const;
export type SnapshotStatus = (typeof snapshotStatuses)[number];

/** Validation errors of a name and note by field; null when there are none. */
export function snapshotProblems({ name, note }: { name: string; note: string }): FieldErrors | null {
  const problems: Record<string, string[]> = {};
  if (name === '') problems['name'] = ["can't be blank"];
  if (Array.from(name).length > MAX_SNAPSHOT_NAME_LENGTH) {
    problems['name'] = [`is too long (maximum is ${MAX_SNAPSHOT_NAME_LENGTH} characters)`];
  }
  if (Array.from(note).length > MAX_SNAPSHOT_NOTE_LENGTH) {
    problems['note'] = [`is too long (maximum is ${MAX_SNAPSHOT_NOTE_LENGTH} characters)`];
  }
  return Object.keys(problems).length > 0 ? problems : null;
}

/** The last day up to `today` on which a schedule saves: every day, on Mondays, or on the first of the month. */
export function lastScheduledDay(schedule: SnapshotSchedule, today: Day): Day {
  if (schedule === 'daily') return today;
  const date = new Date(today * 86_400_000);
  if (schedule === 'weekly') return (today - ((date.getUTCDay() + 6) % 7)) as Day;
  return (today - date.getUTCDate() + 1) as Day;
}

/** The dates of an epic, `YYYY-MM-DD`. */
export interface EpicDates {
  startDate: string | null;
  dueDate: string | null;
}

/** The kind of change of an epic since a snapshot. `added`: the snapshot lacks it. */
export type Drift =
  | { kind: 'added' }
  | { kind: 'unchanged' }
  /** Days of the due date, positive when later; null when one of the two is missing. */
  | { kind: 'moved'; days: number | null; startDays: number | null; end: 'set' | 'removed' | null };

/** The drift from the dates then (null: not in the snapshot) to the dates now. */
export function driftOf(then: EpicDates | null, now: EpicDates): Drift {
  if (!then) return { kind: 'added' };
  if (then.startDate === now.startDate && then.dueDate === now.dueDate) return { kind: 'unchanged' };
  const end = then.dueDate === null ? (now.dueDate === null ? null : 'set') : now.dueDate === null ? 'removed' : null;
  return {
    kind: 'moved',
    days: daysBetween(then.dueDate, now.dueDate),
    startDays: daysBetween(then.startDate, now.startDate),
    end,
  };
}

function daysBetween(from: string | null, to: string | null): number | null {
  const [start, end] = [parseDay(from ?? ''), parseDay(to ?? '')];
  return start === null || end === null ? null : end - start;
}

/** Whether a drift breaks the plan: the due date is later than then, and after the end of the epic's milestone. */
export function isPastMilestone(drift: Drift, dueDate: string | null, milestoneDueDate: string | null): boolean {
  if (drift.kind !== 'moved' || (drift.days ?? 0) <= 0) return false;
  return dueDate !== null && milestoneDueDate !== null && dueDate > milestoneDueDate;
}

/** `+12 d` or `−12 d` with a minus sign (U+2212); empty for 0. */
export function signedDays(days: number): string {
  if (days === 0) return '';
  return `${days > 0 ? '+' : '\u{2212}'}${Math.abs(days)} d`;
}

/** The text after the percentage: `+12 d`, `End set`, `End removed` or `added`; empty where the due date stays. */
export function driftText(drift: Drift): string {
  if (drift.kind === 'added') return 'added';
  if (drift.kind === 'unchanged') return '';
  if (drift.end !== null) return drift.end === 'set' ? 'End set' : 'End removed';
  return signedDays(drift.days ?? 0);
}
