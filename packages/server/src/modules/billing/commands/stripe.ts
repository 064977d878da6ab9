import { DomainError } from '@milepost/core/errors';
import { Stripe } from 'stripe';
import type { StripeConfig } from '../../../platform/config/config.ts';

/** The payment provider does not answer, or refuses this installation. */
export class ProviderUnavailableError extends DomainError {
  override name = 'ProviderUnavailableError';
  readonly code = 'PROVIDER_UNAVAILABLE' as const;
  readonly kind = 'unavailable' as const;
  constructor(options?: ErrorOptions) {
    super('The payment provider is unavailable. Try again later.');
    this.cause = options?.cause;
  }
}

const clients = new WeakMap<StripeConfig, Stripe>();

export function clientOf(config: StripeConfig): Stripe {
  let client = clients.get(config);
  if (!client) {
    const { protocol, hostname, port } = new URL(config.url);
    const isSecure = protocol === 'https:';
    client = new Stripe(config.secretKey, {
      protocol: isSecure ? 'https' : 'http',
      host: hostname,
      port: port === '' ? (isSecure ? 443 : 80) : Number(port),
      timeout: config.timeoutMs,
      maxNetworkRetries: 0,
      telemetry: false,
    });
    clients.set(config, client);
  }
  return client;
}

/**
 * Asks the provider. Throws ProviderUnavailableError if there is no answer in time; the client's own limit restarts with each byte.
 * An invalid request is thrown as it is.
 */
export async function callProvider<Answer>(
  config: StripeConfig,
  call: (client: Stripe) => Promise<Answer>,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ProviderUnavailableError()), config.timeoutMs);
  });
  try {
    return await Promise.race([call(clientOf(config)), late]);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw error;
    if (error instanceof Stripe.errors.StripeError) throw new ProviderUnavailableError({ cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the provider does not know the object. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
