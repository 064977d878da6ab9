import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ChangeRefusedError, RequestError } from '../../app/errors.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/Toast.tsx';
import { changeEpicState, epicQuery, type EpicView } from './api.ts';
import { epicWords as words } from './words.ts';

/** What one may do with the epic. */
export function EpicActions({ epic, fullPath }: { epic: EpicView; fullPath: string }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  if (!epic.userPermissions.adminEpic) return null;
  const isClosed = epic.state === 'closed';
  const toggle = async (): Promise<void> => {
    const query = epicQuery(fullPath, epic.iid);
    setSending(true);
    try {
      const state = await changeEpicState(fullPath, epic.iid, isClosed ? 'REOPEN' : 'CLOSE');
      client.setQueryData(query.queryKey, (now) => now && { ...now, state });
      void client.invalidateQueries({ queryKey: ['epics'] });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      toast({
        text:
          error instanceof ChangeRefusedError && error.message !== ''
            ? error.message
            : formatMessage(words.stateFailed),
      });
    } finally {
      setSending(false);
    }
  };
  return (
    <Button busy={isSending} onClick={() => void toggle()}>
      <FormattedMessage {...(isClosed ? words.reopen : words.close)} />
    </Button>
  );
}
