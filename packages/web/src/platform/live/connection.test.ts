// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LiveMessage } from '@milepost/core/live';
import { watch } from './connection.ts';

/** Replaces the browser's EventSource: the network edge. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readonly url: string;
  readyState = 1;

  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.all.push(this);
  }

  close(): void {
    this.readyState = FakeSource.CLOSED;
  }

  emit(type: 'ready' | 'change', lastEventId: string, data = '{}'): void {
    this.dispatchEvent(Object.assign(new MessageEvent(type, { data, lastEventId })));
  }

  refuse(): void {
    this.readyState = FakeSource.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
}

const open = (): FakeSource[] => FakeSource.all.filter(({ readyState }) => readyState !== FakeSource.CLOSED);
const last = (): FakeSource => FakeSource.all.at(-1) as FakeSource;
let isHidden = false;
function look(isLooking: boolean): void {
  isHidden = !isLooking;
  document.dispatchEvent(new Event('visibilitychange'));
}

let client = new QueryClient();
let groupCount = 0;
const ends: (() => void)[] = [];
/** Watches a namespace that no other test watches. */
function watchAnew(
  onChange: (message: LiveMessage) => Promise<void> | void = () => undefined,
  fullPath = `g${++groupCount}`,
) {
  const end = watch({ kind: 'group', fullPath }, onChange, client);
  ends.push(end);
  return { end, fullPath };
}

describe('the connection for live updates', () => {
  beforeEach(() => {
    FakeSource.all = [];
    client = new QueryClient();
    isHidden = false;
    vi.useFakeTimers();
    vi.stubGlobal('EventSource', FakeSource);
    vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end();
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('reports the age of the data, and is shared by all watchers of a namespace', () => {
    const age = { initialData: 'loaded', initialDataUpdatedAt: Date.now() - 734, staleTime: Infinity };
    ends.push(new QueryObserver(client, { queryKey: ['page'], ...age }).subscribe(() => undefined));
    const { fullPath } = watchAnew();
    watchAnew(undefined, fullPath);
    expect(FakeSource.all.map(({ url }) => url)).toEqual([`/-/live?group=${fullPath}&age=1234`]);
  });

  test('refetches what the viewer may do when roles change', () => {
    const keys = [['permissions', 'group', 'a'], ['namespace', { fullPath: 'a' }], ['page']];
    for (const key of keys) client.setQueryData(key, 'loaded');
    watchAnew();
    vi.advanceTimersByTime(2_000);
    last().emit('change', 'a-1', '{"epics":[1]}');
    const stale = () => keys.map((key) => client.getQueryState(key)?.isInvalidated);
    expect(stale()).toEqual([false, false, false]);
    last().emit('change', 'a-2', '{"all":true}');
    expect(stale()).toEqual([true, true, false]);
  });

  test('merges simultaneous messages, and delivers later ones afterwards', async () => {
    const received: LiveMessage[] = [];
    let finish: () => void = () => undefined;
    watchAnew((message) => {
      received.push(message);
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    await vi.advanceTimersByTimeAsync(2_000);
    last().emit('change', 'a-1', '{"epics":[1]}');
    last().emit('change', 'a-2', '{"epics":[1,2],"labels":[7]}');
    await vi.advanceTimersByTimeAsync(100);
    expect(received).toMatchObject([{ epics: [1, 2], labels: [7] }]);
    last().emit('change', 'a-3', '{"epics":[3]}');
    last().emit('change', 'a-4', '{"removed":[4]}');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(received).toHaveLength(1);
    finish();
    await vi.advanceTimersByTimeAsync(100);
    expect(received[1]).toMatchObject({ epics: [3], removed: [4] });
    finish();
  });

  test('closes a while after the tab is left, and asks on return for what was missed', () => {
    const { fullPath } = watchAnew();
    vi.advanceTimersByTime(2_000);
    last().emit('ready', 'abc-5');
    look(false);
    vi.advanceTimersByTime(15_000);
    expect(open()).toHaveLength(1);
    vi.advanceTimersByTime(10_000);
    expect(open()).toHaveLength(0);
    look(true);
    expect(open().map(({ url }) => url)).toEqual([`/-/live?group=${fullPath}&since=abc-5`]);
    // A short visit to another tab changes nothing.
    look(false);
    vi.advanceTimersByTime(5_000);
    look(true);
    vi.advanceTimersByTime(60_000);
    expect(FakeSource.all).toHaveLength(2);
  });

  test('that is refused comes back later and later, a minute apart at most', () => {
    watchAnew();
    vi.advanceTimersByTime(2_000);
    const waits: number[] = [];
    for (let round = 0; round < 8; round++) {
      const count = FakeSource.all.length;
      last().refuse();
      let waited = 0;
      while (FakeSource.all.length === count && waited < 100_000) {
        vi.advanceTimersByTime(500);
        waited += 500;
      }
      waits.push(waited / 1_000);
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
    last().emit('ready', 'x-1');
    const count = FakeSource.all.length;
    last().refuse();
    vi.advanceTimersByTime(2_000);
    expect(FakeSource.all).toHaveLength(count + 1);
  });

  test('that was open and is refused has everything fetched again, once', async () => {
    const received: LiveMessage[] = [];
    watchAnew((message) => void received.push(message));
    vi.advanceTimersByTime(2_000);
    last().refuse();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(received).toEqual([]);
    last().emit('ready', 'x-1');
    last().refuse();
    await vi.advanceTimersByTimeAsync(3_000);
    last().refuse();
    await vi.advanceTimersByTimeAsync(100);
    expect(received).toMatchObject([{ all: true }]);
  });

  test('stays for who comes right back, and goes with the last who watches', () => {
    const { end, fullPath } = watchAnew();
    vi.advanceTimersByTime(2_000);
    end();
    vi.advanceTimersByTime(1_000);
    const again = watchAnew(undefined, fullPath);
    vi.advanceTimersByTime(5_000);
    expect(FakeSource.all).toHaveLength(1);
    expect(open()).toHaveLength(1);
    again.end();
    vi.advanceTimersByTime(3_000);
    expect(open()).toHaveLength(0);
  });
});
