import type { Module } from '../../platform/rooms/module.ts';
import { sealedInbound } from './commands.ts';
import { forgetInboundDeliveries, processInbound } from './jobs.ts';
import { addRoutes } from './rest.ts';
import { addReceivingPage } from './rest/receive.ts';

export const inboundWebhooksModule: Module = {
  name: 'inbound-webhooks',
  addRoutes,
  addPages: addReceivingPage,
  jobs: [processInbound, forgetInboundDeliveries],
  sealedColumns: [sealedInbound],
};
