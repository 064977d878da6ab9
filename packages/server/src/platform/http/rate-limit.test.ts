import { expect, test } from 'vitest';
import { RateLimiter } from './rate-limit.ts';

test('a burst passes, then as many as the refill allows, per key', () => {
  const limiter = new RateLimiter({ burst: 3, perMinute: 60 });
  expect([0, 0, 0].map((now) => limiter.take('one', now))).toEqual([null, null, null]);
  expect(limiter.take('one', 0)).toBe(1);
  expect(limiter.take('other', 0)).toBeNull();
  expect(limiter.take('one', 1_000)).toBeNull();
  expect(limiter.take('one', 1_100)).toBe(1);
  expect([60_000, 60_000, 60_000].map((now) => limiter.take('one', now))).toEqual([null, null, null]);
  expect(limiter.take('one', 60_000)).toBe(1);
});

test('a flood of keys is forgotten', () => {
  const limiter = new RateLimiter({ burst: 1, perMinute: 1 });
  limiter.take('first', 0);
  for (let index = 0; index < 20_001; index += 1) limiter.take(`key ${index}`, 0);
  expect(limiter.take('first', 0)).toBeNull();
});
