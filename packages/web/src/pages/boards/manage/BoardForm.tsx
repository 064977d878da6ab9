import { boardLimits } from '@milepost/core/boards/boards';
import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import { useForm } from '../../../platform/forms/form.ts';
import { FormDialog } from '../../../platform/forms/FormDialog.tsx';
import { useRouter } from '../../../platform/navigation/router-context.ts';
import { useDisabledFeatures } from '../../../platform/session/features.ts';
import { Select, TextField } from '../../../ui/field/Field.tsx';
import { boardKey, boardQuery } from '../data/board.ts';
import { createBoard, renameBoard, valueOfColumn } from './api.ts';
import { manageMessages as messages } from './messages.ts';

export interface BoardFormProps {
  home: NamespaceRef;
  /** The scopes of labels that columns can be made of. */
  scopes: readonly string[];
  /** The board to rename; null for a new one. */
  board: { id: string; name: string } | null;
  onClose(): void;
}

interface BoardValues {
  name: string;
  /** A division of boards: its values become columns; empty for none. */
  division: string;
}

/** Creates a board with its first columns, or renames one. */
export function BoardForm({ home, scopes, board, onClose }: BoardFormProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const router = useRouter();
  const without = useDisabledFeatures();
  const hasStatuses = !without.includes('statuses');
  const form = useForm<BoardValues>({
    initial: { name: board?.name ?? '', division: hasStatuses ? 'status' : '' },
    check: ({ name }) => (name.trim() === '' ? { name: ["can't be blank"] } : null),
    async send({ name, division }) {
      if (board) await renameBoard(board.id, name.trim());
      else router.navigate(await createBoard(home, name.trim(), await columnsOf(division)));
      await client.invalidateQueries({ queryKey: boardKey(home) });
    },
  });
  const columnsOf = async (division: string) => {
    if (division === '') return [];
    const query = { home, boardId: null, epic: '', columns: division, lanes: '', filters: '' };
    const { columns } = await client.fetchQuery(boardQuery(query));
    return columns.flatMap((column) => valueOfColumn(column) ?? []);
  };
  return (
    <FormDialog
      title={formatMessage(board ? messages.renameTitle : messages.newTitle)}
      form={form}
      send={board ? messages.save : messages.create}
      onClose={onClose}
    >
      <TextField
        label={formatMessage(messages.name)}
        data-autofocus
        autoComplete="off"
        maxLength={boardLimits.nameLength}
        {...form.textField('name')}
      />
      {!board && (
        <Select
          label={formatMessage(messages.startWith)}
          note={formatMessage(messages.startWithNote)}
          value={form.values.division}
          onChange={({ target }) => form.set({ division: target.value })}
        >
          {hasStatuses && <option value="status">{formatMessage(messages.byStatus)}</option>}
          {!without.includes('scoped_labels') &&
            scopes.map((scope) => (
              <option key={scope} value={`label:${scope}`}>
                {formatMessage(messages.byScope, { scope: `${scope}::*` })}
              </option>
            ))}
          <option value="">{formatMessage(messages.noColumns)}</option>
        </Select>
      )}
    </FormDialog>
  );
}
