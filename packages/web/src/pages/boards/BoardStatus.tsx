import { boardLimits } from '@milepost/core/boards/boards';
import { TriangleAlert } from 'lucide-react';
import { useIntl } from 'react-intl';
import { Icon } from '../../ui/button/Icon.tsx';
import type { BoardData } from './data/board.ts';
import type { ShownColumn } from './data/shown.ts';
import board from './board.module.css';
import styles from './status.module.css';
import { messages } from './data/messages.ts';

export interface BoardTotals {
  /** Cards in columns that are not folded. */
  shown: number;
  /** Issues without filters. */
  total: number;
  weight: number;
  done: number;
}

export interface BoardStatusProps {
  data: Pick<BoardData, 'hasMoreColumns' | 'hasMoreLanes'>;
  totals: BoardTotals;
  columns: readonly ShownColumn[];
}

/** How many issues are shown, what is left out, and which columns exceed their limit. */
export function BoardStatus({ data, totals, columns }: BoardStatusProps) {
  const { formatMessage } = useIntl();
  const { shown, total, weight, done } = totals;
  return (
    <div className={styles.status} role="status">
      <span>{formatMessage(messages.shown, { shown, total })}</span>
      {columns
        .filter(({ isFolded, count }) => isFolded && count > 0)
        .map(({ slot, name, count }) => (
          <span key={slot.key}>{formatMessage(messages.folded, { count, name: name.toLowerCase() })}</span>
        ))}
      {data.hasMoreColumns && <span>{formatMessage(messages.firstColumns, { limit: boardLimits.columns })}</span>}
      {data.hasMoreLanes && <span>{formatMessage(messages.firstLanes, { limit: boardLimits.lanes })}</span>}
      <span className={board.wide}>{formatMessage(messages.weights, { weight, done })}</span>
      {columns
        .filter(({ excess }) => excess > 0)
        .map(({ slot, name, excess }) => (
          <span key={slot.key} className={styles.alert}>
            <Icon of={TriangleAlert} size={14} />
            {formatMessage(messages.over, { column: name, excess })}
          </span>
        ))}
    </div>
  );
}

/** What a board without cards says over its columns. */
export function EmptyBoard({ data, mayCreate }: { data: BoardData; mayCreate: boolean }) {
  const { formatMessage } = useIntl();
  if (data.counts.some(({ count }) => count > 0)) return null;
  return (
    <div className={styles.empty}>
      <p>{formatMessage(data.total === 0 ? messages.noIssues : messages.noMatch)}</p>
      {data.total === 0 && mayCreate && <p>{formatMessage(messages.firstIssue)}</p>}
    </div>
  );
}
