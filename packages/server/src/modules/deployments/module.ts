import type { Module } from '../../platform/rooms/module.ts';
import { plugInDeployments } from '../todos/sockets.ts';
import { extendSchema } from './graphql.ts';
import { callApprovers, deploymentSubjects } from './listeners.ts';
import { addRoutes } from './rest.ts';

export const deploymentsModule: Module = {
  name: 'deployments',
  extendSchema,
  addRoutes,
  plugIn: () => plugInDeployments(deploymentSubjects),
  listeners: [callApprovers],
};
