import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { printAgo } from '../../ui/field/days.ts';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { text } from '../../ui/text/text.tsx';
import { deliveriesQuery, resend, type DeliveryView, type HookPlace, type HookView } from './api.ts';
import { Exchange } from './Exchange.tsx';
import { useSend } from './use-send.ts';
import { hookMessages as words } from './messages.ts';

/** What was sent to a hook last, and what came of it. */
export function Deliveries({ place, hook }: { place: HookPlace; hook: HookView }) {
  const intl = useIntl();
  const query = useQuery(deliveriesQuery(place, hook.id));
  return (
    <QueryView query={query}>
      {(deliveries) =>
        deliveries.length === 0 ? (
          <p className={text.quiet}>
            <FormattedMessage {...words.nothingSent} />
          </p>
        ) : (
          <Rows label={intl.formatMessage(words.logOf, { url: hook.url })}>
            {deliveries.map((delivery) => (
              <Delivery key={delivery.id} place={place} hook={hook} delivery={delivery} />
            ))}
          </Rows>
        )
      }
    </QueryView>
  );
}

interface DeliveryProps {
  place: HookPlace;
  hook: HookView;
  delivery: DeliveryView;
}

function Delivery({ place, hook, delivery }: DeliveryProps) {
  const intl = useIntl();
  const { isSending, send } = useSend(place, hook, words.resent);
  const [isOpen, setOpen] = useState(false);
  const named = { event: delivery.event, when: printAgo(intl, delivery.created_at) };
  return (
    <Row
      before={<Outcome delivery={delivery} />}
      title={delivery.event}
      note={
        <>
          {named.when}, <FormattedMessage {...words.attempts} values={{ count: delivery.attempts }} />
          {delivery.internal_error_message && `: ${delivery.internal_error_message}`}
        </>
      }
      end={
        <>
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-label={intl.formatMessage(words.detailsOf, named)}
            onClick={() => setOpen(!isOpen)}
          >
            <FormattedMessage {...words.details} />
          </Button>
          <Button
            size="small"
            busy={isSending}
            aria-label={intl.formatMessage(words.resendOf, named)}
            onClick={() => void send(() => resend(place, hook.id, delivery.id))}
          >
            <FormattedMessage {...words.resend} />
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
        <FormattedMessage {...words.waits} />
      </Badge>
    );
  }
  return <Badge tone="danger">{status ?? <FormattedMessage {...words.noAnswer} />}</Badge>;
}
