import { type RefObject, memo, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { useIntl } from 'react-intl';
import { digitsOf } from '@milepost/core/global-ids';
import type { WorkItemId } from '@milepost/core/ids';
import { nothingChanged } from '@milepost/core/live';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { linksInCycles, MAX_DRAWN_DEPENDENCIES } from '@milepost/core/roadmap/dependencies';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { RowLook } from '../../../timeline/row-shapes.ts';
import type { Scale } from '../../../timeline/scale.ts';
import { usePeeked } from '../../../modules/work-items/peek/use-peek.ts';
import type { RowLayout } from '../../../ui/list/row-layout.ts';
import { changeLag } from '../../../modules/links/changes.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import { refreshRoadmap } from '../data/live-roadmap.ts';
import type { ListRow } from '../data/rows.ts';
import { movedRow } from '../drag/moved-row.ts';
import type { MoveStore } from '../drag/moves.ts';
import { useRowInHand } from '../view/use-row-in-hand.ts';
import { crossedRows, useHiddenNotes } from './crossed-notes.ts';
import { type Dependency, type LineGround, dependencyLines, linesOfRow } from './dependency-lines.ts';
import { Lines } from './Lines.tsx';
import { dependencyMessages as messages } from './messages.ts';
import type { Placement } from './placement.ts';
import { usePlacement } from './use-placement.ts';

export interface DependencyLayerProps {
  args: EpicArguments;
  scroller: RefObject<HTMLElement | null>;
  rows: readonly ListRow[];
  scale: Scale;
  look: RowLook;
  layout: RowLayout;
  rowHeight: number;
  isPhone: boolean;
  /** The number of visible rows. */
  bufferSize: number;
  /** Lines of all visible rows, not only of the active row. */
  showsAll: boolean;
  moves: MoveStore;
  window: Timeframe;
}

const hasLinks = ({ links }: RoadmapEpic): boolean => links.length > 0;

/** The rendered window moves in blocks of this many rows: most scroll events render nothing. */
const block = 8;

/**
 * Lines from blockers to blocked epics, in one drawing behind the bars: of the hovered or focused row, and on demand of all
 * visible rows. Those of epics inside folded rows and lanes end, dashed, at what holds them. Rows are independent of it, and
 * scrolling redraws it once every eight rows.
 */
export const DependencyLayer = memo(function DependencyLayer(props: DependencyLayerProps) {
  const { scroller, scale, look, layout, rowHeight, isPhone, bufferSize, showsAll } = props;
  // Lines follow a dragged bar, and turn red where it would conflict.
  const rows = useMovedRows(props.rows, props.moves, props.window);
  const inHand = useRowInHand(scroller, rows, hasLinks);
  const peeked = usePeeked();
  const { soft } = look;
  const isNeeded = showsAll || inHand !== -1;
  const first = useFirstRow(scroller, layout, isNeeded);
  const from = Math.max(0, first - block);
  const to = first + bufferSize + 2 * block;
  const placement = usePlacement(props.args, rows, isNeeded);
  const inCycles = useMemo(() => cyclesIn(rows, placement), [rows, placement]);
  const ground = useMemo<LineGround>(
    () => ({ ...placement, rows, layout, scale, soft, rowHeight, isPhone, inCycles }),
    [placement, rows, layout, scale, soft, rowHeight, isPhone, inCycles],
  );
  const all = useMemo(() => (showsAll ? dependencyLines(ground, from, to) : []), [ground, showsAll, from, to]);
  const own = useMemo(() => (inHand === -1 ? [] : linesOfRow(ground, inHand, from, to)), [ground, inHand, from, to]);
  const ownKeys = new Set(own.map(({ key }) => key));
  const others = all.filter(({ key }) => !ownKeys.has(key));
  const drawn = [...own, ...others].slice(0, MAX_DRAWN_DEPENDENCIES);
  const total = own.length + others.length;
  const client = useQueryClient();
  const lagOf = useCallback(
    ({ blocker, blocked }: Dependency) => {
      const mayEdit = [blocker, blocked].some(({ itemId }) => rows[placement.indexOf(itemId)]?.epic?.mayMove);
      if (!mayEdit) return null;
      return async (lagDays: number) => {
        await changeLag({ id: workItemId(blocker.itemId), linkedItemId: workItemId(blocked.itemId), lagDays });
        const epics = [blocker, blocked].map(({ itemId }) => Number(itemId) as WorkItemId);
        await refreshRoadmap(client, props.args, { ...nothingChanged, epics });
      };
    },
    [rows, placement, client, props.args],
  );
  const crossed = useMemo(
    () => (peeked === '' ? [] : crossedRows(own, ground, look, { from, to })),
    [peeked, own, ground, look, from, to],
  );
  useHiddenNotes(crossed);
  if (drawn.length === 0) return null;
  return (
    <>
      <Lines lines={drawn} ownKeys={ownKeys} lagOf={lagOf} top={layout.top(from)} width={scale.width} />
      {total > drawn.length && <DrawnNotice drawn={drawn.length} total={total} />}
    </>
  );
});

const workItemId = (number: string): string => `gid://gitlab/WorkItem/${number}`;

/** Says in the status line that not all lines are drawn. */
function DrawnNotice({ drawn, total }: { drawn: number; total: number }) {
  const { formatMessage } = useIntl();
  const line = document.querySelector('[data-status-counts]');
  return line && createPortal(<span>{formatMessage(messages.drawn, { n: drawn, m: total })}</span>, line);
}

/** The ids of links on a cycle, among all that are known. */
function cyclesIn(rows: readonly ListRow[], { placed }: Placement): ReadonlySet<string> {
  const links = new Map<string, readonly [string, string]>();
  const add = (itemId: string, { linkId, type, itemId: other }: { linkId: string; type: string; itemId: string }) =>
    links.set(linkId, type === 'blocks' ? [itemId, other] : [other, itemId]);
  for (const { epic } of rows) if (epic && !epic.isClosed) for (const link of epic.links) add(digitsOf(epic.id), link);
  for (const [itemId, epic] of placed ?? []) for (const link of epic.links) add(itemId, link);
  const inCycles = linksInCycles([...links.values()]);
  return new Set([...links].flatMap(([linkId, link]) => (inCycles.has(link) ? [linkId] : [])));
}

/** The first visible row, in steps of a block; only tracked while something renders by it. */
function useFirstRow(scroller: RefObject<HTMLElement | null>, layout: RowLayout, isNeeded: boolean): number {
  const [first, setFirst] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element || !isNeeded) return undefined;
    const read = (): void => setFirst(Math.floor(layout.at(element.scrollTop) / block) * block);
    read();
    // Before others change the document, so that reading does not force a layout.
    const early = { passive: true, capture: true };
    element.addEventListener('scroll', read, early);
    return () => element.removeEventListener('scroll', read, early);
  }, [scroller, layout, isNeeded]);
  return first;
}

/** The rows as they are drawn while bars are moved: the very same ones while none is. */
function useMovedRows(rows: readonly ListRow[], store: MoveStore, window: Timeframe): readonly ListRow[] {
  const moves = useSyncExternalStore(store.subscribe, store.get);
  const { drag, spans } = moves;
  return useMemo(
    () =>
      drag === null && spans.size === 0 ? rows : rows.map((row) => (row.epic ? movedRow(row, moves, window) : row)),
    // Other changes of the store do not move rows.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [rows, drag, spans, window],
  );
}
