import { digitsOf } from '@milepost/core/global-ids';
import { Plus, SquareKanban } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { goTo, hrefOf } from '../../platform/navigation/navigation.ts';
import { ItemActions } from '../../modules/work-items/actions/ItemActions.tsx';
import { type StateChange, useStateChange } from '../../modules/work-items/state-change.ts';
import { MenuItem } from '../../ui/overlay/Menu.tsx';
import { changeEpicState, epicQuery, type EpicView } from './api.ts';
import { epicMessages as messages } from './messages.ts';

/** Closing and reopening this epic. */
export function useEpicState(epic: EpicView, fullPath: string): StateChange {
  const { formatMessage } = useIntl();
  return useStateChange({
    item: epic,
    queryKey: epicQuery(fullPath, epic.iid).queryKey,
    failed: formatMessage(messages.stateFailed),
    send: (event) => changeEpicState(epic.webPath, event === 'CLOSE' ? 'close' : 'reopen'),
  });
}

export interface EpicActionsProps {
  epic: EpicView;
  fullPath: string;
  change: StateChange;
  onEdit(): void;
}

/** The actions on the epic. */
export function EpicActions({ epic, fullPath, change, onEdit }: EpicActionsProps) {
  const { updateEpic, createEpic, destroyEpic } = epic.userPermissions;
  const fresh = { page: 'newEpic', fullPath } as const;
  const below = { parent_epic: epic.reference };
  const boards = { page: 'groupBoards', fullPath } as const;
  const ofEpic = { epic: digitsOf(epic.id) };
  return (
    <ItemActions
      item={{ webPath: epic.webPath, reference: epic.reference, type: 'epic', author: epic.author }}
      may={{ edit: updateEpic, toggleState: updateEpic, destroy: destroyEpic }}
      change={change}
      onEdit={onEdit}
    >
      <MenuItem icon={SquareKanban} href={hrefOf(boards, ofEpic)} onSelect={() => goTo(boards, { search: ofEpic })}>
        <FormattedMessage {...messages.board} />
      </MenuItem>
      {createEpic && (
        <>
          <MenuItem icon={Plus} href={hrefOf(fresh)} onSelect={() => goTo(fresh)}>
            <FormattedMessage {...messages.newEpic} />
          </MenuItem>
          <MenuItem icon={Plus} href={hrefOf(fresh, below)} onSelect={() => goTo(fresh, { search: below })}>
            <FormattedMessage {...messages.newChildEpic} />
          </MenuItem>
        </>
      )}
    </ItemActions>
  );
}
