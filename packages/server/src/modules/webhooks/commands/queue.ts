import { randomUUID } from 'node:crypto';
import type { WebhookDeliveryId, WebhookId } from '@milepost/core/ids';
import type { WebhookEvent } from '@milepost/core/webhooks';
import type { Trx } from '../../../platform/context.ts';
import { addJob } from '../../../platform/queue/add-job.ts';
import { insertDeliveries } from '../store/deliveries.ts';
import { eventNames } from './payload.ts';
import { SEND_WEBHOOKS } from './send.ts';

/**
 * Writes an event into the outbox of these webhooks, and queues the job that sends it as soon as this transaction commits. Returns
 * the ids of the deliveries, so that the transaction can still change the payload.
 */
export async function queueEvent(
  trx: Trx,
  hookIds: readonly WebhookId[],
  event: WebhookEvent,
  payload: object,
): Promise<WebhookDeliveryId[]> {
  const ids = await writeDeliveries(trx, hookIds, event, payload);
  await queueSending(trx);
  return ids;
}

/** As `queueEvent`, with a separate payload, and so a separate event id, for each webhook. */
export async function queueEventOfEach(
  trx: Trx,
  event: WebhookEvent,
  payloads: ReadonlyMap<WebhookId, object>,
): Promise<void> {
  for (const [hookId, payload] of payloads) await writeDeliveries(trx, [hookId], event, payload);
  if (payloads.size > 0) await queueSending(trx);
}

function writeDeliveries(
  trx: Trx,
  hookIds: readonly WebhookId[],
  event: WebhookEvent,
  payload: object,
): Promise<WebhookDeliveryId[]> {
  return insertDeliveries(trx, hookIds, {
    eventUuid: randomUUID(),
    ...eventNames[event],
    payload: JSON.stringify(payload),
  });
}

/** One attempt: the job also runs every minute. */
async function queueSending(trx: Trx): Promise<void> {
  await addJob(trx, SEND_WEBHOOKS, {}, { maxAttempts: 1 });
}
