import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { type PaymentForm, paymentFormQuery, seatsKey, validatePaymentMethod } from '../../modules/billing/api.ts';
import { ChangeRefusedError } from '../../platform/api/errors.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import { goTo } from '../../platform/navigation/navigation.ts';
import { useRouter } from '../../platform/navigation/router-context.ts';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert, ErrorState } from '../../ui/feedback/Alert.tsx';
import { pageLook } from '../../ui/page/Page.tsx';
import { AddressFields } from './AddressFields.tsx';
import { billingMessages as messages } from './messages.ts';
import { type BillingAddress, useProviderForm } from './provider-form.ts';
import styles from './billing.module.css';

type OpenForm = Extract<PaymentForm, { payment_required: true }>;

const empty: BillingAddress = { name: '', line1: '', line2: '', postalCode: '', city: '', country: '', state: '' };
const required = ['name', 'line1', 'city', 'country'] as const;

function problemsOf(address: BillingAddress): Record<string, readonly string[]> {
  const missing = required.filter((field) => address[field].trim() === '');
  return Object.fromEntries(missing.map((field) => [field, ["can't be blank"]]));
}

/** The address and the form of the provider. What was verified is decided by the server, which asks the provider. */
export function PaymentMethod({
  fullPath,
  form: open,
  onAnother,
}: {
  fullPath: string;
  form: OpenForm;
  /** The next form is open. */
  onAnother(): void;
}) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const host = useRef<HTMLDivElement>(null);
  const { history } = useRouter();
  const [isVerified, setVerified] = useState(false);
  const validate = () => validatePaymentMethod(fullPath, session().viewer?.id ?? 0);
  // The provider sends the browser back here after a page of its own.
  const returned = useQuery({
    queryKey: ['paymentReturn', fullPath],
    queryFn: validate,
    enabled: new URLSearchParams(history.location.search).has('setup_intent'),
    gcTime: 0,
  });
  const provider = useProviderForm({ publishableKey: open.publishable_key, clientSecret: open.client_secret }, host);
  const form = useForm({
    initial: empty,
    check: problemsOf,
    send: async (address) => {
      await provider.confirm(address);
      const { success, status } = await validate();
      if (success) {
        setVerified(true);
        await client.invalidateQueries({ queryKey: seatsKey(fullPath) });
        return;
      }
      // A form that the provider has closed is replaced.
      if (status === 'canceled' || status === null) await client.refetchQueries(paymentFormQuery(fullPath));
      throw new ChangeRefusedError([formatMessage(messages.unverified)]);
    },
  });
  useReloadOnLeave();

  if (isVerified || returned.data?.success) {
    const enterAnother = async (): Promise<void> => {
      goTo({ page: 'groupBilling', fullPath }, { replace: true });
      client.removeQueries({ queryKey: ['paymentReturn', fullPath] });
      await client.refetchQueries(paymentFormQuery(fullPath));
      onAnother();
    };
    return (
      <Alert
        tone="success"
        actions={
          <Button size="small" onClick={() => void enterAnother()}>
            <FormattedMessage {...messages.another} />
          </Button>
        }
      >
        <FormattedMessage {...messages.saved} />
      </Alert>
    );
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (provider.state === 'ready' && !form.isSending) void form.submit();
  };
  return (
    <form className={pageLook.form} noValidate onSubmit={submit}>
      <UnsavedGuard isUnsaved={form.isChanged} />
      <AddressFields form={form} />
      <section
        className={styles.card}
        aria-label={formatMessage(messages.card)}
        aria-busy={provider.state === 'loading'}
      >
        {provider.state === 'loading' && (
          <p role="status">
            <FormattedMessage {...messages.loading} />
          </p>
        )}
        {provider.state === 'failed' && (
          <ErrorState onRetry={provider.retry}>
            <FormattedMessage {...messages.blocked} />
          </ErrorState>
        )}
        <div ref={host} />
      </section>
      {returned.data && !form.failure && (
        <Alert tone="warning">
          <FormattedMessage {...messages.unverified} />
        </Alert>
      )}
      <FormFailure failure={form.failure} />
      <div className={pageLook.formActions}>
        <Button type="submit" kind="primary" busy={form.isSending} aria-disabled={provider.state !== 'ready'}>
          <FormattedMessage {...messages.save} />
        </Button>
      </div>
    </form>
  );
}

/** Other pages may not load anything from the provider: they are loaded anew, with a policy of their own. */
function useReloadOnLeave(): void {
  useEffect(() => {
    const { pathname } = location;
    return () => {
      if (location.pathname !== pathname) location.reload();
    };
  }, []);
}
