import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseInstant } from './instants.ts';

const { TZ } = process.env;
beforeEach(() => void (process.env['TZ'] = 'Asia/Tokyo'));
afterEach(() => {
  if (TZ === undefined) delete process.env['TZ'];
  else process.env['TZ'] = TZ;
});

test('a time without an offset is UTC on every machine', () => {
  expect(new Date('2026-11-29T06:00').toISOString()).toBe('2026-11-28T21:00:00.000Z');
  for (const [text, instant] of [
    ['2026-11-29', '2026-11-29T00:00:00.000Z'],
    ['2026-11-29T06:00', '2026-11-29T06:00:00.000Z'],
    ['2026-11-29 06:00:01', '2026-11-29T06:00:01.000Z'],
    ['2026-11-29T06:00:01.25', '2026-11-29T06:00:01.250Z'],
    ['2026-11-29T06:00:00Z', '2026-11-29T06:00:00.000Z'],
    ['2026-11-29T06:00:00+02:00', '2026-11-29T04:00:00.000Z'],
  ] as const)
    expect([text, parseInstant(text)?.toISOString()]).toEqual([text, instant]);
  for (const text of ['', 'soon', '2026-13-01', '2026-11-29T25:00'])
    expect([text, parseInstant(text)]).toEqual([text, null]);
});
