import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { RequestError } from '../../app/errors.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { printAgo } from '../../ui/days.ts';
import { Row, Rows } from '../../ui/Rows.tsx';
import { text } from '../../ui/text.tsx';
import { toast } from '../../ui/Toast.tsx';
import { deliveriesQuery, resend, type DeliveryView, type HookPlace, type HookView } from './api.ts';
import { hookWords as words } from './words.ts';

/** What was sent to a hook last, and what came of it. */
export function Deliveries({ place, hook }: { place: HookPlace; hook: HookView }) {
  const intl = useIntl();
  const client = useQueryClient();
  const [isFailed, setFailed] = useState(false);
  const asked = deliveriesQuery(place, hook.id);
  const query = useQuery(asked);
  const again = async (delivery: DeliveryView): Promise<void> => {
    setFailed(false);
    try {
      const { response_status: status } = await resend(place, hook.id, delivery.id);
      toast({
        text: intl.formatMessage(words.resent, { status: status ?? intl.formatMessage(words.noAnswer) }),
      });
      await client.invalidateQueries({ queryKey: asked.queryKey });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailed(true);
    }
  };
  return (
    <QueryView query={query}>
      {(deliveries) =>
        deliveries.length === 0 ? (
          <p className={text.quiet}>
            <FormattedMessage {...words.nothingSent} />
          </p>
        ) : (
          <>
            {isFailed && <Alert tone="danger">{intl.formatMessage(words.failed)}</Alert>}
            <Rows label={intl.formatMessage(words.logOf, { url: hook.url })}>
              {deliveries.map((delivery) => (
                <Row
                  key={delivery.id}
                  before={<Outcome delivery={delivery} />}
                  title={delivery.event}
                  note={
                    <>
                      {printAgo(intl, delivery.created_at)},{' '}
                      <FormattedMessage {...words.attempts} values={{ count: delivery.attempts }} />
                      {delivery.internal_error_message && `: ${delivery.internal_error_message}`}
                    </>
                  }
                  end={
                    <Button size="small" onClick={() => void again(delivery)}>
                      <FormattedMessage {...words.resend} />
                    </Button>
                  }
                />
              ))}
            </Rows>
          </>
        )
      }
    </QueryView>
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
