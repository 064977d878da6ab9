import type { Module } from '../../platform/rooms/module.ts';
import { countSeatsDaily } from './jobs.ts';
import { countSeatsOfPlan } from './listeners.ts';
import { addRoutes } from './rest.ts';
import { addPaymentRoutes } from './rest/subscriptions.ts';
import { addWebhook } from './rest/webhook.ts';

export const billingModule: Module = {
  name: 'billing',
  addRoutes,
  addSiteRoutes: addPaymentRoutes,
  addPages: addWebhook,
  listeners: [countSeatsOfPlan],
  jobs: [countSeatsDaily],
};
