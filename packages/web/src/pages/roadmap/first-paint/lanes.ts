import { rowKindOf } from '@milepost/core/roadmap/appearance';
import { scopedTitle } from '@milepost/core/labels';
import { groupKindOf } from '@milepost/core/roadmap/lanes/lane-keys';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import chips from '../../../modules/labels/LabelChip.module.css';
import { storePrefetched } from '../../../platform/api/prefetch.ts';
import { metricsAt } from '../../../timeline/metrics.ts';
import timeline from '../../../timeline/timeline.module.css';
import { rowsAt } from '../../../ui/list/row-layout.ts';
import { readEpics } from '../data/epic.ts';
import { addPrefetchedLane } from '../data/first-lanes.ts';
import { foldedLanes } from '../data/folded.ts';
import { readLane, type Lane } from '../data/lane.ts';
import {
  laneRowVariables,
  laneVariables,
  requestLaneRows,
  requestLanes,
  type LaneQuestion,
  type LaneRowsAnswer,
} from '../data/lane-requests.ts';
import { rowsOfLanes, topsOfRows } from '../data/lane-rows.ts';
import type { LaneRowData } from '../data/rows.ts';
import styles from '../lanes/lanes.module.css';
import type { View } from '../view/view.ts';
import { make } from './make.ts';

/** On a slow connection the first paint is visible for long, and the page must begin with the same rows. In milliseconds. */
const keepsFor = 60_000;
/** Lanes whose rows are requested before their counts are known. */
const MAX_HINTED = 4;

/** The first screen of a roadmap with lanes. */
export interface FirstLanes {
  lanes: readonly Lane[];
  hasMore: boolean;
  rows: ReadonlyMap<string, LaneRowsAnswer>;
}

/**
 * Requests the lanes and the rows of those in view: at once where `hinted` names them, otherwise as soon as the lanes and their
 * counts are known.
 */
export async function askFirstLanes(
  question: LaneQuestion,
  fullPath: string,
  hinted: readonly (readonly [key: string, rows: number])[],
  rowHeight: number,
): Promise<FirstLanes | undefined> {
  const { args, settings } = question;
  const { groupBy, thenBy } = settings;
  if (!groupBy) return undefined;
  const answer = storePrefetched(laneVariables(question), () => requestLanes(question, ''), keepsFor);
  const folded = new Set(foldedLanes.get()[fullPath]);
  const room = window.innerHeight / rowHeight;
  const askRows = (lane: string) => {
    addPrefetchedLane(args, lane);
    return storePrefetched(laneRowVariables(args, lane), () => requestLaneRows(args, lane, ''), keepsFor);
  };
  const early = thenBy ? [] : inView(hinted.filter(([key]) => !folded.has(key)).slice(0, MAX_HINTED), room);
  const asked = new Map(early.map((key) => [key, askRows(key)]));
  const connection = (await answer)?.group?.epicLanes;
  if (!connection) return undefined;
  const kinds = [groupKindOf(groupBy), thenBy && groupKindOf(thenBy)] as const;
  const lanes = (connection.nodes ?? []).flatMap((node) => (node ? [readLane(node, kinds)] : []));
  const open = lanes
    .filter(({ key }) => !folded.has(key))
    .flatMap((lane) => lane.lanes?.filter(({ key }) => !folded.has(key)) ?? [lane]);
  for (const key of inView(
    open.map((lane) => [lane.key, lane.count] as const),
    room,
  ))
    if (!asked.has(key)) asked.set(key, askRows(key));
  const rows = new Map<string, LaneRowsAnswer>();
  for (const [key, coming] of asked) {
    const found = await coming;
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

/** The rows of the first screen, their layout, and how a header is drawn. */
export function firstLaneRows(
  { lanes, hasMore, rows }: FirstLanes,
  fullPath: string,
  view: View,
  settings: Pick<RoadmapSettings, 'density' | 'isShowingLabels'>,
) {
  const list = rowsOfLanes({
    lanes,
    hasMore,
    folded: new Set(foldedLanes.get()[fullPath]),
    rowsOf: (key) => {
      const epics = rows.get(key)?.group?.epics;
      return { epics: readEpics(epics?.nodes ?? []), hasMore: epics?.pageInfo.hasNextPage ?? true, error: null };
    },
    expanded: new Set(),
    childrenOf: () => undefined,
    timeframe: view.timeframe,
  });
  const { rowHeight, isPhone } = metricsAt(window.innerWidth, rowKindOf(settings));
  return { rows: list, layout: rowsAt(topsOfRows(list, rowHeight, isPhone)), drawHeader };
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
