import { randomUUID } from 'node:crypto';
import type { WebhookDeliveryId, WebhookId } from '@milepost/core/ids';
import type { Trx } from '../../../platform/context.ts';
import { addJob } from '../../../platform/queue/add-job.ts';
import { insertDeliveries } from '../store/deliveries.ts';
import { kinds } from './payload.ts';
import { SEND_WEBHOOKS } from './send.ts';

/** Writes an event into the outbox of these webhooks, and queues the job that sends it as soon as this transaction commits. */
export async function queueEvent(
  trx: Trx,
  hookIds: readonly WebhookId[],
  event: keyof typeof kinds,
  payload: object,
): Promise<WebhookDeliveryId[]> {
  const message = { eventUuid: randomUUID(), ...kinds[event], payload: JSON.stringify(payload) };
  const ids = await insertDeliveries(trx, hookIds, message);
  await addJob(trx, SEND_WEBHOOKS, {}, { maxAttempts: 1 });
  return ids;
}
