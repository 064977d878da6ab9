import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RateLimitedError } from '../http/request-limits.ts';
import { PreparationQueue } from './preparation-queue.ts';

/** Blocks the event loop. */
function block(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test('others get the thread after each document, however many wait', async () => {
  const queue = new PreparationQueue();
  const all = Array.from({ length: 20 }, () => queue.run(false, () => block(10)));
  // Counts iterations of the event loop, in which other requests could run.
  let yields = 0;
  while (queue.waiting > 0) {
    await yieldToLoop();
    yields += 1;
  }
  expect(yields).toBeGreaterThan(20);
  await Promise.all(all);
});

test('callers that are signed in come first', async () => {
  const queue = new PreparationQueue();
  const order: string[] = [];
  await Promise.all([
    queue.run(false, () => order.push('running already')),
    queue.run(false, () => order.push('stranger')),
    queue.run(true, () => order.push('signed in')),
  ]);
  expect(order).toEqual(['running already', 'signed in', 'stranger']);
});

test('an error affects only its caller', async () => {
  const queue = new PreparationQueue();
  const failing = queue.run(false, () => {
    throw new Error('no document');
  });
  const following = queue.run(false, () => 'fine');
  await expect(failing).rejects.toThrow('no document');
  expect(await following).toBe('fine');
});

test('the number of waiting callers is limited', async () => {
  const queue = new PreparationQueue();
  const all = Array.from({ length: 201 }, () => queue.run(false, () => null));
  expect(queue.waiting).toBe(200);
  expect(() => queue.run(false, () => null)).toThrow(RateLimitedError);
  await Promise.all(all);
  expect(queue.waiting).toBe(0);
});
