// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { formatDay } from '@milepost/core/days';
import { afterEach, expect, test, vi } from 'vitest';
import { useToday } from '../settings/use-settings.ts';

const zone = process.env['TZ'];

afterEach(() => {
  process.env['TZ'] = zone ?? '';
  if (zone === undefined) delete process.env['TZ'];
  vi.useRealTimers();
});

test.each([
  ['Pacific/Auckland', '2025-07-18'],
  ['UTC', '2025-07-17'],
  ['America/Los_Angeles', '2025-07-17'],
  ['Pacific/Kiritimati', '2025-07-18'],
])("RM-ET-10: today is the browser's local date, in %s", (name, day) => {
  process.env['TZ'] = name;
  vi.useFakeTimers({ now: new Date('2025-07-17T13:00:00Z') });
  const { result } = renderHook(() => useToday());
  expect(formatDay(result.current)).toBe(day);
});
