import { ChevronDown, ChevronRight } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from './Icon.tsx';
import { Spinner } from './Spinner.tsx';
import styles from './Tree.module.css';

const rowsIn = (tree: HTMLElement): HTMLElement[] => [...tree.querySelectorAll<HTMLElement>('[role=treeitem]')];
const levelOf = (row: HTMLElement): number => Number(row.getAttribute('aria-level'));

/**
 * A tree as a flat list of rows in their order on screen, so levels may be rendered by whoever loads them. One tab stop:
 * arrows walk, → opens or enters, ← closes or leaves, Home and End go to the ends, typing jumps, Enter presses the row's link.
 */
export function Tree({ label, children }: { label: string; children: ReactNode }) {
  const tree = useRef<HTMLUListElement>(null);
  const typed = useRef({ text: '', at: 0 });
  useLayoutEffect(() => {
    // Rows come and go with what is loaded; one of them can always be reached.
    const rows = tree.current ? rowsIn(tree.current) : [];
    if (rows.length > 0 && !rows.some((row) => row.tabIndex === 0)) (rows[0] as HTMLElement).tabIndex = 0;
  });
  const focus = (row: HTMLElement | undefined): void => {
    if (!row || !tree.current) return;
    for (const other of rowsIn(tree.current)) other.tabIndex = other === row ? 0 : -1;
    row.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const row = event.target instanceof HTMLElement && event.target.matches('[role=treeitem]') ? event.target : null;
    if (!row || !tree.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = rowsIn(tree.current);
    const index = rows.indexOf(row);
    const target = rowForKey(event.key, rows, index);
    if (target !== undefined) {
      event.preventDefault();
      if (target === 'toggle') row.querySelector<HTMLElement>('[data-twist]')?.click();
      else if (target === 'open') row.querySelector<HTMLElement>('a')?.click();
      else focus(target ?? undefined);
    } else if (event.key.length === 1 && event.key !== ' ') {
      focus(rowForText(rows, index, typeAhead(typed.current, event.key)));
    }
  };
  return (
    <ul
      ref={tree}
      role="tree"
      aria-label={label}
      className={styles.tree}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (!tree.current || !(event.target instanceof HTMLElement) || !event.target.matches('[role=treeitem]')) return;
        for (const row of rowsIn(tree.current)) row.tabIndex = row === event.target ? 0 : -1;
      }}
    >
      {children}
    </ul>
  );
}

/** What a key does: moves to a row (null: nowhere), opens or closes, or follows the link; undefined for other keys. */
function rowForKey(
  key: string,
  rows: HTMLElement[],
  index: number,
): HTMLElement | 'toggle' | 'open' | null | undefined {
  const row = rows[index];
  const isExpanded = row?.getAttribute('aria-expanded');
  switch (key) {
    case 'ArrowDown':
      return rows[index + 1] ?? null;
    case 'ArrowUp':
      return rows[index - 1] ?? null;
    case 'Home':
      return rows[0];
    case 'End':
      return rows.at(-1);
    case 'Enter':
      return 'open';
    case 'ArrowRight':
      if (isExpanded === 'false') return 'toggle';
      return isExpanded === 'true' && row && rows[index + 1] && levelOf(rows[index + 1] as HTMLElement) > levelOf(row)
        ? rows[index + 1]
        : null;
    case 'ArrowLeft':
      if (isExpanded === 'true') return 'toggle';
      return row ? (rows.slice(0, index).findLast((other) => levelOf(other) < levelOf(row)) ?? null) : null;
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

function rowForText(rows: HTMLElement[], index: number, text: string): HTMLElement | undefined {
  const start = text.length === 1 ? index + 1 : index;
  const rotated = [...rows.slice(start), ...rows.slice(0, start)];
  return rotated.find((row) =>
    (row.querySelector('a')?.textContent ?? row.textContent).trim().toLowerCase().startsWith(text),
  );
}

export interface TreeRowProps {
  level: number;
  /** What the chevron opens and closes; the row's name. */
  name: string;
  /** Undefined for a row that holds nothing. */
  isExpanded?: boolean | undefined;
  isLoading?: boolean;
  position: number;
  total: number;
  onToggle?(): void;
  /** With Alt, ↑ and ↓ put the row into another place among its siblings. */
  onMove?: ((by: -1 | 1) => void) | undefined;
  closed?: boolean;
  children: ReactNode;
}

/** One row of a Tree. The first link in it is where Enter leads. */
export function TreeRow({
  level,
  name,
  isExpanded,
  isLoading = false,
  position,
  total,
  onToggle,
  onMove,
  closed = false,
  children,
}: TreeRowProps) {
  const { formatMessage } = useIntl();
  const toggleLabel = isExpanded
    ? formatMessage({ id: 'ui.collapseRow', defaultMessage: 'Collapse {name}' }, { name })
    : formatMessage({ id: 'ui.expandRow', defaultMessage: 'Expand {name}' }, { name });
  return (
    <li
      role="treeitem"
      tabIndex={-1}
      aria-level={level}
      aria-expanded={isExpanded}
      aria-posinset={position}
      aria-setsize={total}
      aria-busy={isLoading || undefined}
      aria-selected={false}
      aria-label={name}
      aria-keyshortcuts={onMove ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
      onKeyDown={(event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
        if (!onMove || !by || !event.altKey || event.target !== event.currentTarget) return;
        event.preventDefault();
        onMove(by);
      }}
      data-closed={closed || undefined}
      className={styles.row}
      style={{ '--level': level } as CSSProperties}
    >
      {isExpanded === undefined ? (
        <span className={styles.twist} aria-hidden="true" />
      ) : (
        <button
          type="button"
          data-twist=""
          tabIndex={-1}
          className={styles.twist}
          aria-label={toggleLabel}
          onClick={onToggle}
        >
          {isLoading ? <Spinner /> : <Icon of={isExpanded ? ChevronDown : ChevronRight} />}
        </button>
      )}
      {children}
    </li>
  );
}
