import { expect, test } from 'vitest';
import { RateLimitedError, RequestCounter, TimeBudget } from './request-limits.ts';

test('requests are counted by caller, in minutes from the first one', () => {
  const counter = new RequestCounter(2);
  const now = 120_000;
  expect(counter.count('ada', now)).toEqual({ limit: 2, observed: 1, resetAt: 180 });
  expect(counter.count('ada', now + 59_000).observed).toBe(2);
  expect(counter.count('otto', now + 59_000).observed).toBe(1);
  expect(counter.count('otto', now + 61_000).observed).toBe(2);
  expect(counter.count('ada', now + 60_000)).toEqual({ limit: 2, observed: 1, resetAt: 240 });
});

test('a flood of callers is counted in bounded memory', () => {
  const counter = new RequestCounter(2);
  for (let index = 0; index < 60_000; index++) counter.count(`caller ${index}`, 0);
  expect(counter.size).toBe(50_000);
});

test('time that was used comes back within a minute', () => {
  const budget = new TimeBudget(6_000);
  budget.charge('ada', 7_000, 0);
  expect(() => budget.require('otto', 0)).not.toThrow();
  expect(() => budget.require('ada', 0)).toThrow(expect.objectContaining({ retryAfter: 10 }));
  expect(() => budget.require('ada', 9_000)).toThrow(RateLimitedError);
  expect(() => budget.require('ada', 11_000)).not.toThrow();
  // At most the budget of one minute, even after a long idle time.
  budget.charge('ada', 6_000, 3_600_000);
  expect(() => budget.require('ada', 3_600_000)).toThrow(RateLimitedError);
});
