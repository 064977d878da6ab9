import type { Module } from '../../platform/rooms/module.ts';
import { plugIn } from '../work-items/sockets.ts';
import { parentFilter, topLevelFilter } from './filter.ts';
import { extendSchema } from './graphql/schema.ts';
import {
  foldRollups,
  removalJob,
  resumeRemovalsJob,
  resumeTransfersJob,
  resumeVisibilityJob,
  transferJob,
  visibilityJob,
} from './jobs.ts';
import { followDeletions, followMilestones, followTransfers, followVisibility } from './listeners.ts';
import { plugInGraphqlFields } from './graphql/fields.ts';
import { plugInRestFields } from './rest/fields.ts';
import { addNamespaceRoutes } from './rest/pages.ts';
import { addRoutes } from './rest.ts';
import { hierarchyWidget } from './widget.ts';
import { plugInActions } from '../work-items/commands/sockets.ts';
import { hierarchyActions } from './actions.ts';
import { plugInItems } from '../namespaces/sockets.ts';
import { transferredItems } from './commands/transfers.ts';

export const hierarchyModule: Module = {
  name: 'hierarchy',
  extendSchema,
  addRoutes,
  addNamespaceRoutes,
  plugIn() {
    plugInActions(hierarchyActions);
    plugIn({ widgets: [hierarchyWidget], filters: [topLevelFilter, parentFilter] });
    plugInItems(transferredItems);
    plugInRestFields();
    plugInGraphqlFields();
  },
  listeners: [followMilestones, followDeletions, followTransfers, followVisibility],
  jobs: [
    foldRollups,
    transferJob,
    resumeTransfersJob,
    visibilityJob,
    resumeVisibilityJob,
    removalJob,
    resumeRemovalsJob,
  ],
};
