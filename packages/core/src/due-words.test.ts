import { expect, test } from 'vitest';
import { dayOf } from './days.ts';
import { dayWords, dueWords } from './due-words.ts';

test('a due date in words', () => {
  const due = dayOf(2025, 12, 17);
  expect(dayWords(due)).toBe('Dec 17, 2025');
  expect(dueWords(due, dayOf(2025, 12, 14))).toBe('3 days remaining');
  expect(dueWords(due, dayOf(2025, 12, 16))).toBe('1 day remaining');
  expect(dueWords(due, due)).toBe('Due today');
  expect(dueWords(due, dayOf(2025, 12, 18))).toBe('Past due');
});
