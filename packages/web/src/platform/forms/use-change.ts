import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { toast } from '../../ui/overlay/Toast.tsx';
import { defineMessages, retryLabel, undoLabel } from '../../ui/text/messages.ts';
import { RequestError } from '../api/errors.ts';
import { knownReason } from './FormFailure.tsx';

const messages = defineMessages({
  failed: { id: 'change.failed', defaultMessage: 'Could not save your changes.' },
});

export interface Change {
  perform(): Promise<unknown>;
  /** Shown afterwards. */
  done?: string;
  /** Offered with `done`; itself it offers nothing. */
  undo?: Omit<Change, 'undo'>;
  /** The form that sends it stays open with a button of its own, so “Retry” is not offered. */
  keepsForm?: boolean;
}

/** Makes changes and loads the lists of `keys` again. A failure is shown with the server's reason and “Retry”. */
export function useChange(...keys: readonly QueryKey[]) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const change = async (wanted: Change): Promise<boolean> => {
    setBusy(true);
    try {
      await wanted.perform();
      const { done, undo } = wanted;
      if (done !== undefined) {
        const action = undo && { label: formatMessage(undoLabel), perform: () => void change(undo) };
        toast({ text: done, ...(action && { action }) });
      }
      return true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const known = knownReason(error);
      const reason = known ? formatMessage(known) : error.message;
      const action = { label: formatMessage(retryLabel), perform: () => void change(wanted) };
      toast({
        text: [formatMessage(messages.failed), reason].filter(Boolean).join(' '),
        ...(!wanted.keepsForm && { action }),
      });
      return false;
    } finally {
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
      setBusy(false);
    }
  };
  return { isBusy, change };
}
