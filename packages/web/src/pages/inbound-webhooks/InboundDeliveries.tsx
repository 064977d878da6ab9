import type { InboundStatus } from '@milepost/core/merge-requests/forges';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { RequestError } from '../../platform/api/errors.ts';
import { SkeletonView } from '../../platform/loading/SkeletonView.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { printAgo } from '../../ui/field/days.ts';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { Badge, type Tone } from '../../ui/text/Badge.tsx';
import { text } from '../../ui/text/text.tsx';
import { inboundLogQuery, processAgain, type InboundDelivery, type InboundWebhook } from './api.ts';
import { inboundMessages as messages } from './messages.ts';

const tones: Readonly<Record<InboundStatus, Tone>> = {
  queued: 'info',
  processed: 'success',
  ignored: 'neutral',
  failed: 'danger',
  refused: 'warning',
};
const names = { ...messages, failed: messages.failedDelivery };

interface LogProps {
  fullPath: string;
  webhook: InboundWebhook;
}

/** The latest deliveries of an inbound webhook. */
export function InboundDeliveries({ fullPath, webhook }: LogProps) {
  const { formatMessage } = useIntl();
  const query = useQuery(inboundLogQuery(fullPath, webhook.id));
  return (
    <SkeletonView query={query}>
      {(deliveries) =>
        deliveries.length === 0 ? (
          <p className={text.quiet}>
            <FormattedMessage {...messages.nothing} />
          </p>
        ) : (
          <Rows label={formatMessage(messages.logOf, { name: webhook.name })}>
            {deliveries.map((delivery) => (
              <Delivery key={delivery.id} fullPath={fullPath} webhook={webhook} delivery={delivery} />
            ))}
          </Rows>
        )
      }
    </SkeletonView>
  );
}

function Delivery({ fullPath, webhook, delivery }: LogProps & { delivery: InboundDelivery }) {
  const intl = useIntl();
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  const when = printAgo(intl, delivery.received_at);
  const retry = async (): Promise<void> => {
    setSending(true);
    try {
      await processAgain(fullPath, webhook.id, delivery.id);
      toast({ text: intl.formatMessage(messages.queuedAgain) });
      await client.invalidateQueries({ queryKey: inboundLogQuery(fullPath, webhook.id).queryKey });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      toast({ text: intl.formatMessage(messages.failed) });
    } finally {
      setSending(false);
    }
  };
  return (
    <Row
      before={
        <Badge tone={tones[delivery.status]}>
          <FormattedMessage {...names[delivery.status]} />
        </Badge>
      }
      title={delivery.event || '–'}
      note={delivery.reason === null ? when : `${when}: ${delivery.reason}`}
      end={
        delivery.can_process_again && (
          <Button
            size="small"
            disabled={isSending}
            aria-label={intl.formatMessage(messages.againOf, { event: delivery.event, when })}
            onClick={() => void retry()}
          >
            <FormattedMessage {...messages.again} />
          </Button>
        )
      }
    />
  );
}
