import type { Module } from '../../platform/rooms/module.ts';
import { plugInReference } from '../../platform/markdown/sockets.ts';
import { plugIn } from '../work-items/sockets.ts';
import { milestoneFilter } from './filter.ts';
import { extendSchema } from './graphql.ts';
import { settleEpics } from './jobs.ts';
import { takeMilestonesAlong } from './listeners.ts';
import { milestoneReferences } from './reference.ts';
import { byMilestoneDue, byPriority } from './filter/orders.ts';
import { plugInGraphqlFields } from './graphql/fields.ts';
import { plugInRestFields } from './rest/fields.ts';
import { addRoutes } from './rest.ts';
import { milestoneWidget } from './widget.ts';
import { plugInActions, plugInSuggestions } from '../work-items/commands/sockets.ts';
import { milestoneActions } from './actions.ts';
import { milestoneSuggestions } from './suggestions.ts';

export const milestonesModule: Module = {
  name: 'milestones',
  extendSchema,
  addRoutes,
  jobs: [settleEpics],
  listeners: [takeMilestonesAlong],
  plugIn() {
    plugInActions(milestoneActions);
    plugInSuggestions(milestoneSuggestions);
    plugIn({
      widgets: [milestoneWidget],
      filters: [milestoneFilter],
      orders: { milestoneDue: byMilestoneDue, priority: byPriority },
    });
    plugInReference(milestoneReferences);
    plugInRestFields();
    plugInGraphqlFields();
  },
};
