import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { endpoint } from '../../platform/api/endpoints.ts';
import { UnauthenticatedError } from '../../platform/api/errors.ts';
import { sendJson } from '../../platform/api/http.ts';
import { Logo } from '../../platform/frame/Logo.tsx';
import { Failure } from '../../platform/loading/Failure.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { useTitle } from '../../platform/navigation/title.tsx';
import { session } from '../../platform/session/session.ts';
import { factorsQuery, type FactorsView } from '../../modules/users/second-factor-api.ts';
import { secondFactorMessages } from '../../modules/users/second-factor-messages.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { AuthenticatorApp } from './AuthenticatorApp.tsx';
import { twoFactorMessages as messages } from './messages.ts';
import { Passkeys } from './Passkeys.tsx';
import { MadeCodes, RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './TwoFactor.module.css';

/** The viewer's second factors: authenticator app, passkeys, recovery codes. */
export function TwoFactorPage() {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(secondFactorMessages.title));
  const query = useQuery({ ...factorsQuery, enabled: session().viewer !== null });
  const isOver = session().twoFactor?.isOver === true;
  if (!session().viewer) return <Failure error={new UnauthenticatedError()} />;
  const body = (
    <PageBody width="form">
      {isOver && <Logo withName />}
      <PageHead
        title={<FormattedMessage {...secondFactorMessages.title} />}
        actions={isOver && <Button onClick={() => void signOut()}>{formatMessage(messages.signOut)}</Button>}
      />
      <p className={styles.lead}>
        <FormattedMessage {...messages.lead} />
      </p>
      <QueryView query={query} failed={<FormattedMessage {...secondFactorMessages.failed} />}>
        {(factors) => <Factors factors={factors} />}
      </QueryView>
    </PageBody>
  );
  // Without the frame, whose requests would be refused.
  return isOver ? <main id="content">{body}</main> : body;
}

async function signOut(): Promise<void> {
  await sendJson(endpoint('signOut'), { method: 'POST' });
  window.location.assign('/');
}

function Factors({ factors }: { factors: FactorsView }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const hasFactor = factors.totp_since !== null || factors.passkeys.length > 0;
  return (
    <>
      {factors.is_required && (
        <Alert
          tone={hasFactor ? 'info' : 'warning'}
          actions={
            hasFactor &&
            session().twoFactor?.isOver && (
              <Button kind="primary" onClick={() => window.location.assign('/')}>
                <FormattedMessage {...messages.goOn} />
              </Button>
            )
          }
        >
          <FormattedMessage {...(hasFactor ? messages.required : messages.mustSetUp)} />
        </Alert>
      )}
      <AuthenticatorApp factors={factors} onCodes={setCodes} />
      <Passkeys factors={factors} onCodes={setCodes} />
      {hasFactor && <RecoveryCodes factors={factors} onCodes={setCodes} />}
      {codes && <MadeCodes codes={codes} onClose={() => setCodes(null)} />}
    </>
  );
}
