import { dateLocale } from '../../../ui/text/date-locale.ts';
import { type RefObject, Fragment, memo, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import type { Day } from '@milepost/core/days';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { dayText } from '@milepost/core/roadmap/timeframe-text';
import type { Scale } from '../../../timeline/scale.ts';
import timeline from '../../../timeline/timeline.module.css';
import { isBehindLink } from '../data/ask.ts';
import { chartMessages as messages } from '../messages/chart.ts';
import { type DependencyLine, type LineGround, dependencyLines, linesOfRow, rowFinder } from './dependency-lines.ts';
import type { MoveStore } from '../drag/moves.ts';
import { placedEpics } from './hidden-dependencies.ts';
import type { RowLayout } from '../../../ui/list/row-layout.ts';
import type { ListRow } from '../data/rows.ts';
import { movedRow } from '../drag/moved-row.ts';

export interface DependencyLayerProps {
  args: EpicArguments;
  scroller: RefObject<HTMLElement | null>;
  rows: readonly ListRow[];
  scale: Scale;
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

/** The rendered window moves in blocks of this many rows: most scroll events render nothing. */
const block = 8;

/**
 * Lines from blockers to blocked epics, in one drawing behind the bars: of the hovered or focused row, and on demand of all
 * visible rows. Those of epics inside collapsed rows end, dashed, at the collapsed row. Rows are independent of it, and
 * scrolling redraws it once every eight rows.
 */
export const DependencyLayer = memo(function DependencyLayer(props: DependencyLayerProps) {
  const { scroller, scale, layout, rowHeight, isPhone, bufferSize, showsAll } = props;
  // Lines follow a dragged bar, and turn red where it would conflict.
  const rows = useMovedRows(props.rows, props.moves, props.window);
  const inHand = useRowInHand(scroller, rows);
  const isNeeded = showsAll || inHand !== -1;
  const first = useFirstRow(scroller, layout, isNeeded);
  const from = Math.max(0, first - block);
  const to = first + bufferSize + 2 * block;
  // Only a collapsed row hides epics. A public link does not provide this data: lines end in a stub there.
  const hidesEpics = useMemo(
    () => rows.some(({ epic, expansion }) => epic !== null && expansion === 'collapsed'),
    [rows],
  );
  const placed = useQuery({ ...placedEpics(props.args), enabled: showsAll && hidesEpics && !isBehindLink() }).data;
  const ground = useMemo<LineGround>(
    () => ({ rows, layout, indexOf: rowFinder(rows), placed, scale, rowHeight, isPhone }),
    [rows, layout, placed, scale, rowHeight, isPhone],
  );
  const all = useMemo(() => (showsAll ? dependencyLines(ground, from, to) : []), [ground, showsAll, from, to]);
  const own = useMemo(() => (inHand === -1 ? [] : linesOfRow(ground, inHand, from, to)), [ground, inHand, from, to]);
  if (all.length === 0 && own.length === 0) return null;
  const inOwn = new Set(own.map(({ linkId }) => linkId));
  const others = all.filter(({ linkId }) => !inOwn.has(linkId));
  return (
    <svg
      className={timeline.dependencies}
      style={{ top: layout.top(from), width: scale.width }}
      aria-hidden="true"
      data-dependencies={all.length + own.length}
    >
      {looks.map(({ isWrong, isRolledUp }) => {
        const ofLook = (line: DependencyLine) => line.isWrong === isWrong && line.isRolledUp === isRolledUp;
        const look = { isWrong, isRolledUp };
        return (
          <Fragment key={`${isWrong} ${isRolledUp}`}>
            <Strokes lines={others.filter(ofLook)} {...look} />
            <Strokes lines={own.filter(ofLook)} {...look} isOwn />
          </Fragment>
        );
      })}
      {[...others, ...own].map((line) => (line.isWrong || line.isRolledUp) && <Reason key={line.linkId} line={line} />)}
    </svg>
  );
});

interface StrokesProps {
  lines: readonly DependencyLine[];
  isWrong: boolean;
  isRolledUp: boolean;
  isOwn?: boolean;
}

/** Later lines are drawn on top: invalid lines over the others. */
const looks = [false, true].flatMap((isWrong) => [true, false].map((isRolledUp) => ({ isWrong, isRolledUp })));

/** Lines of one style share one path, however many there are. */
function Strokes({ lines, isOwn, isWrong, isRolledUp }: StrokesProps) {
  if (lines.length === 0) return null;
  return (
    <g data-own={isOwn || undefined} data-wrong={isWrong || undefined} data-rolled-up={isRolledUp || undefined}>
      <path d={lines.map(({ line }) => line).join('')} />
      <path d={lines.map(({ head }) => head).join('')} data-head />
    </g>
  );
}

/** Explains red and dashed lines on hover. The badges of rows expose the same to screen readers. */
function Reason({ line }: { line: DependencyLine }) {
  const { formatMessage } = useIntl();
  const locale = dateLocale();
  const [blocked, blocker] = [line.blocked.title, line.blocker.title];
  const reason = line.isWrong
    ? formatMessage(messages.startsTooEarly, {
        blocked,
        blocker,
        start: dayText(line.blocked.span.start as Day, locale),
        due: dayText(line.blocker.span.due as Day, locale),
        lag: line.lagDays,
      })
    : formatMessage(messages.blocksInside, { blocked, blocker });
  const others = line.count > 1 ? ` ${formatMessage(messages.moreDependencies, { count: line.count - 1 })}` : '';
  return <path d={line.hit} data-hit data-tooltip={`${reason}${others}`} />;
}

/** The index of the hovered or focused row, if it has any links; else -1. */
function useRowInHand(scroller: RefObject<HTMLElement | null>, rows: readonly ListRow[]): number {
  const [index, setIndex] = useState(-1);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const take = (event: Event): void => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
      const next = row ? Number(row.dataset['row']) : -1;
      setIndex((rows[next]?.epic?.links.length ?? 0) > 0 ? next : -1);
    };
    const drop = (): void => setIndex(-1);
    const stop = new AbortController();
    const options = { passive: true, signal: stop.signal };
    element.addEventListener('pointerover', take, options);
    element.addEventListener('focusin', take, options);
    element.addEventListener('pointerleave', drop, options);
    element.addEventListener('focusout', drop, options);
    return () => stop.abort();
  }, [scroller, rows]);
  return index < rows.length ? index : -1;
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
