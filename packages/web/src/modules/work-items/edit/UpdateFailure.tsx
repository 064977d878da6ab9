import { FormattedMessage, useIntl } from 'react-intl';
import {
  NotFoundError,
  ValidationError,
  type RequestError,
  UnauthenticatedError,
} from '../../../platform/api/errors.ts';
import { knownReason } from '../../../platform/forms/FormFailure.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { text } from '../../../ui/text/text.tsx';
import { editMessages as messages } from './edit-messages.ts';

/** Why an item could not be saved: the server's message, or a message for the error. `type`: its display name. */
export function UpdateFailure({ failure, type }: { failure: RequestError | null; type: string }) {
  const { formatMessage } = useIntl();
  if (!failure) return null;
  const said = failure instanceof ValidationError ? Object.values(failure.fields).flat() : [];
  const known = failure instanceof NotFoundError ? messages.gone : knownReason(failure);
  const reason = said.length > 0 ? said.join(', ') : known ? formatMessage(known) : failure.message;
  return (
    <Alert
      tone="danger"
      actions={
        failure instanceof UnauthenticatedError && (
          <a href="/users/sign_in" target="_blank" rel="noreferrer" className={text.link}>
            <FormattedMessage {...messages.signIn} />
          </a>
        )
      }
    >
      <FormattedMessage {...messages.updateFailed} values={{ type }} />
      {reason !== '' && `. ${reason}`}
    </Alert>
  );
}
