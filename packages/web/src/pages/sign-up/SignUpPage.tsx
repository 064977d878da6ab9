import { accountProblems } from '@milepost/core/users';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { sentence, useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { EntrancePage } from '../../platform/frame/EntrancePage.tsx';
import { EntranceResult } from '../../platform/frame/EntranceResult.tsx';
import { NotFound } from '../../platform/loading/Failure.tsx';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { safeRedirect } from '../../platform/navigation/safe-redirect.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { session } from '../../platform/session/session.ts';
import { AccountFields } from '../../modules/users/AccountFields.tsx';
import { register, usernameQuery, type Waiting } from '../../modules/users/sign-up-api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  title: { id: 'signUp.title', defaultMessage: 'Register' },
  approval: { id: 'signUp.approval', defaultMessage: 'Your account is waiting for approval by an administrator.' },
  confirmation: {
    id: 'signUp.confirmation',
    defaultMessage: 'We sent a link to {email}. Confirm your address with it, then sign in.',
  },
  approval_and_confirmation: {
    id: 'signUp.approvalAndConfirmation',
    defaultMessage:
      'Your account is waiting for approval by an administrator. We sent a link to {email}. Confirm your address with it in the meantime.',
  },
  signIn: { id: 'signUp.signIn', defaultMessage: 'Sign in' },
});

const blank = { name: '', username: '', email: '', password: '' };

/** Registers an account, where the installation allows it. */
export function SignUpPage() {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title));
  return <EntrancePage>{session().isSignUpOpen ? <Register /> : <NotFound />}</EntrancePage>;
}

function Register() {
  const [{ redirect }] = usePageSearch('signUp');
  const [waitsFor, setWaitsFor] = useState<Waiting | null>(null);
  const form = useForm({
    initial: blank,
    check: (values) => accountProblems(values),
    send: async (values) => {
      const waits = await register(values);
      if (waits === null) window.location.assign(safeRedirect(redirect));
      else setWaitsFor(waits);
    },
  });
  const asked = useQuery(usernameQuery(useDebounced(form.values.username)));
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    await form.submit();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <h1>
        <FormattedMessage {...messages.title} />
      </h1>
      {waitsFor === null ? (
        <>
          <FormFailure failure={form.failure} />
          <AccountFields form={form} usernameProblem={sentence(asked.data)} autoFocus />
          <Button type="submit" kind="primary" size="large" busy={form.isSending}>
            <FormattedMessage {...messages.title} />
          </Button>
        </>
      ) : (
        <EntranceResult>
          <Alert tone="success">
            <FormattedMessage {...messages[waitsFor]} values={{ email: form.values.email }} />
          </Alert>
        </EntranceResult>
      )}
      <ButtonLink kind="quiet" to={{ page: 'signIn' }} search={{ redirect }}>
        <FormattedMessage {...messages.signIn} />
      </ButtonLink>
    </form>
  );
}
