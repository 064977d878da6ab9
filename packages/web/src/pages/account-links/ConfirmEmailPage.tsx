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
import { session } from '../../platform/session/session.ts';
import { confirmEmail, linkQuery } from '../../modules/users/link-api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Closed, MailedLink } from './MailedLink.tsx';
import { linkMessages as messages } from './messages.ts';

/** Confirms an email address with a mailed link. */
export function ConfirmEmailPage({ address: { token } }: PageProps<'confirmEmail'>) {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.confirm));
  return (
    <MailedLink query={linkQuery('confirm-email', token)}>{(link) => <Confirm token={token} {...link} />}</MailedLink>
  );
}

function Confirm({ token, username, email }: { token: string; username: string; email: string }) {
  const [isDone, setDone] = useState(false);
  const form = useForm({ initial: {}, send: () => confirmEmail(token) });
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
  const isSignedIn = session().viewer !== null;
  return (
    <form onSubmit={(event) => void submit(event)}>
      <h1>
        <FormattedMessage {...messages.confirm} />
      </h1>
      {isDone ? (
        <>
          <EntranceResult>
            <Alert tone="success">
              <FormattedMessage {...messages.confirmDone} />
            </Alert>
          </EntranceResult>
          <ButtonLink kind="primary" size="large" to={{ page: isSignedIn ? 'home' : 'signIn' }}>
            <FormattedMessage {...(isSignedIn ? messages.home : messages.signIn)} />
          </ButtonLink>
        </>
      ) : (
        <>
          <p className={entranceLook.lead}>
            <FormattedMessage {...messages.confirmLead} values={{ email, username }} />
          </p>
          <FormFailure failure={form.failure} />
          <Button type="submit" kind="primary" size="large" busy={form.isSending}>
            <FormattedMessage {...messages.confirm} />
          </Button>
        </>
      )}
    </form>
  );
}
