import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { UnauthenticatedError } from '../../platform/api/errors.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { useTitle } from '../../platform/navigation/title.tsx';
import { session } from '../../platform/session/session.ts';
import { factorsQuery, type FactorsView } from '../../modules/users/second-factor-api.ts';
import { secondFactorMessages } from '../../modules/users/second-factor-messages.ts';
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
  if (!session().viewer) return <Failure error={new UnauthenticatedError()} />;
  return (
    <PageBody width="form">
      <PageHead title={<FormattedMessage {...secondFactorMessages.title} />} />
      <p className={styles.lead}>
        <FormattedMessage {...messages.lead} />
      </p>
      <QueryView query={query} failed={<FormattedMessage {...secondFactorMessages.failed} />}>
        {(factors) => <Factors factors={factors} />}
      </QueryView>
    </PageBody>
  );
}

function Factors({ factors }: { factors: FactorsView }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const hasFactor = factors.totp_since !== null || factors.passkeys.length > 0;
  return (
    <>
      {factors.is_required && (
        <Alert tone={hasFactor ? 'info' : 'warning'}>
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
