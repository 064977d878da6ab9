import { describe, expect, test } from 'vitest';
import { formatDay, parseDay, type Day } from '../days.ts';
import { iterationName } from './iteration-name.ts';
import {
  cadenceProblems,
  iterationDateProblems,
  iterationState,
  missingIterations,
  type IterationSpan,
} from './iterations.ts';

const day = (text: string): Day => parseDay(text) as Day;
const span = (start: string, due: string): IterationSpan => ({ start: day(start), due: day(due) });
const shown = (spans: readonly IterationSpan[]) =>
  spans.map(({ start, due }) => `${formatDay(start)}/${formatDay(due)}`);

test('the dates decide whether an iteration is upcoming, current or closed, both ends inclusive', () => {
  const two = span('2026-06-01', '2026-06-14');
  expect(iterationState(two, day('2026-05-31'))).toBe('upcoming');
  expect(iterationState(two, day('2026-06-01'))).toBe('current');
  expect(iterationState(two, day('2026-06-14'))).toBe('current');
  expect(iterationState(two, day('2026-06-15'))).toBe('closed');
});

test('an iteration without a title is called by its days', () => {
  expect(iterationName('Sprint 1', span('2026-06-01', '2026-06-14'))).toBe('Sprint 1');
  expect(iterationName(null, span('2026-12-28', '2027-01-03'))).toBe('Dec 28 – Jan 3, 2027');
});

test('iterations of one cadence do not overlap', () => {
  const others = [span('2026-06-01', '2026-06-14')];
  expect(iterationDateProblems(span('2026-06-15', '2026-06-20'), others)).toEqual({});
  expect(iterationDateProblems(span('2026-06-14', '2026-06-20'), others)).toHaveProperty('base');
  expect(iterationDateProblems(span('2026-06-14', '2026-06-13'), [])).toHaveProperty('due_date');
});

describe('an automatic cadence', () => {
  const schedule = { startDate: day('2026-06-01'), durationInWeeks: 2, iterationsInAdvance: 2 };

  test('begins at its start date and reaches as far ahead as it wants', () => {
    expect(shown(missingIterations(schedule, [], day('2026-06-03')))).toEqual([
      '2026-06-01/2026-06-14',
      '2026-06-15/2026-06-28',
      '2026-06-29/2026-07-12',
    ]);
  });

  test('follows the last iteration without a gap, and adds nothing when enough exist', () => {
    const existing = [span('2026-06-01', '2026-06-10'), span('2026-06-11', '2026-06-20')];
    expect(shown(missingIterations({ ...schedule, iterationsInAdvance: 1 }, existing, day('2026-06-12')))).toEqual([
      '2026-06-21/2026-07-04',
    ]);
    const enough = missingIterations(schedule, [], day('2026-06-03'));
    expect(missingIterations(schedule, enough, day('2026-06-03'))).toEqual([]);
  });

  test('makes up for the time it slept', () => {
    const made = missingIterations(
      { ...schedule, iterationsInAdvance: 0 },
      [span('2026-06-01', '2026-06-14')],
      day('2026-07-20'),
    );
    expect(shown(made)).toEqual(['2026-06-15/2026-06-28', '2026-06-29/2026-07-12', '2026-07-13/2026-07-26']);
  });

  test('needs a start date and a duration', () => {
    const problems = cadenceProblems({
      title: ' ',
      isAutomatic: true,
      startDate: null,
      durationInWeeks: 0,
      iterationsInAdvance: 101,
    });
    expect(Object.keys(problems).sort()).toEqual(['duration_in_weeks', 'iterations_in_advance', 'start_date', 'title']);
  });
});
