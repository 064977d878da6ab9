import { expect, test } from 'vitest';
import { formatDuration, parseDuration } from './durations.ts';

test('a duration is parsed in any combination of units', () => {
  expect(parseDuration('3h30m')).toBe(12_600);
  expect(parseDuration(' 1w 2d ')).toBe(144_000 + 2 * 28_800);
  expect(parseDuration('1mo')).toBe(4 * 5 * 8 * 3_600);
  expect(parseDuration('1.5H')).toBe(5_400);
  expect(parseDuration('45s')).toBe(45);
  expect(parseDuration('0')).toBe(0);
});

test('anything else is no length of time', () => {
  for (const text of ['', 'soon', '3', '-1h', '1h tomorrow', '999999999mo', '1y'])
    expect(parseDuration(text)).toBeNull();
});

test('a duration is written in its largest units', () => {
  expect(formatDuration(12_600)).toBe('3h 30m');
  expect(formatDuration(576_000 + 144_000 + 1)).toBe('1mo 1w 1s');
  expect(formatDuration(0)).toBeNull();
});
