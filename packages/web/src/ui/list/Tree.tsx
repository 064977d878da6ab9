import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type DrawRow, type TreeRow, TreeRowView } from './TreeRowView.tsx';
import { rowsAt, topsOf } from './row-layout.ts';
import { useRowWindow } from './use-row-window.ts';
import { useAfterPaint } from '../feedback/after-paint.ts';
import styles from './Tree.module.css';

/** Rows rendered beyond each edge of the screen, after the visible ones were painted. */
const SPARE_ROWS = 6;

export type TreeMove = 'up' | 'down' | 'in' | 'out';

export interface TreeProps<Row extends TreeRow> {
  label: string;
  rows: readonly Row[];
  /**
   * Renders the content of a row, after its chevron; an unchanged row renders again only if this function changes. Enter
   * follows its first link. While `isMoving`, details that only a still list needs are omitted.
   */
  children(row: Row, isMoving: boolean): ReactNode;
  onToggle(row: Row): void;
  /** With Alt, ↑ ↓ move a row among its siblings, → makes it a child of the previous one, ← a sibling of its parent. */
  onMove?: ((row: Row, move: TreeMove) => void) | undefined;
  /** Delete or Backspace. */
  onRemove?: ((row: Row) => void) | undefined;
  ref?: RefObject<HTMLUListElement | null>;
}

const moves: Readonly<Record<string, TreeMove>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/**
 * A tree as a flat list of rows, of which only those on screen are rendered. One tab stop: arrows move, → expands or enters, ←
 * collapses or leaves, Home and End go to the ends, typing jumps, Enter follows the row's link; the menu key, Shift and F10 or
 * + open the row's menu.
 */
export function Tree<Row extends TreeRow>({ label, rows, children, onToggle, onMove, onRemove, ref }: TreeProps<Row>) {
  const own = useRef<HTMLUListElement>(null);
  const list = ref ?? own;
  const typed = useRef({ text: '', at: 0 });
  const [activeKey, setActive] = useState<string | null>(null);
  /** The row to focus; a moved row may be missing for a moment and keeps the focus unless the user acts in the meantime. */
  const wanted = useRef<{ key: string; isMoved: boolean } | null>(null);
  const layout = useMemo(() => rowsAt(topsOf(rows)), [rows]);
  // Rows change as data load; one of them is always in the tab order.
  const found = rows.findIndex(({ key }) => key === activeKey);
  const active = found === -1 ? rows.findIndex(({ position }) => position !== undefined) : found;
  const spare = useAfterPaint() ? SPARE_ROWS : 0;
  const { indexes, isLight } = useRowWindow({ rows: layout, viewport: { list }, spare, kept: [active], leap: 0 });

  useLayoutEffect(() => {
    if (!wanted.current) return;
    const index = rows.findIndex(({ key }) => key === wanted.current?.key);
    const element = list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (!element) return;
    if (!wanted.current.isMoved) wanted.current = null;
    if (element === document.activeElement) return;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    const forget = (event: Event): void => {
      if (!(event instanceof KeyboardEvent && event.key === 'Alt')) wanted.current = null;
    };
    document.addEventListener('pointerdown', forget, true);
    document.addEventListener('keydown', forget, true);
    return () => {
      document.removeEventListener('pointerdown', forget, true);
      document.removeEventListener('keydown', forget, true);
    };
  }, []);

  // Rows are all of the one kind that the tree is given.
  const draw = children as DrawRow;
  const focus = (index: number | undefined): void => {
    const row = index === undefined ? undefined : rows[index];
    if (!row) return;
    wanted.current = { key: row.key, isMoved: false };
    setActive(row.key);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const element =
      event.target instanceof HTMLElement && event.target.matches('[role=treeitem]') ? event.target : null;
    const index = Number(element?.dataset['index'] ?? Number.NaN);
    const row = rows[index];
    if (!element || !row || event.ctrlKey || event.metaKey) return;
    if (event.altKey) {
      const move = moves[event.key];
      if (!move || !onMove) return;
      event.preventDefault();
      wanted.current = { key: row.key, isMoved: true };
      onMove(row, move);
      return;
    }
    if (event.key === 'ContextMenu' || event.key === '+' || (event.key === 'F10' && event.shiftKey)) {
      const menu = element.querySelector<HTMLElement>('[aria-haspopup=menu]');
      if (menu) event.preventDefault();
      menu?.click();
      return;
    }
    const target = rowForKey(event.key, rows, index);
    if (target !== undefined) {
      event.preventDefault();
      if (target === 'toggle') onToggle(row);
      else if (target === 'open') element.querySelector<HTMLElement>('a')?.click();
      else focus(target ?? undefined);
    } else if (event.key === 'Delete' && onRemove) {
      event.preventDefault();
      onRemove(row);
    } else if (event.key.length === 1 && event.key !== ' ') {
      focus(rowForText(rows, index, typeAhead(typed.current, event.key)));
    }
  };
  return (
    <ul
      ref={list}
      role="tree"
      aria-label={label}
      className={styles.tree}
      style={{ height: layout.top(rows.length) }}
      onKeyDown={onKeyDown}
      onClick={({ target }) => {
        const twist = target instanceof Element ? target.closest('[data-twist]') : null;
        const row = rows[Number(twist?.closest<HTMLElement>('[role=treeitem]')?.dataset['index'] ?? Number.NaN)];
        if (row) onToggle(row);
      }}
      onFocus={({ target }) => {
        const row =
          target instanceof HTMLElement && target.matches('[role=treeitem]') ? target.dataset['index'] : undefined;
        const key = row === undefined ? undefined : rows[Number(row)]?.key;
        if (key === undefined) return;
        // While a moved row is missing, another one gets the focus.
        if (wanted.current?.isMoved === false && wanted.current.key !== key) wanted.current = null;
        if (key !== activeKey) setActive(key);
      }}
    >
      {indexes.map((index) => {
        const row = rows[index];
        return (
          row && (
            <TreeRowView
              key={row.key}
              row={row}
              index={index}
              top={layout.top(index)}
              isTabStop={index === active}
              movable={onMove !== undefined}
              isMoving={isLight(index)}
              draw={draw}
            />
          )
        );
      })}
    </ul>
  );
}

/** The effect of a key: moves to a row (null: none), expands or collapses, or follows the link; undefined for other keys. */
function rowForKey(
  key: string,
  rows: readonly TreeRow[],
  index: number,
): number | 'toggle' | 'open' | null | undefined {
  const row = rows[index];
  const isItem = ({ position }: TreeRow): boolean => position !== undefined;
  const next = (start: number): number | null => {
    const found = rows.findIndex((other, at) => at >= start && isItem(other));
    return found === -1 ? null : found;
  };
  switch (key) {
    case 'ArrowDown':
      return next(index + 1);
    case 'ArrowUp': {
      const before = rows.slice(0, index).findLastIndex(isItem);
      return before === -1 ? null : before;
    }
    case 'Home':
      return next(0);
    case 'End':
      return rows.findLastIndex(isItem);
    case 'Enter':
      return 'open';
    case 'ArrowRight': {
      if (row?.isExpanded === false) return 'toggle';
      const child = rows[index + 1];
      return row?.isExpanded && child && isItem(child) && child.level > row.level ? index + 1 : null;
    }
    case 'ArrowLeft': {
      if (row?.isExpanded) return 'toggle';
      const parent = row ? rows.slice(0, index).findLastIndex((other) => isItem(other) && other.level < row.level) : -1;
      return parent === -1 ? null : parent;
    }
    default:
      return undefined;
  }
}

const pause = 600;

function typeAhead(typed: { text: string; at: number }, letter: string): string {
  const now = Date.now();
  typed.text = (now - typed.at < pause ? typed.text : '') + letter.toLowerCase();
  typed.at = now;
  return typed.text;
}

function rowForText(rows: readonly TreeRow[], index: number, text: string): number | undefined {
  const start = text.length === 1 ? index + 1 : index;
  const order = rows.map((_, at) => (start + at) % rows.length);
  return order.find((at) => {
    const row = rows[at];
    return row?.position !== undefined && row.name.trim().toLowerCase().startsWith(text);
  });
}
