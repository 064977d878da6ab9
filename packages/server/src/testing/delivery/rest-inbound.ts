import { createInboundWebhook } from '../../modules/inbound-webhooks/commands.ts';
import { insertDelivery, webhooksOfProject } from '../../modules/inbound-webhooks/store.ts';
import { maintainer, type DeliveryCall } from './calls.ts';
import type { Site } from './site.ts';

const list = '/projects/{id}/inbound_webhooks';
const one = `${list}/{webhook_id}`;
/** Visitors get 401 from every call. */
const rule = { ...maintainer, isSignedIn: true };

/** A webhook with a delivery that was processed. A project may have few, so the used ones are removed in time. */
async function newWebhook({ db, asRoot, project, next }: Site) {
  const before = await webhooksOfProject(db, project.id);
  if (before.length > 10) await db.deleteFrom('inboundWebhooks').where('projectId', '=', project.id).execute();
  const { webhook } = await createInboundWebhook(asRoot(), project, { forge: 'github' });
  const delivery = { webhookId: webhook.id, deliveryKey: next(), event: 'ping', status: 'processed' } as const;
  const deliveryId = await insertDelivery(db, { ...delivery, content: JSON.stringify({ kind: 'ping' }) });
  return { params: { webhook_id: webhook.id, delivery_id: deliveryId ?? 0 } };
}

/** Calls about the webhooks that another forge calls. */
export const inboundCalls: readonly DeliveryCall[] = [
  { ...rule, call: `GET ${list}`, given: () => ({}) },
  {
    ...rule,
    call: `POST ${list}`,
    given: async (site) => {
      await newWebhook(site);
      return { input: { forge: 'gitea' } };
    },
  },
  { ...rule, call: `DELETE ${one}`, given: newWebhook },
  { ...rule, call: `GET ${one}/deliveries`, given: newWebhook },
  { ...rule, call: `POST ${one}/deliveries/{delivery_id}/retry`, given: newWebhook },
];
