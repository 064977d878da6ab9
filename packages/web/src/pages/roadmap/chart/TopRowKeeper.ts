import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { digitsOf } from '@milepost/core/global-ids';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { isSameGroupKey, type GroupKey } from '@milepost/core/roadmap/lanes/grouping';
import { laneKeyOf, parseLaneKey } from '@milepost/core/roadmap/lanes/lane-keys';
import { request } from '../../../platform/api/graphql.ts';
import { laneHeights, touchLaneHeights } from '../../../timeline/lanes/lane-shapes.ts';
import type { RowLayout } from '../../../ui/list/row-layout.ts';
import { isBehindLink } from '../data/request.ts';
import { headerOf, keyOfRow, type ListRow } from '../data/rows.ts';
import { epicsInLanes } from '../operations/lanes.ts';

/** Pages that are requested before the epic is given up: as many epics as a roadmap has without its warning. */
const MAX_PAGES = 20;

export interface TopRowKeeperProps {
  args: EpicArguments;
  settings: Pick<RoadmapSettings, 'groupBy' | 'thenBy'>;
  scroller: RefObject<HTMLElement | null>;
  rows: readonly ListRow[];
  /** Where they are. */
  layout: RowLayout;
  isTouch: boolean;
  /** The rows belong to earlier settings. */
  isStale: boolean;
  /** The list has more rows, or more lanes. */
  hasMore: boolean;
  loadMore: () => void;
  /** Loads more of a lane. */
  loadRows: (lane: string) => void;
}

/** The epic that was topmost before the grouping changed. */
interface Kept {
  /** Its id, then the epics that it was below. */
  ids: readonly string[];
  /** How far it was below the top of the list's view. */
  offset: number;
  /** The key of the lane that it is in now; null for none, undefined while that is not known. */
  lane: string | null | undefined;
  pages: number;
}

/** Keeps the topmost epic in view when the grouping changes: first its lane and the rows before it are loaded. */
export function TopRowKeeper(props: TopRowKeeperProps): null {
  const { scroller, settings, rows, layout } = props;
  const { groupBy, thenBy } = settings;
  const current = useRef(props);
  const scrollTop = useRef(0);
  const kept = useRef<Kept | null>(null);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const stop = new AbortController();
    const options = { passive: true, signal: stop.signal };
    const read = (): void => {
      scrollTop.current = element.scrollTop;
    };
    const letGo = (): void => {
      kept.current = null;
    };
    read();
    // Before the list renders rows: reading after that would cost a layout.
    element.addEventListener('scroll', read, { ...options, capture: true });
    for (const event of ['wheel', 'pointerdown', 'keydown']) element.addEventListener(event, letGo, options);
    return () => stop.abort();
  }, [scroller]);

  async function find(taken: Kept, asked: TopRowKeeperProps): Promise<void> {
    taken.lane = await laneOf(taken, asked);
    if (kept.current === taken) kept.current = settled(taken, current.current);
  }

  useLayoutEffect(() => {
    const before = current.current;
    current.current = props;
    if (before.settings.groupBy !== groupBy || before.settings.thenBy !== thenBy) {
      // The scroll event of the new rows comes later: until then this is the earlier position.
      kept.current = topmost(before, scrollTop.current);
      if (kept.current) void find(kept.current, props);
    }
    if (kept.current) kept.current = settled(kept.current, props);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- nothing else moves rows
  }, [groupBy, thenBy, rows, layout, props.isStale]);
  return null;
}

/** The first epic below the headers that stay at the top. At the very top the list stays at its start. */
function topmost({ rows, layout, isTouch }: TopRowKeeperProps, scrollTop: number): Kept | null {
  if (scrollTop === 0) return null;
  for (let index = layout.at(scrollTop); index < rows.length; index += 1) {
    const row = rows[index];
    const offset = layout.top(index) - scrollTop;
    if (row?.epic && offset >= headersOver(row, isTouch)) {
      return { ids: idsUpwards(rows, row), offset, lane: undefined, pages: 0 };
    }
  }
  return null;
}

function idsUpwards(rows: readonly ListRow[], row: ListRow | undefined): string[] {
  return row?.epic ? [row.epic.id, ...idsUpwards(rows, rows[row.parentIndex])] : [];
}

/** The height of the headers that cover the top of the list above this row. */
function headersOver(row: ListRow, isTouch: boolean): number {
  const depth = 'lane' in row ? (row.lane?.depth ?? 0) : 0;
  const heights = isTouch ? [touchLaneHeights[0], touchLaneHeights[0]] : laneHeights;
  return heights.slice(0, depth).reduce((sum, height) => sum + height, 0);
}

/** The lane of the topmost row that contains the epic; null without lanes, and where it is unknown. */
async function laneOf({ ids }: Kept, { args, settings }: TopRowKeeperProps): Promise<string | null> {
  const { groupBy, thenBy } = settings;
  const id = ids.at(-1);
  if (groupBy === null || id === undefined || isBehindLink()) return null;
  try {
    const { group } = await request(epicsInLanes, { ...args, groupBy, thenBy, ids: [id] });
    return group?.epics?.nodes?.[0]?.laneKey ?? null;
  } catch {
    // The list then starts at its top, as after any other change.
    return null;
  }
}

/** Scrolls to the epic if its row is there; otherwise loads more rows. Returns what is still to be done. */
function settled(kept: Kept, props: TopRowKeeperProps): Kept | null {
  const { rows, layout, scroller, isStale, isTouch } = props;
  if (isStale || rows.length === 0 || !isGroupedBy(rows, props.settings.groupBy)) return kept;
  const places = new Map(rows.map((row, index) => [keyOfRow(row), index]));
  const lanes = lanesUpwards(kept.lane);
  const isFolded = (index: number) => rows[index]?.expansion === 'collapsed';
  const folded = lanes.map((key) => places.get(`lane ${key}`) ?? -1).find((index) => index !== -1 && isFolded(index));
  // In lanes by parent an epic may be the header of a lane.
  const own = kept.ids.flatMap((id) => places.get(id) ?? [])[0] ?? headerOfParent(rows, kept);
  const index = own ?? folded;
  const row = index === undefined ? undefined : rows[index];
  if (index !== undefined && row) {
    const offset = Math.max(kept.offset, row.epic ? headersOver(row, isTouch) : 0);
    scroller.current?.scrollTo({ top: layout.top(index) - offset, behavior: 'instant' });
    return null;
  }
  return kept.lane === undefined || load(kept, places, lanes, props) ? kept : null;
}

/** Whether the rows belong to this grouping: the lanes of the earlier one stay while others load. */
function isGroupedBy(rows: readonly ListRow[], groupBy: GroupKey | null): boolean {
  const lane = rows.find((row) => headerOf(row) !== null);
  const by = lane ? (parseLaneKey(headerOf(lane)?.key ?? '')?.[0]?.by ?? null) : null;
  return by === null ? groupBy === null : isSameGroupKey(by, groupBy);
}

/** The keys of a lane and of the one that contains it. */
function lanesUpwards(key: string | null | undefined): string[] {
  const steps = parseLaneKey(key ?? '') ?? [];
  return steps.map((_, index) => laneKeyOf(steps.slice(0, steps.length - index)));
}

function headerOfParent(rows: readonly ListRow[], { ids }: Kept): number | undefined {
  const numbers = new Set(ids.map((id) => digitsOf(id)));
  const index = rows.findIndex((row) => headerOf(row)?.kind === 'PARENT' && numbers.has(headerOf(row)?.value ?? ''));
  return index === -1 ? undefined : index;
}

/** Requests the next page of the epic's lane, of the lanes in the one that contains it, or of the list; false if there is none. */
function load(
  kept: Kept,
  places: ReadonlyMap<string, number>,
  lanes: readonly string[],
  { hasMore, loadMore, loadRows }: TopRowKeeperProps,
): boolean {
  const lane = lanes.find((key) => places.has(`more ${key}`));
  if ((lane === undefined && !hasMore) || kept.pages >= MAX_PAGES) return false;
  kept.pages += 1;
  if (lane === undefined) loadMore();
  else loadRows(lane);
  return true;
}
