import { addDays, partsOf, type Day } from './days.ts';

/** `opened` is either of upcoming and current, `all` any; both only ask, no iteration is in them. */
export const iterationStates = ['upcoming', 'current', 'closed'] as const;
export type IterationState = (typeof iterationStates)[number];
export type IterationStateFilter = IterationState | 'opened' | 'all';

/** The numbers existing REST clients know the states by. */
export const iterationStateNumber: Readonly<Record<IterationState, number>> = { upcoming: 1, current: 2, closed: 3 };

/** Inclusive days, both always set. */
export interface IterationSpan {
  start: Day;
  due: Day;
}

/** Where an iteration stands on a day: its dates say, nobody opens or closes it. */
export function iterationState(span: IterationSpan, today: Day): IterationState {
  if (span.start > today) return 'upcoming';
  return span.due < today ? 'closed' : 'current';
}

/** What an iteration is called: its title, else its days. */
export function iterationName(title: string | null, span: IterationSpan): string {
  return title ?? `${shortDay(span.start)} – ${shortDay(span.due)}, ${partsOf(span.due).year}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
function shortDay(day: Day): string {
  const { month, dayOfMonth } = partsOf(day);
  return `${months[month - 1] ?? ''} ${dayOfMonth}`;
}

/** Problems of an iteration's dates by field, as sentences without a subject; `others` are those of the same cadence. */
export function iterationDateProblems(span: IterationSpan, others: readonly IterationSpan[]): Record<string, string[]> {
  if (span.due < span.start) return { due_date: ['must be greater than start date'] };
  const clash = others.some((other) => other.start <= span.due && other.due >= span.start);
  return clash ? { base: ['Dates cannot overlap with other existing Iterations within this iterations cadence'] } : {};
}

/** How an automatic cadence runs. */
export interface Schedule {
  /** The first day of its first iteration. */
  startDate: Day;
  durationInWeeks: number;
  /** How many upcoming ones stand ready beside the current one. */
  iterationsInAdvance: number;
}

/**
 * The iterations an automatic cadence still lacks on a day, in order: they follow the last one there is without a gap (or
 * begin at its start date) and reach as far ahead as it wants. After a long sleep the missed ones are made too, so that
 * their numbers and reports have no holes; `most` caps one run.
 */
export function missingIterations(
  schedule: Schedule,
  existing: readonly IterationSpan[],
  today: Day,
  most = 100,
): IterationSpan[] {
  const days = schedule.durationInWeeks * 7;
  let start = existing.reduce<Day>(
    (latest, each) => (each.due >= latest ? addDays(each.due, 1) : latest),
    schedule.startDate,
  );
  let ahead = existing.filter((each) => each.start > today).length;
  const missing: IterationSpan[] = [];
  while (missing.length < most && (start <= today || ahead < schedule.iterationsInAdvance)) {
    const span = { start, due: addDays(start, days - 1) };
    if (span.start > today) ahead += 1;
    missing.push(span);
    start = addDays(start, days);
  }
  return missing;
}

/** Problems of a cadence's settings by field, as sentences without a subject. */
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
    if (!cadence.durationInWeeks) problems['duration_in_weeks'] = ['must be greater than 0'];
    if (cadence.iterationsInAdvance === null) problems['iterations_in_advance'] = ["can't be blank"];
  }
  if (cadence.durationInWeeks !== null && cadence.durationInWeeks > 52) {
    problems['duration_in_weeks'] = ['must be less than or equal to 52'];
  }
  const ahead = cadence.iterationsInAdvance;
  if (ahead !== null && (ahead < 0 || ahead > 100)) problems['iterations_in_advance'] = ['must be between 0 and 100'];
  return problems;
}

/** The page of an iteration, below the address of its group's page. */
export function iterationPath(groupFullPath: string, iid: number): string {
  return `/groups/${groupFullPath}/-/iterations/${iid}`;
}
