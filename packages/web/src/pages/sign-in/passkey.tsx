import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { RequestError } from '../../platform/api/errors.ts';
import { passkeyFailure } from '../../modules/users/second-factor-messages.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';

/** A use of a passkey, and why it failed. */
export function usePasskey(work: () => Promise<void>, onDone: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const run = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      onDone();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, start: () => void run() };
}

/** The text of the server, or why the browser did not use a passkey. */
export function PasskeyFailure({ failure }: { failure: unknown }) {
  if (failure === null) return null;
  return (
    <Alert tone="danger">
      {failure instanceof RequestError ? failure.message : <FormattedMessage {...passkeyFailure(failure)} />}
    </Alert>
  );
}
