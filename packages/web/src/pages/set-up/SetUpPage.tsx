import { accountProblems } from '@milepost/core/users';
import type { FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { NotFoundError } from '../../platform/api/errors.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { session } from '../../platform/session/session.ts';
import { AccountFields } from '../../modules/users/AccountFields.tsx';
import { ClosedLink } from '../../modules/users/ClosedLink.tsx';
import { setUp } from '../../modules/users/api.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { EntrancePage, entranceLook } from '../../platform/frame/EntrancePage.tsx';
import { AskForAddress } from './AskForAddress.tsx';
import { setUpMessages as messages } from '../../modules/users/set-up-messages.ts';

const blank = { username: '', name: '', email: '', password: '' };

/** Creates the first administrator's account, through the URL that the server printed when it found no account. */
export function SetUpPage({ address: { token } }: PageProps<'setUp'>) {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title));
  const { needsSetUp, isSetUpLink } = session();
  if (token !== '' && isSetUpLink) return <AccountForm token={token} />;
  if (needsSetUp) return <AskForAddress isUsed={token !== ''} />;
  return (
    <EntrancePage>
      <ClosedLink>
        <FormattedMessage {...messages.closedWhy} />
      </ClosedLink>
    </EntrancePage>
  );
}

function AccountForm({ token }: { token: string }) {
  const form = useForm({
    initial: blank,
    check: (values) => accountProblems(values),
    send: (values) => setUp({ ...values, token }),
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await form.submit()) window.location.assign('/');
  };
  return (
    <EntrancePage>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <h1>
          <FormattedMessage {...messages.title} />
        </h1>
        <p className={entranceLook.lead}>
          <FormattedMessage {...messages.lead} />
        </p>
        {form.failure instanceof NotFoundError ? (
          <Alert
            tone="danger"
            actions={
              <ButtonLink to={{ page: 'signIn' }} size="small">
                <FormattedMessage {...messages.signIn} />
              </ButtonLink>
            }
          >
            <FormattedMessage {...messages.used} />
          </Alert>
        ) : (
          <FormFailure failure={form.failure} />
        )}
        <AccountFields form={form} autoFocus />
        <Button type="submit" kind="primary" size="large" busy={form.isSending}>
          <FormattedMessage {...messages.submit} />
        </Button>
      </form>
    </EntrancePage>
  );
}
