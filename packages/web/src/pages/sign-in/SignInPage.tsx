import { type FormEvent, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { SignedOutError, TooManyRequestsError } from '../../app/errors.ts';
import { useForm } from '../../app/form.ts';
import { FormFailure } from '../../app/FormFailure.tsx';
import { useSearchParameters, textOf } from '../../app/search.ts';
import { useTitle } from '../../app/title.tsx';
import { signIn } from '../../modules/users/api.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox, TextField } from '../../ui/Field.tsx';
import { EntrancePage } from './EntrancePage.tsx';
import { safeRedirect } from './redirect.ts';
import { defineMessages } from '../../ui/messages.ts';

const words = defineMessages({
  title: { id: 'signIn.title', defaultMessage: 'Sign in' },
  username: { id: 'signIn.username', defaultMessage: 'Username or email' },
  password: { id: 'signIn.password', defaultMessage: 'Password' },
  remember: { id: 'signIn.remember', defaultMessage: 'Remember me' },
  wrong: { id: 'signIn.wrong', defaultMessage: 'Username or password is wrong.' },
  tooMany: { id: 'signIn.tooMany', defaultMessage: 'Too many tries. Wait a minute, then try again.' },
});

/** Name and password; then back to where one wanted to go. */
export function SignInPage() {
  const { formatMessage } = useIntl();
  const [search] = useSearchParameters();
  const password = useRef<HTMLInputElement>(null);
  useTitle(formatMessage(words.title));
  const form = useForm({
    initial: { username: '', password: '', remember: true },
    send: async (values) => void (await signIn(values)),
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // A new page, for the server writes who is signed in into it.
    if (await form.submit()) window.location.assign(safeRedirect(textOf(search, 'redirect')));
    else password.current?.select();
  };
  return (
    <EntrancePage>
      <form onSubmit={(event) => void submit(event)}>
        <h1>
          <FormattedMessage {...words.title} />
        </h1>
        <SignInFailure failure={form.failure} />
        <TextField
          label={formatMessage(words.username)}
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
          label={formatMessage(words.password)}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          large
          value={form.values.password}
          onChange={(event) => form.set({ password: event.target.value })}
        />
        <Checkbox
          label={formatMessage(words.remember)}
          name="remember"
          checked={form.values.remember}
          onChange={(event) => form.set({ remember: event.target.checked })}
        />
        <Button type="submit" kind="primary" size="large" busy={form.isSending}>
          <FormattedMessage {...words.title} />
        </Button>
      </form>
    </EntrancePage>
  );
}

function SignInFailure({ failure }: { failure: ReturnType<typeof useForm>['failure'] }) {
  const own =
    failure instanceof SignedOutError ? words.wrong : failure instanceof TooManyRequestsError ? words.tooMany : null;
  return own ? (
    <Alert tone="danger">
      <FormattedMessage {...own} />
    </Alert>
  ) : (
    <FormFailure failure={failure} />
  );
}
