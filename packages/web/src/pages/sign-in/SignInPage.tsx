import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
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
import { SignInFailure } from './SignInFailure.tsx';
import { KeyRound } from 'lucide-react';
import { signInWithPasskey } from '../../modules/users/second-factor-api.ts';
import { PasskeyFailure, usePasskey } from './passkey.tsx';

const messages = defineMessages({
  title: { id: 'signIn.title', defaultMessage: 'Sign in' },
  username: { id: 'signIn.username', defaultMessage: 'Username or email' },
  password: { id: 'signIn.password', defaultMessage: 'Password' },
  remember: { id: 'signIn.remember', defaultMessage: 'Remember me' },
  forgot: { id: 'signIn.forgot', defaultMessage: 'Forgot password?' },
  register: { id: 'signIn.register', defaultMessage: 'Register' },
  wrong: { id: 'signIn.wrong', defaultMessage: 'Incorrect username or password.' },
});

const SecondFactorStep = lazy(async () => ({ default: (await import('./SecondFactorStep.tsx')).SecondFactorStep }));

/** User name and password, or a passkey, then a second factor if the account has one; then redirects to the requested page. */
export function SignInPage() {
  const { formatMessage } = useIntl();
  const [{ redirect }] = usePageSearch('signIn');
  const password = useRef<HTMLInputElement>(null);
  // A provider's answer leads here, too.
  const [isSecond, setSecond] = useState(() => window.location.search.includes('step=second_factor'));
  const client = useQueryClient();
  useTitle(formatMessage(messages.title));
  const form = useForm({
    initial: { username: '', password: '', remember: true },
    async send(values) {
      if (!('secondFactor' in (await signIn(values)))) return done();
      client.removeQueries({ queryKey: ['due-factors'] });
      setSecond(true);
    },
  });
  // A full page load: the server writes the signed-in user into it.
  const done = (): void => window.location.assign(safeRedirect(redirect));
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!(await form.submit())) password.current?.select();
  };
  const back = (): void => {
    form.reset();
    setSecond(false);
  };
  if (isSecond)
    return (
      <EntrancePage>
        <Suspense fallback={null}>
          <SecondFactorStep onDone={done} onBack={back} />
        </Suspense>
      </EntrancePage>
    );
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
        <SignInFailure failure={form.failure} what="passwords" wrong={messages.wrong} />
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
        {'PublicKeyCredential' in window && <PasskeyButton isRemembered={form.values.remember} onDone={done} />}
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

/** Where to go after signing in: the requested path of this server, otherwise home. Never another site. */
export function safeRedirect(wanted: string): string {
  const path = wanted.startsWith('/') ? pathOnSite(wanted, window.location.origin) : null;
  return path === null || /^\/users\/sign_in(?![^?#])/.test(path) ? '/' : path;
}

/** Signs in with a passkey alone. */
function PasskeyButton({ isRemembered, onDone }: { isRemembered: boolean; onDone(): void }) {
  const passkey = usePasskey(() => signInWithPasskey(isRemembered), onDone);
  return (
    <>
      <PasskeyFailure failure={passkey.failure} />
      <Button size="large" icon={KeyRound} busy={passkey.isBusy} onClick={passkey.start}>
        <FormattedMessage id="signIn.withPasskey" defaultMessage="Sign in with a passkey" />
      </Button>
    </>
  );
}
