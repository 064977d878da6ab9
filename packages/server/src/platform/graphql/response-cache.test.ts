import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { ResponseCache, type CachedResponse, type Settle } from './response-cache.ts';

afterEach(() => void vi.useRealTimers());

const response = (text: string): CachedResponse => ({ text, contentType: 'application/json' });

/** A cache over a database state that the test controls. */
function begin(options: { maxCharacters?: number; maxAgeMs?: number } = {}) {
  const database = { state: '1:1:' };
  const cache = new ResponseCache({ snapshot: () => Promise.resolve(database.state), ...options });
  const isCached = async (key: string): Promise<boolean> => {
    const found = await cache.get(key);
    if (typeof found === 'function') found(null);
    return typeof found === 'object';
  };
  const store = async (key: string, text: string): Promise<void> => {
    ((await cache.get(key)) as Settle)(response(text));
  };
  return { database, cache, isCached, store };
}

test('a response is cached until something is committed', async () => {
  const { database, cache, isCached, store } = begin();
  await store('roadmap', 'one');
  expect(await cache.get('roadmap')).toEqual(response('one'));
  expect(await isCached('another key')).toBe(false);
  database.state = '1:2:';
  expect(await isCached('roadmap')).toBe(false);
  expect({ hits: cache.hits, misses: cache.misses }).toEqual({ hits: 1, misses: 3 });
});

test('a commit while a response is computed invalidates the response', async () => {
  const { database, cache, isCached } = begin();
  const settle = (await cache.get('roadmap')) as Settle;
  database.state = '1:2:';
  settle(response('either version'));
  expect(await isCached('roadmap')).toBe(false);
});

test('requests share a reading of the state that was sent after they came, never an earlier one', async () => {
  const readings: ((state: string) => void)[] = [];
  const cache = new ResponseCache({ snapshot: () => new Promise((resolve) => readings.push(resolve)) });
  const first = [cache.get('one'), cache.get('two')];
  await vi.waitFor(() => expect(readings).toHaveLength(1));
  // Something may be committed now, which the first reading misses.
  const later = [cache.get('three'), cache.get('one')];
  await sleep(5);
  expect(readings).toHaveLength(1);
  readings[0]?.('1:1:');
  const [one] = await Promise.all(first);
  (one as Settle)(response('before the commit'));
  await vi.waitFor(() => expect(readings).toHaveLength(2));
  readings[1]?.('1:2:');
  for (const found of await Promise.all(later)) expect(found).toBeTypeOf('function');
});

test('a failed reading of the state fails the requests that share it, and no others', async () => {
  let isDown = true;
  const snapshot = () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve('1:1:'));
  const cache = new ResponseCache({ snapshot });
  await expect(Promise.all([cache.get('one'), cache.get('two')])).rejects.toThrow('down');
  isDown = false;
  expect(await cache.get('one')).toBeTypeOf('function');
});

test('concurrent requests with the same key wait for the first; if it fails, each computes its own', async () => {
  const { cache, isCached } = begin();
  const settle = (await cache.get('roadmap')) as Settle;
  const others = [cache.get('roadmap'), cache.get('roadmap')];
  settle(response('computed once'));
  expect(await Promise.all(others)).toEqual([response('computed once'), response('computed once')]);

  const fail = (await cache.get('failing')) as Settle;
  const another = cache.get('failing');
  // The second request is waiting by then.
  await sleep(5);
  fail(null);
  const own = (await another) as Settle;
  own(response('succeeded'));
  expect(await isCached('failing')).toBe(true);
});

test('entries expire, because some responses depend on the time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { isCached, store } = begin({ maxAgeMs: 1_000 });
  vi.advanceTimersByTime(5_000);
  await store('roadmap', 'one');
  vi.advanceTimersByTime(900);
  expect(await isCached('roadmap')).toBe(true);
  vi.advanceTimersByTime(200);
  expect(await isCached('roadmap')).toBe(false);
});

test('the cache is cleared when it exceeds its size', async () => {
  const { isCached, store } = begin({ maxCharacters: 26 });
  await store('one', 'x'.repeat(10));
  await store('two', 'x'.repeat(10));
  expect(await isCached('one')).toBe(true);
  await store('three', 'x');
  expect(await isCached('one')).toBe(false);
});

test('keys count toward the size: many long keys with short responses clear the cache too', async () => {
  const { isCached, store } = begin({ maxCharacters: 1_000 });
  await store('first', '{}');
  for (let index = 0; index < 10; index++) await store(`${index}${'x'.repeat(100)}`, '{}');
  expect(await isCached('first')).toBe(false);
});

test('the number of entries is limited, however short they are', async () => {
  const { isCached, store } = begin();
  await store('first', '{}');
  for (let index = 0; index < 4_999; index++) await store(String(index), '{}');
  expect(await isCached('first')).toBe(true);
  await store('one more', '{}');
  expect(await isCached('first')).toBe(false);
});
