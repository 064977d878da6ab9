import { expect, test } from 'vitest';
import { parseDay, type Day, type Span } from '../days.ts';
import {
  isExpired,
  isStarted,
  isUpcoming,
  milestoneDateProblems,
  milestoneFlags,
  milestonePath,
} from './milestones.ts';

const day = (text: string): Day => parseDay(text) as Day;
const span = (start: string | null, due: string | null): Span => ({
  start: start === null ? null : day(start),
  due: due === null ? null : day(due),
});
const today = day('2026-06-15');

test('a milestone expires the day after its due date, and never without one', () => {
  expect(isExpired(span(null, '2026-06-14'), today)).toBe(true);
  expect(isExpired(span(null, '2026-06-15'), today)).toBe(false);
  expect(isExpired(span('2020-01-01', null), today)).toBe(false);
});

test('a milestone is upcoming before its start date and started from it on until it is over', () => {
  expect(isUpcoming(span('2026-06-16', null), today)).toBe(true);
  expect(isUpcoming(span(null, '2026-12-31'), today)).toBe(false);
  expect(isStarted(span('2026-06-15', null), today)).toBe(true);
  expect(isStarted(span('2026-06-01', '2026-06-14'), today)).toBe(false);
  expect(isStarted(span(null, '2026-12-31'), today)).toBe(false);
});

test('the flags say which kind of namespace owns it, and a subgroup is a group too', () => {
  expect(milestoneFlags('group', 1)).toEqual({
    groupMilestone: true,
    subgroupMilestone: false,
    projectMilestone: false,
  });
  expect(milestoneFlags('group', 2)).toEqual({
    groupMilestone: true,
    subgroupMilestone: true,
    projectMilestone: false,
  });
  expect(milestoneFlags('project', 2)).toEqual({
    groupMilestone: false,
    subgroupMilestone: false,
    projectMilestone: true,
  });
});

test('the due date may not be before the start date', () => {
  expect(milestoneDateProblems(span('2026-06-15', '2026-06-15'))).toEqual({});
  expect(milestoneDateProblems(span('2026-06-15', '2026-06-14'))).toEqual({
    due_date: ['must be greater than start date'],
  });
});

test('milestones of groups and projects have their own pages', () => {
  expect(milestonePath('group', 'a/b', 3)).toBe('/groups/a/b/-/milestones/3');
  expect(milestonePath('project', 'a/p', 3)).toBe('/a/p/-/milestones/3');
});
