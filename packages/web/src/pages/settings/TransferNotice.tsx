import { FormattedMessage, useIntl } from 'react-intl';
import type { Settings } from '../../modules/settings/api.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx';
import { dangerMessages as messages } from './messages.ts';

/** A transfer by a job: how far it is, or why it failed. */
export function TransferNotice({ settings: { kind, transferring, transfer } }: { settings: Settings }) {
  const { formatMessage } = useIntl();
  if (transferring) {
    return (
      <Alert tone="info">
        <FormattedMessage {...messages.transferring} values={{ kind }} />
        {transfer && <ProgressBar share={transfer.progress} label={formatMessage(messages.transferProgress)} />}
      </Alert>
    );
  }
  if (transfer?.status !== 'failed') return null;
  return (
    <Alert tone="danger">
      <FormattedMessage {...messages.transferFailed} values={{ reason: transfer.failure }} />
    </Alert>
  );
}
