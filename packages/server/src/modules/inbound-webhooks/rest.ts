import { canProcessAgain, forges } from '@milepost/core/merge-requests/forges';
import { Type } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { idParam } from '../../platform/rest/params.ts';
import { pageRequest, pagingInput, RestPage } from '../../platform/rest/paging.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { findVisibleProject } from '../namespaces/commands.ts';
import {
  createInboundWebhook,
  deleteInboundWebhook,
  inboundWebhookOf,
  inboundWebhooks,
  processAgain,
} from './commands.ts';
import { INBOUND_PATH } from './rest/receive.ts';
import { inboundDeliveriesOnPage, type InboundDelivery, type InboundWebhook } from './store.ts';

const tags = ['inbound webhooks'];
const list = '/projects/:id/inbound_webhooks';
const one = `${list}/:webhook_id`;

/** Webhooks that another forge calls, and their deliveries. */
export function addRoutes(routes: Routes): void {
  routes.get(list, { summary: 'Inbound webhooks of a project', tags, signedIn: true }, async ({ params }, ctx) => {
    const webhooks = await inboundWebhooks(ctx, await findVisibleProject(ctx, params['id'] ?? ''));
    return webhooks.map((webhook) => presentWebhook(ctx, webhook));
  });
  routes.post(
    list,
    {
      summary: 'Create an inbound webhook. The answer has its secret, which is not shown again',
      tags,
      signedIn: true,
      input: Type.Object({
        forge: Type.Union(forges.map((forge) => Type.Literal(forge))),
        name: Type.Optional(Type.String()),
      }),
    },
    async ({ params, input }, ctx) => {
      const project = await findVisibleProject(ctx, params['id'] ?? '');
      const { webhook, secret } = await createInboundWebhook(ctx, project, input);
      return { ...presentWebhook(ctx, webhook), secret };
    },
  );
  routes.delete(
    one,
    { summary: 'Remove an inbound webhook with its deliveries', tags, signedIn: true },
    async ({ params }, ctx) =>
      deleteInboundWebhook(ctx, await findVisibleProject(ctx, params['id'] ?? ''), idParam(params, 'webhook_id')),
  );
  routes.get(
    `${one}/deliveries`,
    {
      summary: 'Deliveries of an inbound webhook in the last seven days, newest first',
      tags,
      signedIn: true,
      input: Type.Object(pagingInput),
    },
    async ({ params, input }, ctx) => {
      const project = await findVisibleProject(ctx, params['id'] ?? '');
      const webhook = await inboundWebhookOf(ctx, project, idParam(params, 'webhook_id'));
      const page = pageRequest(input);
      const { rows, total } = await inboundDeliveriesOnPage(ctx.db, webhook.id, page);
      return new RestPage(rows.map(presentDelivery), total, page);
    },
  );
  routes.post(
    `${one}/deliveries/:delivery_id/retry`,
    { summary: 'Process a delivery again', tags, signedIn: true, status: 202 },
    async ({ params }, ctx) => {
      const project = await findVisibleProject(ctx, params['id'] ?? '');
      await processAgain(ctx, project, idParam(params, 'webhook_id'), idParam(params, 'delivery_id'));
      return { message: '202 Accepted' };
    },
  );
}

function presentWebhook(ctx: Context, webhook: InboundWebhook) {
  return {
    id: webhook.id,
    project_id: webhook.projectId,
    forge: webhook.forge,
    name: webhook.name,
    url: `${ctx.baseUrl}${INBOUND_PATH}/${webhook.uuid}`,
    created_at: webhook.createdAt,
  };
}

function presentDelivery(delivery: Omit<InboundDelivery, 'content'>) {
  return {
    id: delivery.id,
    delivery_id: delivery.deliveryKey,
    event: delivery.event,
    status: delivery.status,
    reason: delivery.reason,
    received_at: delivery.receivedAt,
    processed_at: delivery.processedAt,
    can_process_again: canProcessAgain(delivery.status),
  };
}
