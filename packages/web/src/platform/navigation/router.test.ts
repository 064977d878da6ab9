import { createMemoryHistory } from '@tanstack/history';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from './router.ts';
import type { PageLocation } from './page-location.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A router at `/a` whose pages load until `arrive` or `fail` is called with their pathname; `/a` is loaded immediately. */
async function routerAt(href = '/a') {
  const pending = new Map<string, { resolve(): void; reject(error: Error): void }>();
  const load = vi.fn(({ pathname }: PageLocation) =>
    pathname === '/a' ? undefined : new Promise<void>((resolve, reject) => pending.set(pathname, { resolve, reject })),
  );
  const router = new Router({ history: createMemoryHistory({ initialEntries: [href] }), load });
  const started = router.start();
  if (router.state.status === 'ready') {
    await started;
    router.rendered();
  }
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    router,
    load,
    arrive: (pathname: string) => (pending.get(pathname)?.resolve(), settle()),
    fail: (pathname: string, error: Error) => (pending.get(pathname)?.reject(error), settle()),
    shown: () => `${router.state.shown.pathname}${router.state.shown.search} ${router.state.status}`,
  };
}

test('the page on screen stays until the next one is loaded', async () => {
  const { router, arrive, shown } = await routerAt();
  router.navigate('/b');
  expect(router.state.target.pathname).toBe('/b');
  expect(shown()).toBe('/a ready');
  await arrive('/b');
  expect(shown()).toBe('/b ready');
});

test('a page that takes long has a placeholder until it is loaded', async () => {
  const { router, arrive, shown } = await routerAt();
  router.navigate('/b');
  await vi.advanceTimersByTimeAsync(199);
  expect(shown()).toBe('/a ready');
  await vi.advanceTimersByTimeAsync(1);
  expect(shown()).toBe('/b loading');
  await arrive('/b');
  expect(shown()).toBe('/b ready');
});

test('of two navigations the later one counts, whichever page loads first', async () => {
  const { router, arrive, shown } = await routerAt();
  router.navigate('/b');
  router.navigate('/c');
  await arrive('/b');
  expect(shown()).toBe('/a ready');
  await arrive('/c');
  expect(shown()).toBe('/c ready');
});

test('Back to the page that is still on screen loads nothing and drops the other', async () => {
  const { router, load, arrive, shown } = await routerAt();
  router.navigate('/b');
  load.mockClear();
  router.history.back();
  expect(load).not.toHaveBeenCalled();
  await arrive('/b');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown()).toBe('/a ready');
});

test('a page that cannot be loaded is a failure, and the next navigation gets past it', async () => {
  const { router, fail, arrive, shown } = await routerAt();
  router.navigate('/b');
  await fail('/b', new Error('no such file'));
  expect(shown()).toBe('/b failed');
  expect(router.state.error).toEqual(new Error('no such file'));
  router.navigate('/c');
  await arrive('/c');
  expect(shown()).toBe('/c ready');
  expect(router.state.error).toBeNull();
});

test('parameters change at once and load nothing', async () => {
  const { router, load, shown } = await routerAt();
  load.mockClear();
  router.navigateSearch({ state: 'closed' }, { replace: true });
  expect(shown()).toBe('/a?state=closed ready');
  expect(load).not.toHaveBeenCalled();
  expect(router.history.length).toBe(1);
});

test('a page that is being left cannot change the address of the next one', async () => {
  const { router, arrive, shown } = await routerAt();
  router.navigate('/b?sort=title');
  router.navigateSearch({ search: 'typed late' }, { replace: true });
  await arrive('/b');
  expect(shown()).toBe('/b?sort=title ready');
});

test('an address that is open already adds no entry to the history, unless a new one is asked for', async () => {
  const { router } = await routerAt('/a?x=1');
  router.navigate('/a?x=1');
  expect(router.history.length).toBe(1);
  const { key } = router.state.shown;
  router.navigate('/a?x=1', { anew: true });
  expect(router.history.length).toBe(2);
  expect(router.state.shown.key).not.toBe(key);
});

test('addresses are canonical: lists with brackets, no empty parameters, no trailing slash', async () => {
  const { router } = await routerAt('/a/?label_name%5B%5D=x&search=#note_1');
  expect(router.history.location.href).toBe('/a?label_name[]=x#note_1');
  expect(router.history.length).toBe(1);
  router.navigate('/a/?label_name%5B%5D=y');
  expect(router.history.location.href).toBe('/a?label_name[]=y');
});
