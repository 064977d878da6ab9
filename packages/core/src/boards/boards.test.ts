import { expect, test } from 'vitest';
import {
  excessOf,
  limitOf,
  parseDivision,
  parseSlotKey,
  slotKey,
  writeDivision,
  columnKinds,
  laneKinds,
} from './boards.ts';

test('columns and divisions are read as they are written', () => {
  expect(parseSlotKey(slotKey({ kind: 'label', id: 12 }))).toEqual({ kind: 'label', id: 12 });
  for (const key of ['none', 'closed', 'label:', 'color:1', 'label:x', `label:${'1'.repeat(16)}`]) {
    expect(parseSlotKey(key)).toBeNull();
  }
  const division = parseDivision('label:a::b', columnKinds);
  expect(division).toEqual({ kind: 'label', scope: 'a::b' });
  expect(division && writeDivision(division)).toBe('label:a::b');
  expect(parseDivision('status', columnKinds)).toEqual({ kind: 'status', scope: null });
  expect(parseDivision('epic', laneKinds)).toEqual({ kind: 'epic', scope: null });
  for (const text of ['', 'label', 'label:', 'epic', 'status:x']) expect(parseDivision(text, columnKinds)).toBeNull();
});

test('TM-BD-06: a limit holds by count or by weight, and reports the excess', () => {
  const none = { maxIssueCount: 0, maxIssueWeight: 0, limitMetric: null };
  expect(limitOf(none)).toBeNull();
  expect(excessOf(none, { count: 100, weight: 100 })).toBe(0);
  const both = { maxIssueCount: 5, maxIssueWeight: 20, limitMetric: null };
  expect(excessOf(both, { count: 6, weight: 1 })).toBe(1);
  expect(excessOf({ ...both, limitMetric: 'issue_weights' }, { count: 6, weight: 22 })).toBe(2);
  expect(excessOf({ ...both, limitMetric: 'issue_count' }, { count: 5, weight: 22 })).toBe(0);
});
