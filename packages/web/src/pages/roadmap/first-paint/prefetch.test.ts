// @vitest-environment jsdom
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { formatDay, localDayOf } from '@milepost/core/days';
import { parseQuery } from '@milepost/core/query';
import { readSettings } from '@milepost/core/roadmap/settings';
import { argumentsOf } from '@milepost/core/roadmap/arguments';
import { unknownFacts } from '@milepost/core/roadmap/opening/query';
import { showRoadmap, startRoadmap } from './prefetch.ts';
import { takePrefetched } from '../../../platform/api/prefetch.ts';
import { session } from '../../../platform/session/session.ts';
import { forgetFirstPaint } from '../../../platform/loading/first-paint.ts';
import { epicNode, epicsAnswer } from '../../../testing/roadmap-page.tsx';
import { laneRowVariables, laneVariables, type LanesAnswer } from '../data/lane-requests.ts';
import { addressOf, defaultsFor } from '../settings/known-settings.ts';
import { viewOf } from '../view/view.ts';

afterEach(() => vi.unstubAllGlobals());

test('the prefetched first page matches the request of the page, and is used once', async () => {
  const fetched = vi.fn(() => Promise.resolve(Response.json({ data: epicsAnswer([]) })));
  vi.stubGlobal('fetch', fetched);
  const search = '?timeframe_range_type=THREE_YEARS&label_name[]=a&sort=TITLE_DESC';
  void startRoadmap('kubernetes', search);
  expect(fetched).toHaveBeenCalledTimes(1);
  const settings = readSettings(parseQuery(search));
  const args = argumentsOf('kubernetes', settings, viewOf(settings, localDayOf(new Date())).timeframe);
  await expect(takePrefetched(args)).resolves.toEqual(epicsAnswer([]));
  expect(takePrefetched(args)).toBeUndefined();
});

test('on the roadmap of one epic nothing is prefetched', () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  void startRoadmap('kubernetes', '?epicIid=4');
  expect(fetched).not.toHaveBeenCalled();
});

test('RX-LM-06, RX-OP-14: the opening view in lanes sends one request, as soon as the head start runs: lanes with the rows of those in view', async () => {
  const lane = 'LABEL%3Astage=alpha';
  const group = { id: 'gid://gitlab/Group/1', name: 'Kubernetes', roadmapEpicsLimit: 1000, epic: null };
  const epicLanes = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
  const { epics } = epicsAnswer([]).group;
  const fetched = vi.fn((_path: string, _init: { body: string }) =>
    Promise.resolve(Response.json({ data: { group: { ...group, epicLanes, lane1: epics } } })),
  );
  vi.stubGlobal('fetch', fetched);
  const before = session();
  const search = '?view=overview';
  window.history.replaceState(null, '', `/groups/kubernetes/-/roadmap${search}`);
  const lanes = [
    [lane, 500],
    ['LABEL%3Astage=beta', 3],
  ] as const;
  const overview = { ...unknownFacts, groupBy: 'LABEL:stage', lanes, fullPath: 'kubernetes' } as const;
  const late = document.createElement('script');
  late.id = 'late';
  late.type = 'application/json';
  late.textContent = JSON.stringify(overview);
  document.body.append(late);
  onTestFinished(() => late.remove());
  void startRoadmap('kubernetes', search);
  // No file and no other answer comes first: only promises that are settled.
  await Promise.resolve();
  expect(fetched).toHaveBeenCalledTimes(1);
  const sent = JSON.parse(fetched.mock.calls[0]?.[1].body ?? '') as { query: string; variables: object };
  expect(sent.query).toContain('query roadmapFirstLanes');
  // The first lane fills the window.
  expect(sent.variables).toMatchObject({ groupBy: 'LABEL:stage', lane1: lane, hasLane1: true });
  expect(sent.variables).not.toHaveProperty('hasLane2');
  // The application sends another request once there is a frame: the chart is narrower then, and its range the same.
  const { innerWidth } = window;
  window.innerWidth = innerWidth / 2;
  void startRoadmap('kubernetes', search);
  await Promise.resolve();
  expect(fetched).toHaveBeenCalledTimes(1);
  window.innerWidth = innerWidth;
  const settings = readSettings(addressOf(search), defaultsFor('kubernetes', search));
  const today = localDayOf(new Date());
  const args = argumentsOf('kubernetes', settings, viewOf(settings, today).timeframe, today);
  const question = { args, settings, today: formatDay(today), firstWeekday: before.firstWeekday };
  const answer = await takePrefetched<LanesAnswer>(laneVariables(question));
  expect(answer?.group?.epicLanes).toEqual(epicLanes);
  await expect(takePrefetched(laneRowVariables(args, lane))).resolves.toMatchObject({ group: { epics } });
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('RX-LM-06: the application waits for the first paint of rows that have come', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: epicsAnswer([epicNode()]) })));
  const styles = document.createElement('link');
  styles.rel = 'stylesheet';
  document.head.append(styles);
  const listening = vi.spyOn(styles, 'addEventListener');
  const search = '?timeframe_range_type=THREE_YEARS&sort=TITLE_ASC';
  void showRoadmap('kubernetes', search);
  // The rows are there, and their styles are not.
  await vi.waitFor(() => expect(listening).toHaveBeenCalled());
  const rows = () => document.querySelectorAll('[data-first-paint] [role="listitem"]').length;
  let rowsAtStart: number | null = null;
  const started = startRoadmap('kubernetes', search).then(() => (rowsAtStart = rows()));
  await new Promise((resolve) => setTimeout(resolve));
  expect(rowsAtStart).toBeNull();
  Object.defineProperty(styles, 'sheet', { value: {} });
  styles.dispatchEvent(new Event('load'));
  await started;
  expect(rowsAtStart).toBe(1);
  styles.remove();
  forgetFirstPaint();
});
