import { ForbiddenError, NotFoundError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import type { StripeConfig } from '../../../platform/config/config.ts';
import type { Context } from '../../../platform/context.ts';
import { derivedFrom } from '../../../platform/util/tokens.ts';
import { visibleNamespace, type NamespaceKey } from '../../namespaces/commands.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { billingPolicy } from '../policy.ts';
import { closeForm, paymentFormOf, saveIntent } from '../store/payments.ts';
import { callProvider, isUnknown } from './stripe.ts';

/** What the browser needs to send card data to the provider; null: no payment is needed. */
export interface PaymentForm {
  clientSecret: string;
  publishableKey: string;
  intentId: string;
}

/**
 * Opens the payment form of the viewer for a group that they own. Opening it again, or after the provider did not answer, continues with
 * the same intent. Throws NotFoundError or ProviderUnavailableError.
 */
export async function openPaymentForm(ctx: Context, key: NamespaceKey): Promise<PaymentForm | null> {
  const { group, userId } = await findPaid(ctx, key);
  const { stripe, secret } = ctx.services;
  if (!stripe) return null;
  const { number = 1 } = (await paymentFormOf(ctx.db, group.id, userId)) ?? {};
  const metadata = metadataOf(group, userId);
  const idempotencyKey = derivedFrom(secret, `payment form ${group.id}/${userId}/${number}`);
  const intent = await callProvider(stripe, (client) =>
    client.setupIntents.create(
      { usage: 'off_session', automatic_payment_methods: { enabled: true }, metadata },
      { idempotencyKey },
    ),
  );
  if (intent.client_secret === null) throw new NotFoundError('Payment form');
  await saveIntent(ctx.db, { namespaceId: group.id, userId, number, intentId: intent.id });
  return { clientSecret: intent.client_secret, publishableKey: stripe.publishableKey, intentId: intent.id };
}

export interface PaymentCheck {
  isValid: boolean;
  isNeeded: boolean;
  /** The status of the intent at the provider; null: no form is open, or no payment is needed. */
  status: string | null;
}

/**
 * Whether the payment method of the viewer's open form was verified. The provider is asked, not the browser. Throws ForbiddenError for
 * somebody else's form, NotFoundError or ProviderUnavailableError.
 */
export async function checkPaymentMethod(ctx: Context, key: NamespaceKey, of: UserId): Promise<PaymentCheck> {
  const { group, userId } = await findPaid(ctx, key);
  if (!ctx.viewer.is(of)) throw new ForbiddenError();
  const { stripe } = ctx.services;
  if (!stripe) return { isValid: true, isNeeded: false, status: null };
  const form = await paymentFormOf(ctx.db, group.id, userId);
  const intentId = form?.intentId ?? null;
  if (intentId === null) return { isValid: false, isNeeded: true, status: null };
  const intent = await intentOf(stripe, intentId);
  const status = intent?.status ?? 'canceled';
  const wanted = metadataOf(group, userId);
  const isOwn = Object.entries(wanted).every(([name, value]) => intent?.metadata?.[name] === value);
  const isValid = status === 'succeeded' && isOwn;
  if (isValid || status === 'canceled') await closeForm(ctx.db, { namespaceId: group.id, userId, intentId });
  return { isValid, isNeeded: true, status };
}

async function intentOf(stripe: StripeConfig, id: string) {
  try {
    return await callProvider(stripe, (client) => client.setupIntents.retrieve(id));
  } catch (error) {
    if (isUnknown(error)) return null;
    throw error;
  }
}

/** A group that others own is not found, whether or not it is visible. */
async function findPaid(ctx: Context, key: NamespaceKey): Promise<{ group: Namespace; userId: UserId }> {
  const userId = ctx.viewer.id;
  const group = await visibleNamespace(ctx, key);
  const isPayable = group?.kind === 'group' && group.parentId === null && ctx.can(billingPolicy.manage, group);
  if (userId === null || !isPayable) throw new NotFoundError('Namespace');
  return { group, userId };
}

const metadataOf = ({ id }: Namespace, userId: UserId): Record<string, string> => ({
  milepost_namespace_id: String(id),
  milepost_user_id: String(userId),
});
