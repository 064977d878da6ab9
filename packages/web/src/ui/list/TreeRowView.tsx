import { type CSSProperties, memo, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { PathIcon } from '../button/PathIcon.tsx';
import { Spinner } from '../progress/Spinner.tsx';
import styles from './Tree.module.css';

/** One row, in the order on screen. */
export interface TreeRow {
  key: string;
  /** From 1 on. */
  level: number;
  /** What the chevron opens and closes; what typing jumps to. */
  name: string;
  /** Pixels: rows off the screen are not rendered and cannot be measured. */
  height: number;
  /** Undefined for a row that holds nothing. */
  isExpanded?: boolean | undefined;
  isLoading?: boolean;
  isClosed?: boolean;
  /** Position among its siblings, from 1 on. Undefined for a row that is not an item, such as "Show more". */
  position?: number;
  total?: number;
}

/** Renders the content of a row. */
export type DrawRow = (row: TreeRow, isMoving: boolean) => ReactNode;

export interface TreeRowViewProps {
  row: TreeRow;
  index: number;
  top: number;
  isTabStop: boolean;
  movable: boolean;
  isMoving: boolean;
  draw: DrawRow;
}

/** Rows are recomputed on every change of the tree; most are unchanged. */
function isSame(before: TreeRowViewProps, after: TreeRowViewProps): boolean {
  const { row: rowBefore, ...restBefore } = before;
  const { row: rowAfter, ...restAfter } = after;
  return hasSameValues(rowBefore, rowAfter) && hasSameValues(restBefore, restAfter);
}

function hasSameValues(before: object, after: object): boolean {
  if (before === after) return true;
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  // A key that only one of them has is a difference too.
  return Object.keys({ ...old, ...now }).every((name) => Object.is(old[name], now[name]));
}

/** One row of a tree; memoized. */
export const TreeRowView = memo(function TreeRowView({
  row,
  index,
  top,
  isTabStop,
  movable,
  isMoving,
  draw,
}: TreeRowViewProps) {
  const style = { '--level': row.level, top, height: row.height } as CSSProperties;
  if (row.position === undefined) {
    return (
      <li role="none" className={styles.row} data-said="" data-first={index === 0 || undefined} style={style}>
        {draw(row, isMoving)}
      </li>
    );
  }
  return (
    <li
      role="treeitem"
      tabIndex={isTabStop ? 0 : -1}
      aria-level={row.level}
      aria-expanded={row.isExpanded}
      aria-posinset={row.position}
      aria-setsize={row.total}
      aria-busy={row.isLoading || undefined}
      aria-selected={false}
      aria-label={row.name}
      aria-keyshortcuts={movable ? 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowRight Alt+ArrowLeft' : undefined}
      data-index={index}
      data-first={index === 0 || undefined}
      data-closed={row.isClosed || undefined}
      className={styles.row}
      style={style}
    >
      <Twist name={row.name} isExpanded={row.isExpanded} isLoading={row.isLoading} />
      {draw(row, isMoving)}
    </li>
  );
}, isSame);

const chevronDown = 'M6 9l6 6 6-6';
const chevronRight = 'M9 18l6-6-6-6';

function Twist({ name, isExpanded, isLoading }: Pick<TreeRow, 'name' | 'isExpanded' | 'isLoading'>) {
  const { formatMessage } = useIntl();
  if (isExpanded === undefined) return <span className={styles.twist} aria-hidden="true" />;
  const label = isExpanded
    ? formatMessage({ id: 'ui.collapseRow', defaultMessage: 'Collapse {name}' }, { name })
    : formatMessage({ id: 'ui.expandRow', defaultMessage: 'Expand {name}' }, { name });
  return (
    <button type="button" tabIndex={-1} className={`${styles.twist} no-drag`} aria-label={label} data-twist="">
      {isLoading ? <Spinner /> : <PathIcon path={isExpanded ? chevronDown : chevronRight} />}
    </button>
  );
}
