import { forgeNames } from '@milepost/core/merge-requests/forges';
import { Copy } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { copyText } from '../../ui/overlay/copy-text.ts';
import type { InboundWebhook } from './api.ts';
import { inboundMessages as messages } from './messages.ts';
import styles from './InboundWebhooks.module.css';

/** The address of a webhook, and the steps at its forge. */
export function SetUp({ webhook, secret }: { webhook: InboundWebhook; secret?: string }) {
  return (
    <>
      <dl>
        <dt>
          <FormattedMessage {...messages.address} />
        </dt>
        <dd>
          <code>{webhook.url}</code>
        </dd>
        {secret !== undefined && (
          <>
            <dt>
              <FormattedMessage {...messages.secret} />
            </dt>
            <dd>
              <code>{secret}</code>
            </dd>
          </>
        )}
      </dl>
      <ol>
        <FormattedMessage {...messages[webhook.forge]} values={{ li: (step) => <li>{step}</li> }} />
      </ol>
    </>
  );
}

/** A new webhook with its secret, which is shown once. */
export function MadeWebhook({ webhook }: { webhook: InboundWebhook & { secret: string } }) {
  const { formatMessage } = useIntl();
  const copy = (): Promise<void> =>
    copyText(webhook.secret, {
      copied: formatMessage(messages.copied),
      notCopied: formatMessage(messages.notCopied),
    });
  return (
    <div className={styles.made}>
      <Alert
        tone="success"
        actions={
          <Button size="small" icon={Copy} onClick={() => void copy()}>
            <FormattedMessage {...messages.copySecret} />
          </Button>
        }
      >
        <FormattedMessage {...messages.created} values={{ forge: forgeNames[webhook.forge] }} />
        <SetUp webhook={webhook} secret={webhook.secret} />
      </Alert>
    </div>
  );
}
