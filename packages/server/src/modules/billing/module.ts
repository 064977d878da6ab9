import type { Module } from '../../platform/rooms/module.ts';
import { plugInPlans } from '../namespaces/sockets.ts';
import { namespacePlans } from './commands/namespace-plans.ts';
import { countSeatsDaily } from './jobs.ts';
import { countSeatsOfPlan } from './listeners.ts';
import { addRoutes } from './rest.ts';
import { allowProvider, bootstrapOfPayment } from './rest/payment-page.ts';
import { addPaymentRoutes } from './rest/subscriptions.ts';
import { addWebhook } from './rest/webhook.ts';

export const billingModule: Module = {
  name: 'billing',
  plugIn: () => plugInPlans(namespacePlans),
  addRoutes,
  addSiteRoutes: addPaymentRoutes,
  addPages: (server, host) => {
    addWebhook(server, host);
    allowProvider(server, host);
  },
  bootstrap: bootstrapOfPayment,
  listeners: [countSeatsOfPlan],
  jobs: [countSeatsDaily],
};
