import type { Module } from '../../platform/module.ts';
import { forgetWebhookDeliveries, sendWebhooks } from './jobs.ts';
import { tellWebhooks } from './listeners.ts';
import { addRoutes } from './rest.ts';

export const webhooksModule: Module = {
  name: 'webhooks',
  addRoutes,
  listeners: [tellWebhooks],
  jobs: [sendWebhooks, forgetWebhookDeliveries],
};
