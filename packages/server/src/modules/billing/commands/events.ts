import { planFeatures, type PlanFeature } from '@milepost/core/settings/entitlements';
import { DomainError } from '@milepost/core/errors';
import type { NamespaceId } from '@milepost/core/ids';
import { Viewer } from '@milepost/core/roles';
import type { Stripe } from 'stripe';
import type { StripeConfig } from '../../../platform/config/config.ts';
import { Context, type Services, type Trx } from '../../../platform/context.ts';
import { isRecord } from '../../../platform/rest/input.ts';
import { lockMembers } from '../../members/store/writing.ts';
import { namespaceById, type Namespace } from '../../namespaces/store.ts';
import { hasOtherSubscription, recordPaymentEvent, saveSubscription, subscriptionById } from '../store/payments.ts';
import { erasePlan, writePlan, type PlanFields } from './plans.ts';
import { callProvider, clientOf, isUnknown } from './stripe.ts';

/** The signature of an event is missing, wrong or too old. */
export class InvalidSignatureError extends DomainError {
  override name = 'InvalidSignatureError';
  readonly code = 'INVALID_SIGNATURE' as const;
  readonly kind = 'invalid' as const;
  constructor() {
    super('The signature is invalid');
  }
}

/** Seconds for which a signature is valid. */
const SIGNATURE_AGE = 300;

/** The event in a signed body. Throws InvalidSignatureError. */
export function readEvent(config: StripeConfig, body: Buffer, signature: string): Stripe.Event {
  let event: unknown;
  try {
    event = clientOf(config).webhooks.constructEvent(body, signature, config.webhookSecret, SIGNATURE_AGE);
  } catch {
    throw new InvalidSignatureError();
  }
  if (!isRecord(event) || typeof event['id'] !== 'string' || typeof event['type'] !== 'string') {
    throw new InvalidSignatureError();
  }
  return event as unknown as Stripe.Event;
}

/** The states in which a subscription gives a plan. */
const live = ['active', 'trialing', 'past_due'];
/** The states that are final. */
const final: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);
/** Not paid for the first time yet: nothing changes. */
const PENDING = 'incomplete';

/**
 * Processes an event once, however often it is delivered and in any order. Events of other types, and of subscriptions that name no
 * top-level group, are ignored. Throws ProviderUnavailableError if the order of two events of one second cannot be found out: then the
 * provider delivers the event again.
 */
export async function processEvent(services: Services, config: StripeConfig, event: Stripe.Event): Promise<void> {
  const isKnown = await processWith(services, event, objectOf(event));
  if (isKnown) return;
  const { id } = objectOf(event);
  // Outside the transaction, which holds a connection and the lock of the group.
  const current = await currentSubscription(config, String(id));
  await processWith(services, event, current ?? objectOf(event), true);
}

/**
 * Follows one event with this object of it. `isCurrent`: the object is newer than the event. Returns false, and changes nothing, if
 * another event of the same second was processed: their times have whole seconds, and the provider documents no order.
 */
async function processWith(
  services: Services,
  event: Stripe.Event,
  object: Record<string, unknown>,
  isCurrent = false,
): Promise<boolean> {
  const ctx = new Context(services, new Viewer(null, true));
  try {
    await ctx.transaction(async (trx) => {
      if (!(await recordPaymentEvent(trx, event.id, event.type))) return;
      if (event.type.startsWith('customer.subscription.')) await follow(ctx, trx, event, object, isCurrent);
    });
    return true;
  } catch (error) {
    if (error instanceof UnorderedError) return false;
    throw error;
  }
}

/** Rolls an event back of which only the provider knows whether it is the newest. */
class UnorderedError extends Error {
  override name = 'UnorderedError';
}

function objectOf(event: Stripe.Event): Record<string, unknown> {
  return recordIn(recordIn(event as unknown as Record<string, unknown>, 'data'), 'object');
}

/** The subscription as it is now; null if the provider does not know it. Throws ProviderUnavailableError. */
async function currentSubscription(config: StripeConfig, id: string): Promise<Record<string, unknown> | null> {
  try {
    const found: unknown = await callProvider(config, ({ subscriptions }) => subscriptions.retrieve(id));
    return isRecord(found) ? found : null;
  } catch (error) {
    if (isUnknown(error)) return null;
    throw error;
  }
}

async function follow(
  ctx: Context,
  trx: Trx,
  event: Stripe.Event,
  object: Record<string, unknown>,
  isCurrent: boolean,
): Promise<void> {
  const change = changeOf(object);
  const group = change && (await namespaceById(trx, change.namespaceId));
  if (!change || group?.kind !== 'group' || group.parentId !== null) return;
  await lockMembers(trx, group.id);
  const { id, namespaceId, status } = change;
  const before = await subscriptionById(trx, id);
  const changedAt = new Date(event.created * 1_000);
  if (before && (final.has(before.status) || before.changedAt > changedAt)) return;
  if (before?.changedAt.getTime() === changedAt.getTime() && !final.has(status) && !isCurrent)
    throw new UnorderedError();
  await saveSubscription(trx, { id, namespaceId, status, changedAt });
  if (status === PENDING) return;
  if (live.includes(status)) await storeIfValid(trx, ctx, group, change.plan);
  // The end of a former subscription does not end the plan of its successor.
  else if (!(await hasOtherSubscription(trx, change, live))) await erasePlan(trx, ctx, group);
}

async function storeIfValid(trx: Trx, ctx: Context, group: Namespace, plan: PlanFields | null): Promise<void> {
  if (plan) await writePlan(trx, ctx, group, plan);
}

interface SubscriptionChange {
  id: string;
  namespaceId: NamespaceId;
  status: string;
  /** Null if the subscription has no price. */
  plan: PlanFields | null;
}

/** The parts of a subscription that are used, of every version of the provider's API; null for one of something else. */
function changeOf(subscription: Record<string, unknown>): SubscriptionChange | null {
  const { id, status } = subscription;
  const namespaceId = Number(textIn(recordIn(subscription, 'metadata'), 'milepost_namespace_id'));
  if (typeof id !== 'string' || typeof status !== 'string' || !Number.isSafeInteger(namespaceId) || namespaceId < 1) {
    return null;
  }
  return { id, status, namespaceId: namespaceId as NamespaceId, plan: planIn(subscription, status) };
}

function planIn(subscription: Record<string, unknown>, status: string): PlanFields | null {
  const items = recordIn(subscription, 'items')['data'];
  const [item] = Array.isArray(items) ? (items as unknown[]) : [];
  if (!isRecord(item)) return null;
  const price = recordIn(item, 'price');
  const code = textIn(price, 'lookup_key') ?? textIn(recordIn(price, 'metadata'), 'plan_code') ?? textIn(price, 'id');
  // Older versions of the provider's API have the period on the subscription.
  const startsOn = dayIn(item, 'current_period_start') ?? dayIn(subscription, 'current_period_start');
  if (code === null || startsOn === null) return null;
  const quantity = item['quantity'];
  return {
    code,
    name: textIn(price, 'nickname') ?? code,
    features: featuresIn(textIn(recordIn(price, 'metadata'), 'features')),
    seats: typeof quantity === 'number' && Number.isInteger(quantity) && quantity > 0 ? quantity : null,
    startsOn,
    endsOn: dayIn(item, 'current_period_end') ?? dayIn(subscription, 'current_period_end'),
    isTrial: status === 'trialing',
    trialEndsOn: dayIn(subscription, 'trial_end'),
  };
}

function featuresIn(text: string | null): PlanFeature[] | null {
  if (text === null) return null;
  const names = new Set(text.split(',').map((name) => name.trim()));
  return planFeatures.filter((feature) => names.has(feature));
}

function recordIn(record: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = record[name];
  return isRecord(value) ? value : {};
}

function textIn(record: Record<string, unknown>, name: string): string | null {
  const value = record[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The largest number of seconds since 1970 that is a date. */
const MAX_SECONDS = 8.64e12;

function dayIn(record: Record<string, unknown>, name: string): string | null {
  const value = record[name];
  if (typeof value !== 'number' || !(value >= 0 && value < MAX_SECONDS)) return null;
  return new Date(value * 1_000).toISOString().slice(0, 10);
}
