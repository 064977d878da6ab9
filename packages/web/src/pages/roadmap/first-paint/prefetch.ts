import type { Day } from '@milepost/core/days';
import { localDayOf } from '@milepost/core/days';
import { parseQuery } from '@milepost/core/query';
import { argumentsOf } from '@milepost/core/roadmap/arguments';
import { isOverview } from '@milepost/core/roadmap/overview';
import { topLevelOf } from '@milepost/core/roadmap/rows';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { dayShown, readSettings } from '@milepost/core/roadmap/settings';
import { isBareView, viewIdOf } from '@milepost/core/views/views';
import { storePrefetched } from '../../../platform/api/prefetch.ts';
import { hasStyles, showFirstPaint } from '../../../platform/loading/first-paint.ts';
import { readEpics } from '../data/epic.ts';
import type { EpicsAnswer } from '../data/epic-page.ts';
import { pageOf } from '../data/epic-page.ts';
import { addressOf, defaultsFor, groupsAhead, openingHint } from '../settings/known-settings.ts';
import { openOverview } from '../settings/overview.ts';
import { FIRST_PAINT_TTL_MS, prefetchLanes, type FirstLanes } from './lanes.ts';
import { loadLaneHeaders } from '../lanes/lane-headers.ts';
import { drawFirstPaint, type FirstPaintInput } from './paint.ts';
import { requestEpics } from '../data/request-epics.ts';
import { rowsOf } from '../data/rows.ts';
import { savedView, uncacheView } from '../../../modules/views/saved-views.ts';
import { coloredGroupsOf, softLookOf } from '../../../timeline/soft-look.ts';
import type { View } from '../view/view.ts';
import { viewOf } from '../view/view.ts';

interface Prefetched {
  settings: RoadmapSettings;
  view: View;
  today: Day;
  /** Resolves with the first page, or with undefined if it could not be fetched. */
  answer: Promise<EpicsAnswer | undefined>;
  /** With lanes, in place of `answer`: the lanes, and the rows of those in view. */
  lanes: FirstLanes | null;
}

/**
 * Requests the first page of epics as soon as the address is known, while the page's code is loading. `search` is the query
 * string. Only an address that names nothing but a saved view waits, if the page did not come with that view. Null on the
 * roadmap of one epic, which uses another query.
 */
async function prefetchPage(fullPath: string, search: string): Promise<Prefetched | null> {
  const id = viewIdOf(parseQuery(search));
  if (id !== null && isBareView(parseQuery(search)) && !savedView(id)) {
    const { fetchView } = await import('../../../modules/views/api.ts');
    // Without the view the roadmap opens as it is by default.
    await fetchView(id).catch(() => uncacheView(id));
  }
  if (isOverview(parseQuery(search))) await openOnce(fullPath, search);
  const settings = readSettings(addressOf(search), defaultsFor(fullPath, search));
  if (settings.epicIid !== null) return null;
  const today = dayShown(settings, localDayOf(new Date()));
  const view = viewOf(settings, today);
  const args = argumentsOf(fullPath, settings, view.timeframe, today);
  const page = { settings, view, today };
  if (settings.groupBy === null)
    return { ...page, answer: storePrefetched(args, () => requestEpics(args, ''), FIRST_PAINT_TTL_MS), lanes: null };
  return { ...page, answer: nothing, lanes: prefetchLanes({ ...page, args, fullPath }) };
}

/**
 * The page is requested and drawn by several calls, between which its frame appears. All of them open the same range: that of the
 * first one.
 */
function openOnce(fullPath: string, search: string): Promise<void> {
  const address = fullPath + search;
  if (lastOpened?.address !== address) lastOpened = { address, opened: openOverview(fullPath, search) };
  return lastOpened.opened;
}

let lastOpened: { address: string; opened: Promise<void> } | null = null;

const nothing = Promise.resolve(undefined);

/** Requests the first page ahead of the page that renders it. If the answer is fast, the page renders once, with its rows. */
export async function startRoadmap(fullPath: string, search: string): Promise<void> {
  const page = await prefetchPage(fullPath, search);
  if (!page) return;
  const answered: Promise<unknown> = page.lanes?.settled ?? page.answer;
  // Running the code of headers would delay the first paint.
  const headers =
    page.lanes &&
    Promise.resolve(showing)
      .then(loadLaneHeaders)
      .catch(() => undefined);
  // Only the first page that a browser opens waits; later ones are largely cached.
  if (isFirst)
    await Promise.race([
      // The page's own render takes several times as long as the first paint, which would wait for it.
      answered.then((): Promise<unknown> | null => headers ?? showing),
      new Promise((resolve) => setTimeout(resolve, FIRST_ANSWER_TIMEOUT_MS)),
    ]);
  isFirst = false;
  if (isDrawing) await showing;
  if (isDrawn) await headers;
}

let isFirst = true;
/** The longest time, in milliseconds, that rows may delay the first render; after that skeleton rows are shown. */
const FIRST_ANSWER_TIMEOUT_MS = 150;

/** The first paint of the page that the browser opened, whether its rows have come, and whether they are on screen. */
let showing: Promise<void> | null = null;
let isDrawing = false;
let isDrawn = false;

/** Prefetches the first page, and draws a first paint of it on arrival, if that is before the application has started. */
export function showRoadmap(fullPath: string, search: string): Promise<void> {
  const drawing = drawOnArrival(fullPath, search);
  // Who waits for it renders the page also if drawing fails.
  showing = drawing.catch(() => undefined).finally(() => (isDrawing = false));
  return drawing;
}

async function drawOnArrival(fullPath: string, search: string): Promise<void> {
  const page = await prefetchPage(fullPath, search);
  const drawn = page && (page.lanes ? await page.lanes.rows() : await rowsOfPage(page));
  // An empty roadmap may move to another range or explain itself: the page decides.
  if (!page || !drawn || drawn.rows.length === 0) return;
  isDrawing = true;
  if (!(await hasStyles())) return;
  const { settings, view, today } = page;
  const epics = drawn.rows.flatMap(({ epic }) => epic ?? []);
  const groups = coloredGroupsOf(epics, groupsAhead(fullPath, settings));
  const soft = softLookOf(settings, { groups, today, overdueText: () => '' });
  const hasMilestones =
    settings.isShowingMilestones && (settings.opening === null || openingHint(fullPath)?.hasMilestones !== false);
  await showFirstPaint(() => drawFirstPaint({ ...drawn, hasMilestones, settings, view, today, soft }));
  isDrawn = true;
}

type Drawn = Pick<FirstPaintInput, 'rows' | 'lanes' | 'hasMore'>;

async function rowsOfPage({ answer, view }: Prefetched): Promise<Drawn | null> {
  const page = pageOf(await answer);
  if (!page) return null;
  const hasMore = page.pageInfo.hasNextPage && page.pageInfo.endCursor !== null;
  const rows = rowsOf({
    topLevel: topLevelOf(readEpics(page.nodes)),
    hasMore,
    expanded: new Set(),
    childrenOf: () => undefined,
    timeframe: view.timeframe,
  });
  return { rows, hasMore, lanes: null };
}
