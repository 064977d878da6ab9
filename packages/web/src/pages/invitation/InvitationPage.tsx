import { accountProblems } from '@milepost/core/users';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { NotFoundError, RequestError } from '../../platform/api/errors.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { EntrancePage, entranceLook } from '../../platform/frame/EntrancePage.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { session } from '../../platform/session/session.ts';
import {
  acceptInvitation,
  invitationQuery,
  type OpenInvitation,
  registerInvited,
} from '../../modules/invitations/api.ts';
import { AccountFields } from '../../modules/users/AccountFields.tsx';
import { ClosedLink } from '../../modules/users/ClosedLink.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { printDay, readDay } from '../../ui/field/days.ts';
import { invitationMessages as messages } from './messages.ts';

/** What an invitation link opens: to accept it, or to create an account with it. */
export function InvitationPage({ address: { token } }: PageProps<'invitation'>) {
  const { formatMessage } = useIntl();
  const query = useQuery(invitationQuery(token));
  useTitle(query.data ? formatMessage(messages.title, { name: query.data.name }) : formatMessage(messages.accept));
  return (
    <EntrancePage>
      {query.error instanceof NotFoundError ? (
        <ClosedLink>
          <FormattedMessage {...messages.closedWhy} />
        </ClosedLink>
      ) : (
        <QueryView query={query}>{(invitation) => <Open token={token} invitation={invitation} />}</QueryView>
      )}
    </EntrancePage>
  );
}

interface OpenProps {
  token: string;
  invitation: OpenInvitation;
}

function Open({ token, invitation }: OpenProps) {
  const intl = useIntl();
  const { name, role, inviter, expiresAt, email } = invitation;
  const until = readDay(expiresAt);
  const { viewer } = session();
  return (
    <section>
      <h1>{intl.formatMessage(messages.title, { name })}</h1>
      <p className={entranceLook.lead}>
        {inviter
          ? intl.formatMessage(messages.invited, { inviter: inviter.name, name, role })
          : intl.formatMessage(messages.invitedBySomeone, { name, role })}
        {until !== null && ` ${intl.formatMessage(messages.until, { day: printDay(intl, until) })}`}
      </p>
      {viewer ? (
        <Accept token={token} invitation={invitation} username={viewer.username} />
      ) : (
        <>
          <ButtonLink
            to={{ page: 'signIn' }}
            search={{ redirect: window.location.pathname }}
            kind={email === null ? 'primary' : 'secondary'}
            size="large"
          >
            <FormattedMessage {...messages.signIn} />
          </ButtonLink>
          {email === null ? <WithoutAccount /> : <Register token={token} email={email} />}
        </>
      )}
    </section>
  );
}

/** A shared link creates no account: says how to get one. */
function WithoutAccount() {
  const { isSignUpOpen, sendsMail } = session();
  const otherwise = sendsMail ? messages.needsAccount : messages.needsAccountWithoutMail;
  return (
    <>
      <p className={entranceLook.lead}>
        <FormattedMessage {...(isSignUpOpen ? messages.registerFirst : otherwise)} />
      </p>
      {isSignUpOpen && (
        <ButtonLink to={{ page: 'signUp' }} search={{ redirect: window.location.pathname }} size="large">
          <FormattedMessage {...messages.register} />
        </ButtonLink>
      )}
    </>
  );
}

/** The viewer joins; if the invitation went to another address, the page shows both. */
function Accept({ token, invitation, username }: OpenProps & { username: string }) {
  const { formatMessage } = useIntl();
  const { email, viewerEmail } = invitation;
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isOther = email !== null && viewerEmail?.toLowerCase() !== email.toLowerCase();
  const accept = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      window.location.assign(await acceptInvitation(token));
    } catch (error) {
      setBusy(false);
      if (!(error instanceof RequestError)) throw error;
      setFailure(error);
    }
  };
  return (
    <>
      {isOther && (
        <p className={entranceLook.lead}>
          {formatMessage(messages.otherAddress, { email, username, own: viewerEmail ?? '' })}
        </p>
      )}
      <FormFailure failure={failure} />
      <Button kind="primary" size="large" busy={isBusy} onClick={() => void accept()}>
        {formatMessage(isOther ? messages.acceptAs : messages.accept, { username })}
      </Button>
    </>
  );
}

function Register({ token, email }: { token: string; email: string }) {
  const form = useForm({
    initial: { name: '', username: '', email, password: '' },
    check: (values) => accountProblems(values),
    send: async ({ name, username, password }) =>
      window.location.assign(await registerInvited(token, { name, username, password })),
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    await form.submit();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <h2>
        <FormattedMessage {...messages.or} />
      </h2>
      <FormFailure failure={form.failure} />
      <AccountFields form={form} isEmailFixed />
      <Button type="submit" kind="primary" size="large" busy={form.isSending}>
        <FormattedMessage {...messages.create} />
      </Button>
    </form>
  );
}
