import { useQueryClient } from '@tanstack/react-query';
import { lazy, type RefObject, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useIntl } from 'react-intl';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { arrowAt, lineBetween, pathThrough } from '@milepost/core/roadmap/dependency-lines';
import { barBoxOf, type BarGround } from '../dependencies/dependency-lines.ts';
import { epicRows, type ListRow } from '../data/rows.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import { laneDrop, lanesAt, leafLanes, type LaneDrop } from '../drag/lane-drop.ts';
import type { Connection, MoveStore } from '../drag/moves.ts';
import { saveDrag, saverOf } from '../drag/saver.ts';
import styles from './connect.module.css';
import { connectMessages as messages } from './messages.ts';
import { useConnect } from './use-connect.ts';

const ConnectMenu = lazy(() => import('./ConnectMenu.tsx').then((module) => ({ default: module.ConnectMenu })));

export interface ConnectLayerProps extends BarGround {
  args: EpicArguments;
  scroller: RefObject<HTMLElement | null>;
  moves: MoveStore;
}

/** The handle at the end of the bar in hand, the line that is dragged from it, and the menu that needs no dragging. */
export function ConnectLayer({ args, scroller, moves, ...ground }: ConnectLayerProps) {
  const { rows, isPhone, scale } = ground;
  const { formatMessage } = useIntl();
  const connect = useConnect(args, moves.steps);
  useEffect(() => moves.offerConnect(connect), [moves, connect]);
  const { index, menu, openMenu, closeMenu } = useRowInHand(scroller, rows);
  useEffect(
    () =>
      moves.offerMenu((id) => {
        const at = rows.findIndex(({ epic: each }) => each?.id === id);
        const bar = scroller.current?.querySelector(`[data-card="epic:${CSS.escape(id)}"]`);
        if (bar && rows[at]?.epic?.mayMove) openMenu(id, at, bar);
      }),
    [moves, rows, scroller, openMenu],
  );
  const connection = useSyncExternalStore(moves.subscribe, () => moves.get().connection);
  const isDragging = useSyncExternalStore(moves.subscribe, () => moves.get().drag !== null);
  const client = useQueryClient();
  const moveToLane = (moved: RoadmapEpic, drop: LaneDrop): void => {
    const { area } = moves;
    if (area)
      saveDrag(saverOf(moves, client, area), { epic: moved, grip: 'move', span: moved.span, x: null, lane: drop });
  };
  const row = rows[index];
  const epic = row?.epic?.mayMove ? row.epic : null;
  const menuIndex = menu ? indexOfMenu(rows, menu) : -1;
  const subject = rows[menuIndex]?.epic;
  const box = epic && !isPhone && !isDragging ? barBoxOf(ground, index, 0) : null;
  return (
    <>
      {epic && box && (
        <div className={styles.layer} aria-hidden="true">
          <button
            type="button"
            tabIndex={-1}
            className={styles.handle}
            style={{ left: Math.min(box.right, scale.width - 24), top: box.y - 12 }}
            data-connect={index}
            data-active={connection !== null || undefined}
            aria-label={formatMessage(messages.handle, { title: epic.title })}
            data-tooltip={formatMessage(messages.handle, { title: epic.title })}
            onClick={(event) => openMenu(epic.id, index, event.currentTarget)}
          />
        </div>
      )}
      {connection && createPortal(<DraggedLine connection={connection} />, document.body)}
      {menu && subject && (
        <Suspense fallback={null}>
          <ConnectMenu
            anchor={menu.anchor}
            epic={subject}
            ends={epicRows(rows).map((each) => each.epic)}
            lanes={lanesFor(rows, menuIndex)}
            onConnect={connect}
            onLane={(drop) => moveToLane(subject, drop)}
            onClose={closeMenu}
          />
        </Suspense>
      )}
    </>
  );
}

/** The lanes that an epic could be moved to. */
function lanesFor(rows: readonly ListRow[], index: number): LaneDrop[] {
  const header = rows[index]?.epic && rows[index].lane?.headerIndex;
  const own = header === undefined || header === null ? [] : lanesAt(rows, header);
  return leafLanes(rows).flatMap((path) => {
    const drop = own.length > 0 ? laneDrop(own, path) : null;
    return drop && drop.refused === null ? [drop] : [];
  });
}

/** From the handle to the pointer, in pixels of the screen. */
function DraggedLine({ connection: { x, y } }: { connection: Connection }) {
  const handle = document.querySelector('[data-connect][data-active]')?.getBoundingClientRect();
  if (!handle) return null;
  const from = { left: handle.left, right: handle.left, y: handle.top + handle.height / 2, half: 0 };
  const points = lineBetween(from, { left: x, right: x, y, half: 0 }, 28);
  return (
    <svg className={styles.dragged} aria-hidden="true">
      <path d={pathThrough(points)} />
      <path d={arrowAt(points)} data-head />
    </svg>
  );
}

interface OpenMenu {
  /** Of the epic: its row may move while the menu is open. */
  id: string;
  /** Of the row in which it was opened; an epic may have several. */
  index: number;
  anchor: Element;
}

/** The row of the epic whose menu is open: -1 if it is not listed any more. */
function indexOfMenu(rows: readonly ListRow[], { id, index }: OpenMenu): number {
  return rows[index]?.epic?.id === id ? index : rows.findIndex(({ epic }) => epic?.id === id);
}

/** The hovered or focused row with its handle, and the open menu. */
function useRowInHand(scroller: RefObject<HTMLElement | null>, rows: readonly ListRow[]) {
  const [index, setIndex] = useState(-1);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const rowOf = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null);
    const take = (event: Event): void => {
      // On its handle the bar is still in hand.
      if (event.target instanceof Element && event.target.closest('[data-connect]')) return;
      const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
      const row = isTouch ? null : rowOf(event);
      setIndex(row ? Number(row.dataset['row']) : -1);
    };
    const drop = (): void => setIndex(-1);
    const onKey = (event: KeyboardEvent): void => {
      const row = rowOf(event);
      const at = Number(row?.dataset['row'] ?? -1);
      const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
      const epic = rows[at]?.epic;
      if (!row || !isMenuKey || !epic?.mayMove) return;
      event.preventDefault();
      setMenu({ id: epic.id, index: at, anchor: row.querySelector('[data-card^="epic:"]') ?? row });
    };
    const stop = new AbortController();
    const passive = { passive: true, signal: stop.signal };
    element.addEventListener('pointerover', take, passive);
    element.addEventListener('focusin', take, passive);
    element.addEventListener('pointerleave', drop, passive);
    element.addEventListener('keydown', onKey, { signal: stop.signal });
    return () => stop.abort();
  }, [scroller, rows]);
  return {
    index: index < rows.length ? index : -1,
    menu,
    openMenu: useCallback((id: string, at: number, anchor: Element) => setMenu({ id, index: at, anchor }), []),
    closeMenu: () => {
      const at = menu ? indexOfMenu(rows, menu) : -1;
      const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${at}"]`);
      setMenu(null);
      row?.focus();
    },
  };
}
