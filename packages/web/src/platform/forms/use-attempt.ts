import { useState } from 'react';
import { RequestError } from '../api/errors.ts';

/** Makes requests, one at a time, and keeps why the last one failed, to show it beside the controls. */
export function useAttempt() {
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** Resolves with whether it succeeded. Throws errors that are not those of a request. */
  const attempt = async (perform: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    try {
      await perform();
      return true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { attempt, failure, isBusy, forget: () => setFailure(null) };
}
