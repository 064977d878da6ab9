import { FormattedMessage, useIntl } from 'react-intl';
import { RefusedError, type RequestError } from '../../../app/errors.ts';
import { knownReason } from '../../../app/FormFailure.tsx';
import { Alert } from '../../../ui/Alert.tsx';
import { editWords as words } from './edit-words.ts';

/** That an item could not be saved, and why: as the server says, else as the failure itself. `type`: as people call it. */
export function UpdateFailure({ failure, type }: { failure: RequestError | null; type: string }) {
  const { formatMessage } = useIntl();
  if (!failure) return null;
  const said = failure instanceof RefusedError ? Object.values(failure.fields).flat() : [];
  const known = knownReason(failure);
  const reason = said.length > 0 ? said.join(', ') : known ? formatMessage(known) : failure.message;
  return (
    <Alert tone="danger">
      <FormattedMessage {...words.updateFailed} values={{ type }} />
      {reason !== '' && `. ${reason}`}
    </Alert>
  );
}
