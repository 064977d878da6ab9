import type { Module } from '../../platform/rooms/module.ts';
import { plugInActions } from '../work-items/commands/sockets.ts';
import { severityActions } from './actions.ts';
import { addSeverity } from './graphql.ts';
import { copyImagesToSuccessor } from './listeners.ts';
import { addRoutes, addSiteRoutes } from './rest.ts';

export const incidentsModule: Module = {
  name: 'incidents',
  extendSchema: addSeverity,
  addRoutes,
  addSiteRoutes,
  plugIn: () => plugInActions(severityActions),
  listeners: [copyImagesToSuccessor],
};
