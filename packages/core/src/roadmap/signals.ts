import type { Day, Span } from '../days.ts';
import { healthOf, type HealthSource } from './health.ts';
import { progressOf, type ProgressSource, type ProgressTracking } from './progress.ts';

/** The order of the marks in a row, which shows at most {@link MAX_SIGNAL_MARKS} of them. */
export const markedSignals = ['AT_RISK', 'OVERDUE', 'STARTS_EARLY', 'OUTSIDE_PARENT', 'BEHIND', 'STALE'] as const;
export const MAX_SIGNAL_MARKS = 2;

/** After how many days without a change an epic is stale. */
export const staleLimits = { default: 30, min: 7, max: 180 } as const;

/** Whether a group can set this limit; null is the default. */
export function isStaleLimit(days: number | null): boolean {
  return days === null || (Number.isInteger(days) && days >= staleLimits.min && days <= staleLimits.max);
}

/** What signals are computed from. */
export interface SignalSource extends ProgressSource {
  span: Span;
  health: HealthSource;
  /** The due dates of open blockers, and how long after that the epic may start. */
  blockers: readonly { due: Day | null; lagDays: number }[];
  /** The dates of the parent that were set by hand; null without a visible parent. */
  parent: Span | null;
  /** The last change or status update. */
  changed: Day | null;
}

export interface SignalRules {
  today: Day;
  tracking: ProgressTracking;
  staleAfterDays: number;
}

/** A signal and its numbers. */
export type Signal =
  | { name: 'AT_RISK' | 'OUTSIDE_PARENT' | 'UNDATED' }
  /** Days. */
  | { name: 'OVERDUE' | 'STARTS_EARLY' | 'STALE'; days: number }
  /** Rounded percentages. */
  | { name: 'BEHIND'; done: number; elapsed: number };

/** The signals of an epic. Closed epics have none but UNDATED. The server has the same rules in SQL. */
export function signalsOf(epic: SignalSource, { today, tracking, staleAfterDays }: SignalRules): Signal[] {
  const { start, due } = epic.span;
  const signals: Signal[] = [];
  if (!epic.isClosed) {
    if (healthOf(epic.health) === 'atRisk') signals.push({ name: 'AT_RISK' });
    if (due !== null && due < today) signals.push({ name: 'OVERDUE', days: today - due });
    const early = startsEarlyBy(epic);
    if (early !== null) signals.push({ name: 'STARTS_EARLY', days: early });
    if (isOutside(epic.span, epic.parent)) signals.push({ name: 'OUTSIDE_PARENT' });
    if (start !== null && start <= today && epic.changed !== null && today - epic.changed > staleAfterDays) {
      signals.push({ name: 'STALE', days: today - epic.changed });
    }
    const behind = behindBy(epic, tracking, today);
    if (behind) signals.push(behind);
  }
  if (start === null && due === null) signals.push({ name: 'UNDATED' });
  return signals;
}

/** By how many days an epic starts before its open blockers end; 0 for the same day, null for no conflict. */
export function startsEarlyBy({ span, blockers }: Pick<SignalSource, 'span' | 'blockers'>): number | null {
  const { start } = span;
  if (start === null) return null;
  const early = blockers.flatMap(({ due, lagDays }) => (due === null ? [] : [due + lagDays - start]));
  const most = Math.max(-1, ...early);
  return most < 0 ? null : most;
}

function isOutside(span: Span, parent: Span | null): boolean {
  if (!parent) return false;
  const startsBefore = span.start !== null && parent.start !== null && span.start < parent.start;
  return startsBefore || (span.due !== null && parent.due !== null && span.due > parent.due);
}

function behindBy(epic: SignalSource, tracking: ProgressTracking, today: Day): Signal | null {
  const { start, due } = epic.span;
  if (start === null || due === null || start > today || today > due) return null;
  const progress = progressOf(epic, tracking);
  if (!progress) return null;
  const [passed, length] = [today - start, due - start + 1];
  if (progress.closed * length >= passed * progress.total) return null;
  return { name: 'BEHIND', done: progress.percentage, elapsed: elapsedPercentage({ start, due }, today) };
}

/** The share of its time that has passed. */
export function elapsedPercentage({ start, due }: { start: Day; due: Day }, today: Day): number {
  return Math.round(((today - start) / (due - start + 1)) * 100);
}

/** A viewer's day is at most this far from the day in UTC. */
const MAX_DAYS_FROM_UTC = 1;

/** Whether it can be today anywhere on earth. */
export function isPossibleToday(day: Day, utcToday: Day): boolean {
  return Math.abs(day - utcToday) <= MAX_DAYS_FROM_UTC;
}
