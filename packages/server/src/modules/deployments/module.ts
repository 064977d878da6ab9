import type { Module } from '../../platform/rooms/module.ts';
import { plugInDeployments } from '../todos/sockets.ts';
import { extendSchema } from './graphql.ts';
import { plugInSample } from '../webhooks/sockets.ts';
import { samplePayload } from './commands/webhooks.ts';
import { deploymentSubjects, keepTodos, sendToWebhooks } from './listeners.ts';
import { addRoutes } from './rest.ts';

export const deploymentsModule: Module = {
  name: 'deployments',
  extendSchema,
  addRoutes,
  plugIn() {
    plugInDeployments(deploymentSubjects);
    plugInSample('deployment_events', samplePayload);
  },
  listeners: [keepTodos, sendToWebhooks],
};
