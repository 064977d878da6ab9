import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ChangeRefusedError, RequestError } from '../../platform/api/errors.ts';
import { noteMessages as messages } from './messages.ts';

export interface NoteChange {
  isBusy: boolean;
  /** An error message; null after a success. */
  failure: string | null;
  /** True after a success, when the discussion has been refetched. */
  run(work: () => Promise<void>): Promise<boolean>;
}

/** Runs one change of a discussion at a time, and reports its result. */
export function useNoteChange(): NoteChange {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  return {
    isBusy,
    failure,
    async run(work) {
      setBusy(true);
      setFailure(null);
      try {
        await work();
        await client.invalidateQueries({ queryKey: ['activity'] });
        return true;
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        const isSaid = error instanceof ChangeRefusedError && error.message !== '';
        setFailure(isSaid ? error.message : formatMessage(messages.changeFailed));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
