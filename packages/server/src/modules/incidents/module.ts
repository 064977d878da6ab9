import type { Module } from '../../platform/rooms/module.ts';
import { plugInActions } from '../work-items/commands/sockets.ts';
import { incidentActions } from './actions.ts';
import { addSeverity } from './graphql.ts';
import { addTimeline } from './graphql/timeline.ts';
import { addLabelsToTimeline, addSeverityToTimeline, copyToSuccessor } from './listeners.ts';
import { addRoutes, addSiteRoutes } from './rest.ts';

export const incidentsModule: Module = {
  name: 'incidents',
  extendSchema() {
    addSeverity();
    addTimeline();
  },
  addRoutes,
  addSiteRoutes,
  plugIn: () => plugInActions(incidentActions),
  listeners: [copyToSuccessor, addSeverityToTimeline, addLabelsToTimeline],
};
