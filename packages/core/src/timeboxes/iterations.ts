import { addDays, type Day } from '../days.ts';

/** `opened` is upcoming or current, `all` is any; both are filters only, never the state of an iteration. */
export const iterationStates = ['upcoming', 'current', 'closed'] as const;
export type IterationState = (typeof iterationStates)[number];
export type IterationStateFilter = IterationState | 'opened' | 'all';

/** The state numbers of REST. */
export const iterationStateNumber: Readonly<Record<IterationState, number>> = { upcoming: 1, current: 2, closed: 3 };

/** Inclusive days, both always set. */
export interface IterationSpan {
  start: Day;
  due: Day;
}

/** The state of an iteration on a day, derived from its dates only. */
export function iterationState(span: IterationSpan, today: Day): IterationState {
  if (span.start > today) return 'upcoming';
  return span.due < today ? 'closed' : 'current';
}

export const overlap = (one: IterationSpan, other: IterationSpan): boolean =>
  one.start <= other.due && one.due >= other.start;

/** Validation errors of an iteration's dates by field, as predicates; `others` are the iterations of the same cadence. */
export function iterationDateProblems(span: IterationSpan, others: readonly IterationSpan[]): Record<string, string[]> {
  if (span.due < span.start) return { due_date: ['must be greater than start date'] };
  const clash = others.some((other) => overlap(span, other));
  return clash ? { base: ['Dates cannot overlap with other existing Iterations within this iterations cadence'] } : {};
}

/** Settings of an automatic cadence. */
export interface Schedule {
  /** The first day of its first iteration. */
  startDate: Day;
  durationInWeeks: number;
  /** The number of upcoming iterations to keep in addition to the current one. */
  iterationsInAdvance: number;
}

/**
 * The iterations that an automatic cadence lacks on a day, in order. They follow the last existing one without a gap (or begin
 * at the start date) up to the configured number. Missed ones are created too, so that numbers and reports have no gaps; at
 * most `limit` at a time.
 */
export function missingIterations(
  schedule: Schedule,
  existing: readonly IterationSpan[],
  today: Day,
  limit = 100,
): IterationSpan[] {
  const days = schedule.durationInWeeks * 7;
  let start = existing.reduce<Day>(
    (latest, each) => (each.due >= latest ? addDays(each.due, 1) : latest),
    schedule.startDate,
  );
  let ahead = existing.filter((each) => each.start > today).length;
  const missing: IterationSpan[] = [];
  while (missing.length < limit && (start <= today || ahead < schedule.iterationsInAdvance)) {
    const span = { start, due: addDays(start, days - 1) };
    if (span.start > today) ahead += 1;
    missing.push(span);
    start = addDays(start, days);
  }
  return missing;
}

/** Validation errors of a cadence's settings by field, as predicates. */
export function cadenceProblems(cadence: {
  title: string;
  isAutomatic: boolean;
  startDate: Day | null;
  durationInWeeks: number | null;
  iterationsInAdvance: number | null;
}): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  if (cadence.title.trim() === '') problems['title'] = ["can't be blank"];
  else if (cadence.title.length > 255) problems['title'] = ['is too long (maximum is 255 characters)'];
  if (cadence.isAutomatic) {
    if (cadence.startDate === null) problems['start_date'] = ["can't be blank"];
    if (cadence.durationInWeeks === null) problems['duration_in_weeks'] = ['must be greater than 0'];
    if (cadence.iterationsInAdvance === null) problems['iterations_in_advance'] = ["can't be blank"];
  }
  const weeks = cadence.durationInWeeks;
  if (weeks !== null && weeks < 1) problems['duration_in_weeks'] = ['must be greater than 0'];
  if (weeks !== null && weeks > 52) problems['duration_in_weeks'] = ['must be less than or equal to 52'];
  const ahead = cadence.iterationsInAdvance;
  if (ahead !== null && (ahead < 0 || ahead > 100)) problems['iterations_in_advance'] = ['must be between 0 and 100'];
  return problems;
}

/** The page of an iteration, relative to the page of its group. */
export function iterationPath(groupFullPath: string, iid: number): string {
  return `/groups/${groupFullPath}/-/iterations/${iid}`;
}
