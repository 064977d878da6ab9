import type { Module } from '../../platform/module.ts';
import { extendSchema } from './graphql.ts';
import { forgetWebhookDeliveries, sealWebhookTokens, sendWebhooks } from './jobs.ts';
import { tellWebhooks } from './listeners.ts';
import { addRoutes } from './rest.ts';

export const webhooksModule: Module = {
  name: 'webhooks',
  extendSchema,
  addRoutes,
  listeners: [tellWebhooks],
  jobs: [sendWebhooks, forgetWebhookDeliveries, sealWebhookTokens],
};
