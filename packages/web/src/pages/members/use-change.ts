import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { RequestError } from '../../platform/api/errors.ts';
import { toast } from '../../ui/overlay/Toast.tsx';
import { membersMessages as messages } from './messages.ts';

/** Sends a change and loads the lists of `keys` again. A failure is shown with the server's reason; gives whether it worked. */
export function useChange(...keys: readonly QueryKey[]) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const change = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      toast({ text: [formatMessage(messages.failed), error.message].filter(Boolean).join(' ') });
      return false;
    } finally {
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
      setBusy(false);
    }
  };
  return { isBusy, change };
}
