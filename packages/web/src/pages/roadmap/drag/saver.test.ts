// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { dayOf } from '@milepost/core/days';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { afterEach, expect, test, vi } from 'vitest';
import type { RoadmapEpicFragment } from '../../../gen/graphql.ts';
import { epicPages } from '../data/api.ts';
import type { EpicPage } from '../data/epic-page.ts';
import { readEpic } from '../data/epic.ts';
import { undatedPages } from '../data/undated.ts';
import { MoveStore } from './moves.ts';
import { saverOf } from './saver.ts';
import type { DragScene, DragArea } from './drag-area.ts';

afterEach(() => vi.unstubAllGlobals());

const undated = {
  id: 'gid://gitlab/Epic/7',
  iid: '7',
  title: 'Ferry',
  webPath: '/groups/a/-/epics/7',
  group: { fullPath: 'a' },
  userPermissions: { adminEpic: true },
} as unknown as RoadmapEpicFragment;

function argsOf(start: string, end: string): EpicArguments {
  return { fullPath: 'a', timeframe: { start, end }, state: 'all', sort: 'START_DATE_ASC' } as EpicArguments;
}

function stageOf(args: EpicArguments): DragArea {
  return { element: document.createElement('div'), scene: () => ({ args }) as DragScene };
}

test('a bar dropped on a chart that replaced another is listed there', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const client = new QueryClient();
  const [quarter, year] = [argsOf('2025-07-01', '2025-09-30'), argsOf('2025-01-01', '2025-12-31')];
  const empty: EpicPage = {
    group: { id: 'x', name: 'A' },
    nodes: [],
    pageInfo: { hasNextPage: false, endCursor: null },
    limit: undefined,
    isCut: false,
  };
  for (const args of [quarter, year])
    client.setQueryData(epicPages(args).queryKey, { pages: [empty], pageParams: [''] });
  client.setQueryData(undatedPages(year).queryKey, {
    pages: [{ nodes: [undated], endCursor: null }],
    pageParams: [''],
  });
  const store = new MoveStore();
  const first = stageOf(quarter);
  const leave = store.enter(first);
  saverOf(store, client, first);
  leave();
  const second = stageOf(year);
  store.enter(second);
  const epic = readEpic(undated);
  const wanted = { start: dayOf(2025, 2, 1), due: dayOf(2025, 2, 28) };
  void saverOf(store, client, second).save({ epic, before: epic.span, wanted });
  const listed = (args: EpicArguments) => client.getQueryData(epicPages(args).queryKey)?.pages[0]?.nodes.length;
  expect([listed(quarter), listed(year)]).toEqual([0, 1]);
});

test('a saved change whose refresh fails is reported as saved, and can be refreshed again', async () => {
  let isDown = true;
  const sent: string[] = [];
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    const isSaving = body.includes('groupPath');
    sent.push(isSaving ? 'save' : 'read');
    if (!isSaving && isDown) return Promise.reject(new TypeError('Failed to fetch'));
    const saved = {
      updateEpic: { epic: { id: undated.id, startDate: '2025-02-01', dueDate: '2025-02-28' }, errors: [] },
    };
    const data = isSaving ? saved : { group: { id: 'x', epics: { nodes: [] } } };
    return Promise.resolve(new Response(JSON.stringify({ data }), { headers: { 'content-type': 'application/json' } }));
  });
  const store = new MoveStore();
  const stage = stageOf(argsOf('2025-01-01', '2025-12-31'));
  store.enter(stage);
  const saver = saverOf(store, new QueryClient(), stage);
  const epic = readEpic(undated);
  const change = { epic, before: epic.span, wanted: { start: dayOf(2025, 2, 1), due: dayOf(2025, 2, 28) } };
  await saver.save(change);
  expect(store.get().failure).toMatchObject({ kind: 'stale', wanted: change.wanted });
  expect(sent.filter((what) => what === 'save')).toHaveLength(1);
  isDown = false;
  await saver.refresh(change);
  expect(store.get().failure).toBeNull();
  expect(sent.filter((what) => what === 'save')).toHaveLength(1);
});
