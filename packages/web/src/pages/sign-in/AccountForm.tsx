import { KeyRound } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { signInWithDirectory } from '../../modules/identity/api.ts';
import { signIn } from '../../modules/users/api.ts';
import { signInWithPasskey } from '../../modules/users/second-factor-api.ts';
import { setUpMessages } from '../../modules/users/set-up-messages.ts';
import { useForm } from '../../platform/forms/form.ts';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Checkbox, TextField } from '../../ui/field/Field.tsx';
import { Segmented } from '../../ui/field/Segmented.tsx';
import { signInMessages as messages } from './messages.ts';
import { PasskeyFailure, usePasskey } from './passkey.tsx';
import { ProviderButtons } from './ProviderButtons.tsx';
import { SignInFailure } from './SignInFailure.tsx';

type Way = 'account' | 'directory';

export interface AccountFormProps {
  /** The requested page. */
  redirect: string;
  onDone(): void;
  onSecondFactor(): void;
}

/** The first factor: a password of an account or of the directory, a passkey, or a provider. */
export function AccountForm({ redirect, onDone, onSecondFactor }: AccountFormProps) {
  const { formatMessage } = useIntl();
  const { isPasswordSignInOn, signInProviders, signInProblem, viewer } = session();
  const { ldap } = signInProviders;
  const ways: Way[] = [
    ...(ldap ? (['directory'] as const) : []),
    ...(isPasswordSignInOn ? (['account'] as const) : []),
  ];
  const [way, setWay] = useState<Way | null>(ways[0] ?? null);
  const password = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: { username: '', password: '', remember: true },
    async send(values) {
      const done = await (way === 'directory' ? signInWithDirectory(values) : signIn(values));
      if ('secondFactor' in done) onSecondFactor();
      else onDone();
    },
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!(await form.submit())) password.current?.select();
  };
  return (
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
      {signInProblem !== undefined && (
        <Alert
          tone="danger"
          actions={
            viewer && (
              <ButtonLink to={{ page: 'profile' }} size="small">
                <FormattedMessage {...messages.backToProfile} />
              </ButtonLink>
            )
          }
        >
          {signInProblem}
        </Alert>
      )}
      <SignInFailure
        failure={form.failure}
        what="passwords"
        wrong={way === 'directory' ? messages.wrongInDirectory : messages.wrong}
      />
      {ldap && ways.length > 1 && (
        <Segmented
          label={formatMessage(messages.way)}
          value={way}
          options={[
            { value: 'directory', label: ldap.label },
            { value: 'account', label: formatMessage(messages.account, { name: session().instanceName }) },
          ]}
          onChange={(next) => {
            form.reset();
            setWay(next);
          }}
        />
      )}
      {way && (
        <>
          <TextField
            label={
              way === 'directory' && ldap
                ? formatMessage(messages.directoryUsername, { label: ldap.label })
                : formatMessage(messages.username)
            }
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
        </>
      )}
      {(way !== null || signInProviders.oidc.length > 0) && (
        <Checkbox
          label={formatMessage(messages.remember)}
          name="remember"
          checked={form.values.remember}
          onChange={(event) => form.set({ remember: event.target.checked })}
        />
      )}
      {way && (
        <Button type="submit" kind="primary" size="large" busy={form.isSending}>
          <FormattedMessage {...messages.title} />
        </Button>
      )}
      <ProviderButtons redirect={redirect} isRemembered={form.values.remember} />
      {'PublicKeyCredential' in window && <PasskeyButton isRemembered={form.values.remember} onDone={onDone} />}
      {isPasswordSignInOn && (
        <ButtonLink kind="quiet" to={{ page: 'forgotPassword' }}>
          <FormattedMessage {...messages.forgot} />
        </ButtonLink>
      )}
      {session().isSignUpOpen && (
        <ButtonLink kind="quiet" to={{ page: 'signUp' }} search={{ redirect: redirect === '/' ? '' : redirect }}>
          <FormattedMessage {...messages.register} />
        </ButtonLink>
      )}
    </form>
  );
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
