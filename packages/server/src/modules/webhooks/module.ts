import type { Module } from '../../platform/rooms/module.ts';
import { sealedTokens } from './commands/tokens.ts';
import { extendSchema } from './graphql.ts';
import { deleteOldWebhookDeliveries, sealWebhookTokens, sendWebhooks } from './jobs.ts';
import { hooksWithLock, queueDeliveries } from './listeners.ts';
import { plugIn } from '../work-items/sockets.ts';
import { addRoutes } from './rest.ts';

export const webhooksModule: Module = {
  name: 'webhooks',
  extendSchema,
  addRoutes,
  plugIn() {
    plugIn({ lockFacts: [hooksWithLock] });
  },
  listeners: [queueDeliveries],
  jobs: [sendWebhooks, deleteOldWebhookDeliveries, sealWebhookTokens],
  sealedColumns: [sealedTokens],
};
