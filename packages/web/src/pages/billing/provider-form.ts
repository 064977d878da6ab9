import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ValidationError } from '../../platform/api/errors.ts';

export interface BillingAddress {
  name: string;
  line1: string;
  line2: string;
  postalCode: string;
  city: string;
  /** ISO 3166-1, two letters. */
  country: string;
  /** ISO 3166-2; empty for none. */
  state: string;
}

export interface ProviderForm {
  state: 'loading' | 'ready' | 'failed';
  /** Loads it again after a failure. */
  retry(): void;
  /**
   * Sends what the form holds to the provider, with the address. Leaves the page if the provider needs a page of its own, and returns
   * when the payment method was accepted. Throws ValidationError with the message of the provider.
   */
  confirm(address: BillingAddress): Promise<void>;
}

/** The form of the provider in `host`: frames of the provider, which alone receive card data. */
export function useProviderForm(
  { publishableKey, clientSecret }: { publishableKey: string; clientSecret: string },
  host: RefObject<HTMLElement | null>,
): ProviderForm {
  const [attempt, setAttempt] = useState(0);
  const current = `${clientSecret} ${attempt}`;
  /** What became of which form: another one is loading. */
  const [settled, setSettled] = useState<{ form: string; state: 'ready' | 'failed' } | null>(null);
  const opened = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null);
  useEffect(() => {
    let isGone = false;
    let close: (() => void) | null = null;
    const open = async (): Promise<void> => {
      const stripe = await loadStripe(publishableKey);
      if (isGone || host.current === null) return;
      if (stripe === null) throw new Error('There is no browser');
      const elements = stripe.elements({
        clientSecret,
        appearance: { theme: isDark() ? 'night' : 'stripe', variables: { fontFamily: 'system-ui, sans-serif' } },
      });
      const element = elements.create('payment', { fields: { billingDetails: { name: 'never', address: 'never' } } });
      element.on('ready', () => setSettled({ form: current, state: 'ready' }));
      element.on('loaderror', () => setSettled({ form: current, state: 'failed' }));
      element.mount(host.current);
      opened.current = { stripe, elements };
      close = () => element.destroy();
    };
    open().catch(() => {
      if (!isGone) setSettled({ form: current, state: 'failed' });
    });
    return () => {
      isGone = true;
      opened.current = null;
      close?.();
    };
  }, [publishableKey, clientSecret, current, host]);
  return {
    state: settled?.form === current ? settled.state : 'loading',
    retry: () => setAttempt((number) => number + 1),
    async confirm(address) {
      if (!opened.current) return;
      const { stripe, elements } = opened.current;
      const { error } = await stripe.confirmSetup({
        elements,
        redirect: 'if_required',
        confirmParams: {
          return_url: location.origin + location.pathname,
          payment_method_data: { billing_details: detailsOf(address) },
        },
      });
      if (error) throw new ValidationError(error.message ?? '');
    },
  };
}

function detailsOf({ name, line1, line2, postalCode, city, country, state }: BillingAddress) {
  // The code of a part without its country, as `CA` of `US-CA`.
  const part = state.slice(state.indexOf('-') + 1);
  return { name, address: { line1, line2, postal_code: postalCode, city, country, state: part } };
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}
