import { CLOSED, DELETED, limitOf, NONE } from '@milepost/core/boards/boards';
import { ChevronsLeft, ChevronsRight, CircleCheck, Plus, TriangleAlert, Weight } from 'lucide-react';
import { useIntl } from 'react-intl';
import { LabelChip } from '../../modules/labels/LabelChip.tsx';
import { StatusMark } from '../../modules/statuses/StatusLabel.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { PersonAvatar } from '../../ui/text/Avatar.tsx';
import { text } from '../../ui/text/text.tsx';
import type { BoardQuery } from './data/board.ts';
import type { ShownColumn } from './data/shown.ts';
import styles from './board.module.css';
import { messages } from './data/messages.ts';
import { ColumnMenu } from './manage/ColumnMenu.tsx';

export interface BoardHeadProps {
  query: BoardQuery;
  columns: readonly ShownColumn[];
  mayCreate: boolean;
  /** Whether the viewer may change stored columns. */
  mayManage: boolean;
  onFold(key: string, isFolded: boolean): void;
  onCreate(column: string): void;
}

/** The heads of the columns, above all lanes. */
export function BoardHead({ query, columns, mayCreate, mayManage, onFold, onCreate }: BoardHeadProps) {
  const { formatMessage } = useIntl();
  const listed = columns.filter(({ slot }) => slot.listId);
  return (
    <div className={`${styles.row} ${styles.head}`}>
      {columns.map((column) => {
        const { slot, name, count, isFolded } = column;
        return isFolded ? (
          <div key={slot.key} className={styles.foldedHead}>
            <IconButton
              icon={ChevronsLeft}
              size="small"
              label={formatMessage(messages.unfoldCount, { name, count })}
              onClick={() => onFold(slot.key, false)}
            />
          </div>
        ) : (
          <div key={slot.key} className={styles.columnHead} data-over={column.excess > 0 || undefined}>
            <h2 className={styles.columnName}>
              <SlotName column={column} />
            </h2>
            <Count column={column} />
            <span className={styles.columnWeight} data-tooltip={formatMessage(messages.totalWeight)}>
              <Icon of={Weight} size={12} label={formatMessage(messages.totalWeight)} />
              {column.weight}
            </span>
            <IconButton
              icon={ChevronsRight}
              size="small"
              label={formatMessage(messages.fold, { name })}
              onClick={() => onFold(slot.key, true)}
            />
            {mayCreate && slot.kind !== DELETED && (
              <IconButton
                icon={Plus}
                size="small"
                label={formatMessage(messages.newIssueIn, { column: name })}
                onClick={() => onCreate(slot.key)}
              />
            )}
            {mayManage && slot.listId && <ColumnMenu query={query} column={column} listed={listed} />}
          </div>
        );
      })}
    </div>
  );
}

function SlotName({ column: { slot, name } }: { column: ShownColumn }) {
  const { status, label, assignee, key } = slot;
  if (label) return <LabelChip label={label} />;
  return (
    <>
      {status && <StatusMark status={{ color: status.color ?? null, iconName: status.iconName ?? null }} />}
      {assignee && <PersonAvatar person={assignee} size={20} />}
      {key === CLOSED && <Icon of={CircleCheck} />}
      <span className={text.cut} data-tooltip-cut="" data-none={key === NONE || slot.kind === DELETED || undefined}>
        {name}
      </span>
    </>
  );
}

/** The number of cards; with a limit both, and the danger pill above it. */
function Count({ column: { slot, count, weight, excess } }: { column: ShownColumn }) {
  const { formatMessage } = useIntl();
  const limit = limitOf({ ...slot, limitMetric: slot.limitMetric ?? null });
  if (!limit) return <span className={styles.count}>{count}</span>;
  const now = limit.by === 'count' ? count : weight;
  const tip = formatMessage(limit.by === 'count' ? messages.limitTip : messages.weightLimitTip, {
    count: now,
    most: limit.most,
  });
  return (
    <span className={styles.limit} data-over={excess > 0 || undefined} data-tooltip={tip}>
      {excess > 0 && <Icon of={TriangleAlert} size={12} />}
      {formatMessage(messages.limit, { count: now, most: limit.most })}
    </span>
  );
}
