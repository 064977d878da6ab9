import { useEffect, useState } from 'react';
import { FormattedMessage, type MessageDescriptor } from 'react-intl';
import {
  ForbiddenError,
  UnavailableError,
  TooManyRequestsError,
  UnauthenticatedError,
} from '../../platform/api/errors.ts';
import type { FormState } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  waitSeconds: {
    id: 'signIn.waitSeconds',
    defaultMessage:
      'Too many wrong {what, select, codes {codes} other {passwords}}. Try again in {count, plural, one {# second} other {# seconds}}.',
  },
  waitMinutes: {
    id: 'signIn.waitMinutes',
    defaultMessage:
      'Too many wrong {what, select, codes {codes} other {passwords}}. Try again in {count, plural, one {# minute} other {# minutes}}.',
  },
  waited: { id: 'signIn.waited', defaultMessage: 'You can try again now.' },
});

type What = 'passwords' | 'codes';

/** Why a sign-in failed; `wrong` is the text for wrong input. */
export function SignInFailure({
  failure,
  what,
  wrong,
}: {
  failure: FormState<object>['failure'];
  what: What;
  wrong: MessageDescriptor;
}) {
  if (failure instanceof TooManyRequestsError) {
    const seconds = failure.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS;
    return <Wait key={seconds} seconds={seconds} what={what} />;
  }
  // The server says what to do: about a blocked account, or about the directory.
  if (failure instanceof ForbiddenError || failure instanceof UnavailableError)
    return <Alert tone="danger">{failure.message}</Alert>;
  if (!(failure instanceof UnauthenticatedError)) return <FormFailure failure={failure} />;
  return (
    <Alert tone="danger">
      <FormattedMessage {...wrong} />
    </Alert>
  );
}

const DEFAULT_WAIT_SECONDS = 60;
/** Below this, the wait is shown in seconds, above in minutes. */
const MAX_SECONDS_SHOWN = 90;

/** Shows how long to wait, and then that the wait is over. No countdown: a screen reader would read out every second. */
function Wait({ seconds, what }: { seconds: number; what: What }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [seconds]);
  const isShort = seconds <= MAX_SECONDS_SHOWN;
  return (
    <Alert tone={isOver ? 'info' : 'danger'}>
      {isOver ? (
        <FormattedMessage {...messages.waited} />
      ) : (
        <FormattedMessage
          {...(isShort ? messages.waitSeconds : messages.waitMinutes)}
          values={{ what, count: isShort ? seconds : Math.ceil(seconds / 60) }}
        />
      )}
    </Alert>
  );
}
