import { boardPath } from '@milepost/core/boards/boards';
import { useQueryClient } from '@tanstack/react-query';
import { Columns3, Pencil, Plus, SquareKanban, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ConfirmDialog } from '../../../platform/forms/ConfirmDialog.tsx';
import { useRouter } from '../../../platform/navigation/router-context.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Menu, MenuChoice, MenuItem, MenuLine } from '../../../ui/overlay/Menu.tsx';
import { toast } from '../../../ui/overlay/Toast.tsx';
import { type BoardChoices, boardKey, type BoardQuery } from '../data/board.ts';
import { messages } from '../data/messages.ts';
import { AddColumnForm } from './AddColumnForm.tsx';
import { deleteBoard } from './api.ts';
import { BoardForm } from './BoardForm.tsx';
import styles from './manage.module.css';
import { manageMessages } from './messages.ts';

export interface BoardMenuProps {
  query: BoardQuery;
  /** Undefined while they are loading. */
  choices: BoardChoices | undefined;
  /** Of the stored board; null for the default one. */
  name: string | null;
  mayManage: boolean;
}

/** The boards of a group or project, and what may be done with them. */
export function BoardMenu({ query, choices, name, mayManage }: BoardMenuProps) {
  const { formatMessage } = useIntl();
  const router = useRouter();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'new' | 'rename' | 'delete' | 'column' | null>(null);
  const { home, boardId, columns } = query;
  const { boards, scopes } = choices ?? { boards: [], scopes: [] };
  const defaultName = formatMessage(messages.defaultBoard);
  const knownName = boardId === null ? defaultName : (name ?? boards.find(({ id }) => id === boardId)?.name);
  const shownName = knownName ?? defaultName;
  const close = () => setDialog(null);
  const reload = () => client.invalidateQueries({ queryKey: boardKey(home) });
  return (
    <>
      <Menu
        label={formatMessage(messages.boards)}
        trigger={(trigger) => (
          <Button
            {...trigger}
            icon={SquareKanban}
            aria-label={shownName}
            className={styles.boards}
            data-pending={knownName === undefined || undefined}
          >
            <span className={styles.name}>{shownName}</span>
          </Button>
        )}
      >
        <MenuChoice checked={boardId === null} onSelect={() => router.navigate(boardPath(home.kind, home.fullPath))}>
          {defaultName}
        </MenuChoice>
        {boards.map((board) => (
          <MenuChoice key={board.id} checked={board.id === boardId} onSelect={() => router.navigate(board.webPath)}>
            {board.name}
          </MenuChoice>
        ))}
        {mayManage && (
          <>
            <MenuLine />
            <MenuItem icon={Plus} onSelect={() => setDialog('new')}>
              {formatMessage(manageMessages.newBoard)}
            </MenuItem>
          </>
        )}
        {mayManage && boardId !== null && (
          <>
            {columns === '' && (
              <MenuItem icon={Columns3} onSelect={() => setDialog('column')}>
                {formatMessage(manageMessages.addColumn)}
              </MenuItem>
            )}
            <MenuItem icon={Pencil} onSelect={() => setDialog('rename')}>
              {formatMessage(manageMessages.rename)}
            </MenuItem>
            <MenuItem icon={Trash2} tone="danger" onSelect={() => setDialog('delete')}>
              {formatMessage(manageMessages.delete)}
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === 'new' && <BoardForm home={home} scopes={scopes} board={null} onClose={close} />}
      {dialog === 'rename' && boardId !== null && (
        <BoardForm home={home} scopes={scopes} board={{ id: boardId, name: name ?? '' }} onClose={close} />
      )}
      {dialog === 'column' && boardId !== null && <AddColumnForm home={home} boardId={boardId} onClose={close} />}
      {dialog === 'delete' && boardId !== null && (
        <ConfirmDialog
          title={formatMessage(manageMessages.deleteTitle, { name })}
          confirm={formatMessage(manageMessages.deleteNow)}
          failed={formatMessage(manageMessages.failed)}
          perform={async () => {
            await deleteBoard(boardId);
            toast({ text: formatMessage(manageMessages.deleted, { name }) });
            router.navigate(boardPath(home.kind, home.fullPath));
            await reload();
          }}
          onClose={close}
        >
          {formatMessage(manageMessages.deleteMeans)}
        </ConfirmDialog>
      )}
    </>
  );
}
