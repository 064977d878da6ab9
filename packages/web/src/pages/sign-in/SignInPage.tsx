import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { UnauthenticatedError, TooManyRequestsError } from '../../platform/api/errors.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import { session } from '../../platform/session/session.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { signIn } from '../../modules/users/api.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Checkbox, TextField } from '../../ui/field/Field.tsx';
import { EntrancePage } from '../../platform/frame/EntrancePage.tsx';
import { setUpMessages } from '../../modules/users/set-up-messages.ts';
import { defineMessages } from '../../ui/text/messages.ts';
import { pathOnSite } from '@milepost/core/text/web-urls';

const messages = defineMessages({
  title: { id: 'signIn.title', defaultMessage: 'Sign in' },
  username: { id: 'signIn.username', defaultMessage: 'Username or email' },
  password: { id: 'signIn.password', defaultMessage: 'Password' },
  remember: { id: 'signIn.remember', defaultMessage: 'Remember me' },
  forgot: { id: 'signIn.forgot', defaultMessage: 'Forgot password?' },
  register: { id: 'signIn.register', defaultMessage: 'Register' },
  wrong: { id: 'signIn.wrong', defaultMessage: 'Incorrect username or password.' },
  waitSeconds: {
    id: 'signIn.waitSeconds',
    defaultMessage: 'Too many wrong passwords. Try again in {count, plural, one {# second} other {# seconds}}.',
  },
  waitMinutes: {
    id: 'signIn.waitMinutes',
    defaultMessage: 'Too many wrong passwords. Try again in {count, plural, one {# minute} other {# minutes}}.',
  },
  waited: { id: 'signIn.waited', defaultMessage: 'You can try again now.' },
});

/** User name and password; then redirects to the requested page. */
export function SignInPage() {
  const { formatMessage } = useIntl();
  const [{ redirect }] = usePageSearch('signIn');
  const password = useRef<HTMLInputElement>(null);
  useTitle(formatMessage(messages.title));
  const form = useForm({
    initial: { username: '', password: '', remember: true },
    send: async (values) => void (await signIn(values)),
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // A full page load: the server writes the signed-in user into it.
    if (await form.submit()) window.location.assign(safeRedirect(redirect));
    else password.current?.select();
  };
  return (
    <EntrancePage>
      <form onSubmit={(event) => void submit(event)}>
        <h1>
          <FormattedMessage {...messages.title} />
        </h1>
        {session().needsSetUp && (
          <Alert
            tone="info"
            actions={
              <ButtonLink to={{ page: 'setUp', token: '' }} size="small">
                <FormattedMessage {...setUpMessages.title} />
              </ButtonLink>
            }
          >
            <FormattedMessage {...setUpMessages.needed} />
          </Alert>
        )}
        <SignInFailure failure={form.failure} />
        <TextField
          label={formatMessage(messages.username)}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
          required
          large
          value={form.values.username}
          onChange={(event) => form.set({ username: event.target.value })}
        />
        <TextField
          ref={password}
          label={formatMessage(messages.password)}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          large
          value={form.values.password}
          onChange={(event) => form.set({ password: event.target.value })}
        />
        <Checkbox
          label={formatMessage(messages.remember)}
          name="remember"
          checked={form.values.remember}
          onChange={(event) => form.set({ remember: event.target.checked })}
        />
        <Button type="submit" kind="primary" size="large" busy={form.isSending}>
          <FormattedMessage {...messages.title} />
        </Button>
        <ButtonLink kind="quiet" to={{ page: 'forgotPassword' }}>
          <FormattedMessage {...messages.forgot} />
        </ButtonLink>
        {session().isSignUpOpen && (
          <ButtonLink kind="quiet" to={{ page: 'signUp' }}>
            <FormattedMessage {...messages.register} />
          </ButtonLink>
        )}
      </form>
    </EntrancePage>
  );
}

function SignInFailure({ failure }: { failure: ReturnType<typeof useForm>['failure'] }) {
  if (failure instanceof TooManyRequestsError)
    return <Wait key={failure.retryAfterSeconds} seconds={failure.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS} />;
  if (!(failure instanceof UnauthenticatedError)) return <FormFailure failure={failure} />;
  return (
    <Alert tone="danger">
      <FormattedMessage {...messages.wrong} />
    </Alert>
  );
}

const DEFAULT_WAIT_SECONDS = 60;
/** Below this, the wait is shown in seconds, above in minutes. */
const MAX_SECONDS_SHOWN = 90;

/** Shows how long to wait, and then that the wait is over. No countdown: a screen reader would read out every second. */
function Wait({ seconds }: { seconds: number }) {
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
          values={{ count: isShort ? seconds : Math.ceil(seconds / 60) }}
        />
      )}
    </Alert>
  );
}

/** Where to go after signing in: the requested path of this server, otherwise home. Never another site. */
export function safeRedirect(wanted: string): string {
  const path = wanted.startsWith('/') ? pathOnSite(wanted, window.location.origin) : null;
  return path === null || /^\/users\/sign_in(?![^?#])/.test(path) ? '/' : path;
}
