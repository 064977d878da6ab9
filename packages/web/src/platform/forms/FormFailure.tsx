import type { ReactNode } from 'react';
import { type MessageDescriptor, useIntl } from 'react-intl';
import { Alert } from '../../ui/feedback/Alert.tsx';
import {
  ChangeRefusedError,
  DatabaseUnavailableError,
  GraphQLRequestError,
  NetworkError,
  ForbiddenError,
  type RequestError,
  ServerError,
  UnauthenticatedError,
  StorageFullError,
  TooManyRequestsError,
} from '../api/errors.ts';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  offline: {
    id: 'form.offline',
    defaultMessage: 'Cannot reach the server. Nothing was saved. Your input is still here.',
  },
  noNetwork: { id: 'form.noNetwork', defaultMessage: 'You are offline. Your changes are not saved.' },
  away: { id: 'form.away', defaultMessage: 'Database unavailable. Nothing was saved. Your input is still here.' },
  full: {
    id: 'form.full',
    defaultMessage: 'The server is out of disk space. Nothing was saved. Your input is still here.',
  },
  notAllowed: { id: 'form.notAllowed', defaultMessage: 'Your role does not allow this.' },
  signedOut: {
    id: 'form.signedOut',
    defaultMessage: 'You are signed out. Sign in in another tab, then try again. Your input is still here.',
  },
  tooMany: { id: 'form.tooMany', defaultMessage: 'Too many attempts. Wait a minute, then try again.' },
  outdated: {
    id: 'form.outdated',
    defaultMessage: 'Milepost has been updated. Nothing was saved. Copy your input, then reload the page.',
  },
  broken: {
    id: 'form.broken',
    defaultMessage: 'Something went wrong on the server. Nothing was saved. Your input is still here.',
  },
});

/** Above a form's buttons: why submitting failed. `title`: the heading above the reason. */
export function FormFailure({ failure, title }: { failure: RequestError | null; title?: ReactNode }) {
  const { formatMessage } = useIntl();
  if (!failure) return null;
  const known = knownReason(failure);
  const reason = known ? formatMessage(known) : failure.message;
  if (title === undefined) return <Alert tone="danger">{reason}</Alert>;
  return (
    <Alert tone="danger">
      <p>
        <b>{title}</b>
      </p>
      <p>{reason}</p>
    </Alert>
  );
}

/** The texts of a refusal that is about the role. */
const GENERIC_REFUSAL = /^(?:$|403 |Forbidden|You do not have permission)/;

/** Our explanation of a failure, if it adds to the server's message; otherwise null. */
export function knownReason(failure: RequestError): MessageDescriptor | null {
  if (failure instanceof NetworkError) return navigator.onLine ? messages.offline : messages.noNetwork;
  if (failure instanceof DatabaseUnavailableError) return messages.away;
  if (failure instanceof StorageFullError) return messages.full;
  if (failure instanceof TooManyRequestsError) return messages.tooMany;
  // Some refusals say what to do.
  if (failure instanceof ForbiddenError && GENERIC_REFUSAL.test(failure.message)) return messages.notAllowed;
  if (failure instanceof UnauthenticatedError) return messages.signedOut;
  if (failure instanceof GraphQLRequestError && failure.isOutdated) return messages.outdated;
  // A null payload without an error message.
  const saysNothing = failure instanceof ChangeRefusedError && failure.message === '';
  return failure instanceof ServerError || saysNothing ? messages.broken : null;
}
