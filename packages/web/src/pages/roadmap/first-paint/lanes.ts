import { formatDay, type Day } from '@milepost/core/days';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { rowKindOf } from '@milepost/core/roadmap/appearance';
import { scopedTitle } from '@milepost/core/labels';
import { foldedTest, parseFolded } from '@milepost/core/roadmap/lanes/folded';
import type { OpeningHint } from '@milepost/core/roadmap/opening/query';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import chips from '../../../modules/labels/LabelChip.module.css';
import { storePrefetched } from '../../../platform/api/prefetch.ts';
import { session } from '../../../platform/session/session.ts';
import { metricsAt } from '../../../timeline/metrics.ts';
import timeline from '../../../timeline/timeline.module.css';
import { rowsAt } from '../../../ui/list/row-layout.ts';
import { readEpics } from '../data/epic.ts';
import { laneKindsOf, readLanes, type Lane } from '../data/lane.ts';
import {
  addPrefetchedLane,
  laneRowVariables,
  laneVariables,
  MAX_FIRST_LANES,
  requestFirstLanes,
  requestLaneRows,
  requestLanes,
  type LaneQuestion,
  type LaneRowsAnswer,
} from '../data/lane-requests.ts';
import { rowsOfLanes, topsOfRows } from '../data/lane-rows.ts';
import type { LaneRowData } from '../data/rows.ts';
import styles from '../lanes/lanes.module.css';
import { openingHint } from '../settings/known-settings.ts';
import type { View } from '../view/view.ts';
import { make } from './make.ts';
import type { FirstPaintInput } from './paint.ts';

/** On a slow connection the first paint is visible for long, and the page must begin with the same rows. In milliseconds. */
export const FIRST_PAINT_TTL_MS = 60_000;

/** What the lanes of an address depend on. */
export interface LaneRequest {
  fullPath: string;
  args: EpicArguments;
  settings: RoadmapSettings;
  view: View;
  today: Day;
}

/** The first screen of a roadmap with lanes. */
export interface FirstLanes {
  /** The rows of its first paint; null without an answer. */
  rows: () => Promise<Pick<FirstPaintInput, 'rows' | 'lanes' | 'hasMore'> | null>;
  /** Resolves when they have come, or cannot be fetched. */
  settled: Promise<unknown>;
}

/**
 * Requests the lanes and the rows of those in view: in one request where the overview names them, otherwise as soon as the lanes
 * and their counts are known.
 */
export function prefetchLanes(wanted: LaneRequest): FirstLanes {
  const { settings, args, today, fullPath } = wanted;
  const question = { args, settings, today: formatDay(today), firstWeekday: session().firstWeekday };
  const hinted = settings.opening === null ? [] : (openingHint(fullPath)?.lanes ?? []);
  const answers = requestAnswers(question, hinted);
  return {
    rows: () => answers.then((found) => (found ? drawnRows(found, wanted) : null)),
    settled: answers.catch(() => undefined),
  };
}

interface Answers {
  lanes: readonly Lane[];
  hasMore: boolean;
  rows: ReadonlyMap<string, LaneRowsAnswer>;
}

async function requestAnswers(
  question: LaneQuestion & { settings: RoadmapSettings },
  hinted: OpeningHint['lanes'],
): Promise<Answers | undefined> {
  const { args, settings } = question;
  const { rowHeight } = metricsAt(window.innerWidth, rowKindOf(settings));
  const { groupBy, thenBy } = settings;
  if (!groupBy) return undefined;
  const isFolded = foldedTest(parseFolded(settings.folded));
  const room = window.innerHeight / rowHeight;
  const early = thenBy ? [] : inView(hinted.filter(([key]) => !isFolded(key)).slice(0, MAX_FIRST_LANES), room);
  let together: ReturnType<typeof requestFirstLanes> | undefined;
  const requestTogether = () => (together ??= requestFirstLanes(question, early));
  const prefetchRows = (lane: string) => {
    addPrefetchedLane(args, lane);
    const send = early.includes(lane)
      ? async () => (await requestTogether()).rowsOf(lane)
      : () => requestLaneRows(args, lane, '');
    return storePrefetched(laneRowVariables(args, lane), send, FIRST_PAINT_TTL_MS);
  };
  const sendLanes = early.length > 0 ? async () => (await requestTogether()).lanes : () => requestLanes(question, '');
  const answer = storePrefetched(laneVariables(question), sendLanes, FIRST_PAINT_TTL_MS);
  const coming = new Map(early.map((key) => [key, prefetchRows(key)]));
  const connection = (await answer)?.group?.epicLanes;
  if (!connection) return undefined;
  const lanes = readLanes(connection.nodes, laneKindsOf(groupBy, thenBy));
  const open = lanes
    .filter(({ key }) => !isFolded(key))
    .flatMap((lane) => lane.lanes?.filter(({ key }) => !isFolded(key)) ?? [lane]);
  for (const key of inView(
    open.map((lane) => [lane.key, lane.count] as const),
    room,
  ))
    if (!coming.has(key)) coming.set(key, prefetchRows(key));
  const rows = new Map<string, LaneRowsAnswer>();
  for (const [key, answered] of coming) {
    const found = await answered;
    if (found) rows.set(key, found);
  }
  return { lanes, hasMore: connection.pageInfo.hasNextPage, rows };
}

/** The first lanes that fill this many rows. */
function inView(lanes: readonly (readonly [key: string, rows: number])[], room: number): string[] {
  let used = 0;
  return lanes.flatMap(([key, rows]) => {
    if (used >= room) return [];
    used += rows + 1;
    return rows > 0 ? [key] : [];
  });
}

/** The rows, their layout, and how a header is drawn. */
function drawnRows({ lanes, hasMore, rows }: Answers, { view, settings }: LaneRequest) {
  const list = rowsOfLanes({
    lanes,
    hasMore,
    folded: settings.folded,
    rowsOf: (key) => {
      const epics = rows.get(key)?.group?.epics;
      return { epics: readEpics(epics?.nodes ?? []), hasMore: epics?.pageInfo.hasNextPage ?? true, error: null };
    },
    expanded: new Set(),
    childrenOf: () => undefined,
    timeframe: view.timeframe,
  });
  const { rowHeight, isTouch } = metricsAt(window.innerWidth, rowKindOf(settings));
  return { rows: list, hasMore, lanes: { layout: rowsAt(topsOfRows(list, rowHeight, isTouch)), drawHeader } };
}

/** The header with the value and the count of its lane. */
function drawHeader({ header, level, expansion }: LaneRowData, top: number): HTMLElement {
  const scoped = header.kind === 'LABEL' && header.title !== null ? scopedTitle(header.title) : null;
  const chip = scoped && [make('span', {}, scoped.scope), make('span', {}, scoped.value)];
  const value = chip
    ? make(
        'span',
        {
          look: chips.chip,
          attributes: { 'data-scoped': true, 'data-size': 'large' },
          style: { '--label': header.color ?? '' },
        },
        ...chip,
      )
    : (header.title ?? '');
  const side = make(
    'div',
    { look: `${timeline.side} ${styles.side}` },
    make('i', { look: styles.twist }),
    make('span', { look: styles.value }, value),
    make('span', { look: styles.count }, header.value === null ? '' : String(header.count)),
  );
  return make(
    'div',
    { look: styles.lane, attributes: { 'data-level': level }, style: { top: `${top}px` } },
    make(
      'div',
      {
        look: styles.header,
        attributes: { 'data-level': level, 'data-folded': expansion === 'collapsed' || undefined },
      },
      side,
      make('div', { look: `${timeline.track} ${styles.track}` }),
    ),
  );
}
