import { expect, test } from 'vitest';
import { dayOf, dayText, dueText } from './days.ts';

test('a due date in words', () => {
  const due = dayOf(2025, 12, 17);
  expect(dayText(due)).toBe('Dec 17, 2025');
  expect(dueText(due, dayOf(2025, 12, 14))).toBe('3 days remaining');
  expect(dueText(due, dayOf(2025, 12, 16))).toBe('1 day remaining');
  expect(dueText(due, due)).toBe('Due today');
  expect(dueText(due, dayOf(2025, 12, 18))).toBe('Past due');
});
