import { emailProblems } from '@milepost/core/users';
import { type FormEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { EntrancePage, entranceLook } from '../../platform/frame/EntrancePage.tsx';
import { EntranceResult } from '../../platform/frame/EntranceResult.tsx';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import { useTitle } from '../../platform/navigation/title.tsx';
import { session } from '../../platform/session/session.ts';
import { requestReset } from '../../modules/users/link-api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { linkMessages as messages } from './messages.ts';

/** Requests a link to reset the password. */
export function ForgotPasswordPage() {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.forgot));
  const [isSent, setSent] = useState(false);
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => {
      const problems = emailProblems(email.trim());
      return problems.length > 0 ? { email: problems } : null;
    },
    send: requestReset,
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await form.submit()) setSent(true);
  };
  return (
    <EntrancePage>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <h1>
          <FormattedMessage {...messages.forgot} />
        </h1>
        {isSent ? (
          <EntranceResult>
            <Alert tone="success">
              <FormattedMessage {...messages.sent} />
            </Alert>
          </EntranceResult>
        ) : session().sendsMail ? (
          <>
            <p className={entranceLook.lead}>
              <FormattedMessage {...messages.forgotLead} />
            </p>
            <FormFailure failure={form.failure} />
            <TextField
              label={formatMessage(messages.email)}
              type="email"
              autoComplete="email"
              autoFocus
              large
              {...form.textField('email')}
            />
            <Button type="submit" kind="primary" size="large" busy={form.isSending}>
              <FormattedMessage {...messages.send} />
            </Button>
          </>
        ) : (
          <Alert tone="info">
            <FormattedMessage {...messages.noMail} />
          </Alert>
        )}
        <ButtonLink kind="quiet" to={{ page: 'signIn' }}>
          <FormattedMessage {...messages.backToSignIn} />
        </ButtonLink>
      </form>
    </EntrancePage>
  );
}
