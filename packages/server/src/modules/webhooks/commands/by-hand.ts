import { randomUUID } from 'node:crypto';
import { DomainError, NotFoundError, unreachable, ValidationError } from '@milepost/core/errors';
import type { WebhookDeliveryId } from '@milepost/core/ids';
import type { WebhookEvent } from '@milepost/core/webhooks';
import type { Context } from '../../../platform/context.ts';
import { limiterByDatabase } from '../../../platform/http/rate-limit.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { notesById } from '../../notes/store.ts';
import { updatesById } from '../../status-updates/store.ts';
import { itemPayload, eventNames, notePayload, readPayloadSource, statusUpdatePayload } from './payload.ts';
import { sendNow } from './send.ts';
import { samplePayload } from '../sockets.ts';
import { findDelivery, insertDeliveries, type WebhookDelivery } from '../store/deliveries.ts';
import { newestItem, newestNote, newestStatusUpdate, type Webhook } from '../store.ts';

/** Per person and namespace: each request waits for a response of an external server. */
export const byHandLimit = { burst: 5, perMinute: 5 } as const;
const limiterOf = limiterByDatabase(byHandLimit);

export class TooManyDeliveriesByHandError extends DomainError {
  override name = 'TooManyDeliveriesByHandError';
  readonly code = 'TOO_MANY_DELIVERIES_BY_HAND' as const;
  readonly kind = 'limited' as const;
  constructor() {
    super('You have sent many test deliveries in a short time. Try again in a minute.');
  }
}

type Message = Pick<WebhookDelivery, 'eventUuid' | 'trigger' | 'event' | 'payload'>;

/**
 * Sends a webhook (from `webhookOf`, which checks the permission) the newest object of its namespace, as if it had
 * just been saved unchanged; returns the result. Throws ValidationError where there is none, and TooManyDeliveriesByHandError.
 */
export async function testWebhook(
  ctx: Context,
  namespace: Namespace,
  hook: Webhook,
  trigger: WebhookEvent,
): Promise<WebhookDelivery> {
  const payload = await newestPayload(ctx, namespace, trigger);
  if (!payload) throw new ValidationError({ base: [missing[trigger]] });
  return sendByHand(ctx, hook, { eventUuid: randomUUID(), ...eventNames[trigger], payload: JSON.stringify(payload) });
}

/** Repeats a delivery; returns the result. Throws NotFoundError and TooManyDeliveriesByHandError. */
export async function resendDelivery(ctx: Context, hook: Webhook, deliveryId: number): Promise<WebhookDelivery> {
  const sent = await findDelivery(ctx.db, hook.id, deliveryId as WebhookDeliveryId);
  if (!sent) throw new NotFoundError('Delivery');
  const { eventUuid, trigger, event, payload } = sent;
  return sendByHand(ctx, hook, { eventUuid, trigger, event, payload });
}

/** Sends immediately, as a separate delivery without retries. */
async function sendByHand(ctx: Context, hook: Webhook, message: Message): Promise<WebhookDelivery> {
  if (limiterOf(ctx.services.db).take(`${ctx.viewer.id} ${hook.namespaceId}`) !== null) {
    throw new TooManyDeliveriesByHandError();
  }
  const [id] = await insertDeliveries(ctx.db, [hook.id], { ...message, nextAttemptAt: null });
  if (id === undefined) throw new NotFoundError('Delivery');
  await sendNow(ctx.services, id);
  const delivery = await findDelivery(ctx.db, hook.id, id);
  if (!delivery) throw new NotFoundError('Delivery');
  return delivery;
}

const missing: Readonly<Record<WebhookEvent, string>> = {
  issues_events: 'There is nothing to send yet. Create an epic or issue first',
  confidential_issues_events: 'There is nothing to send yet. Create a confidential epic or issue first',
  note_events: 'There is nothing to send yet: write a comment first',
  confidential_note_events: 'There is nothing to send yet: write an internal comment first',
  status_update_events: 'There is nothing to send yet: post a status update first',
  deployment_events: 'There is nothing to send yet: report a deployment first',
  merge_requests_events: 'There is nothing to send yet: open a merge request first',
};

async function newestPayload(ctx: Context, { scope }: Namespace, trigger: WebhookEvent): Promise<object | null> {
  switch (trigger) {
    case 'issues_events':
    case 'confidential_issues_events': {
      const id = await newestItem(ctx.db, scope.traversalIds, trigger === 'confidential_issues_events');
      const item = id === null ? null : await readPayloadSource(ctx, id);
      return item && itemPayload(ctx, item, 'update', {});
    }
    case 'note_events':
    case 'confidential_note_events': {
      const id = await newestNote(ctx.db, scope.traversalIds, trigger === 'confidential_note_events');
      const note = id === null ? null : await ctx.load(notesById, id);
      const item = note ? await readPayloadSource(ctx, note.workItemId) : null;
      return note && item && notePayload(ctx, item, note, 'update');
    }
    case 'status_update_events': {
      const id = await newestStatusUpdate(ctx.db, scope.traversalIds);
      const update = id === null ? null : await ctx.load(updatesById, id);
      const item = update ? await readPayloadSource(ctx, update.workItemId) : null;
      return update && item && statusUpdatePayload(ctx, item, update, 'update');
    }
    case 'deployment_events':
    case 'merge_requests_events':
      return samplePayload(trigger, ctx, scope.traversalIds);
    default:
      return unreachable(trigger);
  }
}
