import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { DeliveryView } from './api.ts';
import { hookMessages as messages } from './messages.ts';
import styles from './Exchange.module.css';

/** A request and its response. */
export function Exchange({ delivery }: { delivery: DeliveryView }) {
  const { formatMessage } = useIntl();
  const { execution_duration: seconds, response_status: status, internal_error_message: failure } = delivery;
  return (
    <div className={styles.exchange}>
      <section>
        <h3>
          <FormattedMessage {...messages.request} />
        </h3>
        <Lines label={formatMessage(messages.requestHeaders)} none={formatMessage(messages.notSent)}>
          {printHeaders(delivery.request_headers)}
        </Lines>
        <Lines label={formatMessage(messages.requestBody)} none={formatMessage(messages.empty)}>
          {JSON.stringify(delivery.request_data, null, 2)}
        </Lines>
      </section>
      <section>
        <h3>
          <FormattedMessage {...messages.response} />
          <small>
            {status ?? failure ?? <FormattedMessage {...messages.noAnswer} />}
            {seconds !== null && (
              <>
                {', '}
                <FormattedMessage {...messages.seconds} values={{ seconds }} />
              </>
            )}
          </small>
        </h3>
        {status !== null && (
          <>
            <Lines label={formatMessage(messages.responseHeaders)} none={formatMessage(messages.empty)}>
              {printHeaders(delivery.response_headers)}
            </Lines>
            <Lines label={formatMessage(messages.responseBody)} none={formatMessage(messages.empty)}>
              {delivery.response_body}
            </Lines>
          </>
        )}
      </section>
    </div>
  );
}

/** Raw text; long text scrolls, also by keyboard. */
function Lines({ label, none, children }: { label: string; none: ReactNode; children: string }) {
  if (children === '') return <p className={styles.none}>{none}</p>;
  return (
    <pre className={styles.lines} role="region" aria-label={label} tabIndex={0}>
      {children}
    </pre>
  );
}

function printHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
