// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { isWaitingForCode, reloadOnNewBuild } from './reload.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test('a chunk that cannot be fetched reloads the page, but only once the server answers', async () => {
  vi.useFakeTimers();
  let isUp = false;
  const asked = vi.fn(async () => {
    if (!isUp) throw new TypeError('Failed to fetch');
    return new Response();
  });
  vi.stubGlobal('fetch', asked);
  const reload = vi.fn();
  reloadOnNewBuild(reload);
  const [error, other] = [new TypeError('Failed to fetch dynamically imported module'), new TypeError('Another')];
  for (const payload of [error, other])
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
  expect([error, other].map(isWaitingForCode)).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.mock.calls.length).toBeGreaterThan(2);
  expect(reload).not.toHaveBeenCalled();
  isUp = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(reload).toHaveBeenCalledOnce();

  // A file that is really missing does not send the page in a circle.
  const again = new TypeError('Still not there');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: again }));
  expect(isWaitingForCode(again)).toBe(false);
});
