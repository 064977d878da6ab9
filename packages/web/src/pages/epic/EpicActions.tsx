import { useQueryClient } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { type StateChange, useStateChange } from '../../modules/work-items/state-change.ts';
import { Button } from '../../ui/Button.tsx';
import { changeEpicState, epicQuery, type EpicView } from './api.ts';
import { epicWords as words } from './words.ts';

/** Closing and reopening this epic. */
export function useEpicState(epic: EpicView, fullPath: string): StateChange {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  return useStateChange({
    item: epic,
    failed: formatMessage(words.stateFailed),
    send: (event) => changeEpicState(fullPath, epic.iid, event),
    keep(state) {
      client.setQueryData(epicQuery(fullPath, epic.iid).queryKey, (now) => now && { ...now, state });
      for (const key of ['epics', 'activity', 'children']) void client.invalidateQueries({ queryKey: [key] });
    },
  });
}

/** What one may do with the epic. */
export function EpicActions({ epic, change }: { epic: EpicView; change: StateChange }) {
  if (!epic.userPermissions.adminEpic) return null;
  return (
    <Button busy={change.isSending} onClick={() => void change.toggle()}>
      <FormattedMessage {...(change.isClosed ? words.reopen : words.close)} />
    </Button>
  );
}
