import { passwordProblems } from '@milepost/core/users';
import { type FormEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { NotFoundError } from '../../platform/api/errors.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { entranceLook } from '../../platform/frame/EntrancePage.tsx';
import { EntranceResult } from '../../platform/frame/EntranceResult.tsx';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { linkQuery, resetPassword } from '../../modules/users/link-api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { Closed, MailedLink } from './MailedLink.tsx';
import { linkMessages as messages } from './messages.ts';

/** Sets a new password with a mailed link. */
export function ResetPasswordPage({ address: { token } }: PageProps<'resetPassword'>) {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.reset));
  return (
    <MailedLink query={linkQuery('reset-password', token)}>
      {(link) => <PasswordForm token={token} username={link.username} email={link.email} />}
    </MailedLink>
  );
}

function PasswordForm({ token, username, email }: { token: string; username: string; email: string }) {
  const { formatMessage } = useIntl();
  const [isDone, setDone] = useState(false);
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => {
      const problems = passwordProblems(password, { username, email });
      return problems.length > 0 ? { password: problems } : null;
    },
    send: ({ password }) => resetPassword(token, password),
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await form.submit()) setDone(true);
  };
  if (form.failure instanceof NotFoundError) {
    return (
      <EntranceResult>
        <Closed />
      </EntranceResult>
    );
  }
  if (isDone) {
    return (
      <section>
        <h1>
          <FormattedMessage {...messages.reset} />
        </h1>
        <EntranceResult>
          <Alert tone="success">
            <FormattedMessage {...messages.resetDone} />
          </Alert>
        </EntranceResult>
        <ButtonLink kind="primary" size="large" to={{ page: 'signIn' }}>
          <FormattedMessage {...messages.signIn} />
        </ButtonLink>
      </section>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <h1>
        <FormattedMessage {...messages.reset} />
      </h1>
      <p className={entranceLook.lead}>
        <FormattedMessage {...messages.resetLead} values={{ username }} />
      </p>
      <FormFailure failure={form.failure} />
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <TextField
        label={formatMessage(messages.newPassword)}
        type="password"
        autoComplete="new-password"
        note={formatMessage(messages.passwordNote)}
        autoFocus
        large
        {...form.textField('password')}
      />
      <Button type="submit" kind="primary" size="large" busy={form.isSending}>
        <FormattedMessage {...messages.reset} />
      </Button>
    </form>
  );
}
