import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { type PaymentForm, paymentFormQuery, type Subscription, subscriptionQuery } from '../../modules/billing/api.ts';
import { UnavailableError } from '../../platform/api/errors.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { Link } from '../../platform/navigation/Link.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { printDay, readDay } from '../../ui/field/days.ts';
import { PageBody, PageHead, pageLook, Section } from '../../ui/page/Page.tsx';
import { text } from '../../ui/text/text.tsx';
import { billingMessages as messages } from './messages.ts';
import { PaymentMethod } from './PaymentMethod.tsx';
import { SubscribeGroup } from './SubscribeGroup.tsx';
import styles from './billing.module.css';

/** The plan of a top-level group, and how it is paid. For its owners. */
export function BillingPage({ address: { fullPath } }: PageProps<'groupBilling'>) {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title), fullPath);
  const subscription = useQuery(subscriptionQuery(fullPath));
  const form = useQuery({ ...paymentFormQuery(fullPath), enabled: subscription.isSuccess });
  return (
    <QueryView query={subscription}>
      {(shown) => (
        <PageBody width="form">
          <PageHead title={<FormattedMessage {...messages.title} />} />
          <Plan fullPath={fullPath} subscription={shown} />
          <QueryView
            query={form}
            failed={
              form.error instanceof UnavailableError ? (
                form.error.message
              ) : (
                <FormattedMessage {...messages.formFailed} />
              )
            }
          >
            {(opened) => <Payment fullPath={fullPath} form={opened} />}
          </QueryView>
        </PageBody>
      )}
    </QueryView>
  );
}

function Plan({ fullPath, subscription: { plan, usage, billing } }: { fullPath: string; subscription: Subscription }) {
  const intl = useIntl();
  const end = readDay(billing.subscription_end_date);
  const bought = usage.seats_in_subscription;
  return (
    <Section
      title={<FormattedMessage {...messages.plan} />}
      end={
        <Link className={text.link} to={{ page: 'groupSeats', fullPath }}>
          <FormattedMessage {...messages.toSeats} />
        </Link>
      }
    >
      <p className={styles.plan}>
        {plan.code === null ? (
          <FormattedMessage {...messages.noPlan} />
        ) : (
          <b>
            {end === null ? (
              plan.name
            ) : (
              <FormattedMessage {...messages.planUntil} values={{ plan: plan.name, day: printDay(intl, end) }} />
            )}
          </b>
        )}
        <span>
          {bought === null ? (
            <FormattedMessage {...messages.seats} values={{ count: usage.seats_in_use }} />
          ) : (
            <FormattedMessage {...messages.seatsOf} values={{ count: usage.seats_in_use, bought }} />
          )}
        </span>
      </p>
    </Section>
  );
}

function Payment({ fullPath, form }: { fullPath: string; form: PaymentForm }) {
  const [round, setRound] = useState(0);
  if (!form.payment_required)
    return (
      <Alert tone="info">
        <FormattedMessage {...messages.noPayment} />
      </Alert>
    );
  return (
    <>
      <Section title={<FormattedMessage {...messages.method} />}>
        <p className={pageLook.lead}>
          <FormattedMessage {...messages.lead} />
        </p>
        {session().isPaymentPage ? (
          <PaymentMethod key={round} fullPath={fullPath} form={form} onAnother={() => setRound(round + 1)} />
        ) : (
          // Only a page that was loaded at this address may load the form of the provider.
          <Button kind="primary" icon={CreditCard} onClick={() => location.reload()}>
            <FormattedMessage {...messages.open} />
          </Button>
        )}
      </Section>
      <SubscribeGroup />
    </>
  );
}
