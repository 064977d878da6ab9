import { useQuery } from '@tanstack/react-query';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { printAgo } from '../../ui/field/days.ts';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { text } from '../../ui/text/text.tsx';
import { deliveriesQuery, resend, type DeliveryView, type HookView } from './api.ts';
import { Exchange } from './Exchange.tsx';
import { useSend } from './use-send.ts';
import { hookMessages as messages } from './messages.ts';

/** The last deliveries of a webhook, and their results. */
export function Deliveries({ namespace, hook }: { namespace: NamespaceRef; hook: HookView }) {
  const intl = useIntl();
  const query = useQuery(deliveriesQuery(namespace, hook.id));
  return (
    <QueryView query={query}>
      {(deliveries) =>
        deliveries.length === 0 ? (
          <p className={text.quiet}>
            <FormattedMessage {...messages.nothingSent} />
          </p>
        ) : (
          <Rows label={intl.formatMessage(messages.logOf, { url: hook.url })}>
            {deliveries.map((delivery) => (
              <Delivery key={delivery.id} namespace={namespace} hook={hook} delivery={delivery} />
            ))}
          </Rows>
        )
      }
    </QueryView>
  );
}

interface DeliveryProps {
  namespace: NamespaceRef;
  hook: HookView;
  delivery: DeliveryView;
}

function Delivery({ namespace, hook, delivery }: DeliveryProps) {
  const intl = useIntl();
  const { isSending, send } = useSend(namespace, hook, messages.resent);
  const [isOpen, setOpen] = useState(false);
  const named = { event: delivery.event, when: printAgo(intl, delivery.created_at) };
  return (
    <Row
      before={<Outcome delivery={delivery} />}
      title={delivery.event}
      note={
        <>
          {named.when}, <FormattedMessage {...messages.attempts} values={{ count: delivery.attempts }} />
          {delivery.internal_error_message && `: ${delivery.internal_error_message}`}
        </>
      }
      end={
        <>
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-label={intl.formatMessage(messages.detailsOf, named)}
            onClick={() => setOpen(!isOpen)}
          >
            <FormattedMessage {...messages.details} />
          </Button>
          <Button
            size="small"
            busy={isSending}
            aria-label={intl.formatMessage(messages.resendOf, named)}
            onClick={() => void send(() => resend(namespace, hook.id, delivery.id))}
          >
            <FormattedMessage {...messages.resend} />
          </Button>
        </>
      }
      below={isOpen && <Exchange delivery={delivery} />}
    />
  );
}

function Outcome({ delivery: { response_status: status, next_attempt_at: next } }: { delivery: DeliveryView }) {
  if (status?.startsWith('2')) return <Badge tone="success">{status}</Badge>;
  if (next !== null) {
    return (
      <Badge tone="warning">
        <FormattedMessage {...messages.waits} />
      </Badge>
    );
  }
  return <Badge tone="danger">{status ?? <FormattedMessage {...messages.noAnswer} />}</Badge>;
}
