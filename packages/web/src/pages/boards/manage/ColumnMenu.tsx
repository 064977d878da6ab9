import { ArrowLeft, ArrowRight, Ellipsis, Gauge, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useChange } from '../../../platform/forms/use-change.ts';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { Menu, MenuItem } from '../../../ui/overlay/Menu.tsx';
import { boardKey, type BoardQuery } from '../data/board.ts';
import type { ShownColumn } from '../data/shown.ts';
import { addColumn, limitColumn, moveColumn, removeColumn, valueOfColumn } from './api.ts';
import { LimitForm } from './LimitForm.tsx';
import { manageMessages as messages } from './messages.ts';

export interface ColumnMenuProps {
  query: BoardQuery;
  column: ShownColumn;
  /** The columns with a list, in their order. */
  listed: readonly ShownColumn[];
}

/** What may be done with a stored column of a board. */
export function ColumnMenu({ query, column, listed }: ColumnMenuProps) {
  const { formatMessage } = useIntl();
  const { change } = useChange(boardKey(query.home));
  const [isLimiting, setLimiting] = useState(false);
  const { slot, name } = column;
  const { boardId } = query;
  const listId = slot.listId ?? '';
  const position = listed.findIndex((each) => each.slot.key === slot.key);
  const value = valueOfColumn(slot);
  const label = formatMessage(messages.columnActions, { name });
  const moveTo = (to: number) => void change({ perform: () => moveColumn(listId, to) });
  const remove = () =>
    change({
      perform: () => removeColumn(listId),
      done: formatMessage(messages.removed, { name }),
      ...(value && boardId && { undo: { perform: () => restore(boardId) } }),
    });
  const restore = async (board: string) => {
    if (!value) return;
    const restored = await addColumn(board, value);
    await moveColumn(restored, position);
    const { limitMetric, maxIssueCount, maxIssueWeight } = slot;
    const isByWeight = limitMetric === 'issue_weights';
    const most = isByWeight ? maxIssueWeight : maxIssueCount;
    if (most > 0) await limitColumn(restored, { metric: isByWeight ? 'issue_weights' : 'issue_count', most });
  };
  return (
    <>
      <Menu
        label={label}
        placement={{ align: 'end' }}
        trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} size="small" label={label} />}
      >
        {value && (
          <MenuItem icon={Gauge} onSelect={() => setLimiting(true)}>
            {formatMessage(messages.limit)}
          </MenuItem>
        )}
        {position > 0 && (
          <MenuItem icon={ArrowLeft} onSelect={() => moveTo(position - 1)}>
            {formatMessage(messages.moveLeft)}
          </MenuItem>
        )}
        {position < listed.length - 1 && (
          <MenuItem icon={ArrowRight} onSelect={() => moveTo(position + 1)}>
            {formatMessage(messages.moveRight)}
          </MenuItem>
        )}
        <MenuItem icon={Trash2} tone="danger" onSelect={() => void remove()}>
          {formatMessage(messages.remove)}
        </MenuItem>
      </Menu>
      {isLimiting && <LimitForm home={query.home} column={column} onClose={() => setLimiting(false)} />}
    </>
  );
}
