import type { Module } from '../../platform/rooms/module.ts';
import { extendSchema } from './graphql.ts';
import { deleteOldWebhookDeliveries, sealWebhookTokens, sendWebhooks } from './jobs.ts';
import { queueDeliveries } from './listeners.ts';
import { addRoutes } from './rest.ts';

export const webhooksModule: Module = {
  name: 'webhooks',
  extendSchema,
  addRoutes,
  listeners: [queueDeliveries],
  jobs: [sendWebhooks, deleteOldWebhookDeliveries, sealWebhookTokens],
};
