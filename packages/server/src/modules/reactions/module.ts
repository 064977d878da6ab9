import type { Module } from '../../platform/rooms/module.ts';
import { plugIn } from '../work-items/sockets.ts';
import { plugInAwardable, workItemAwardable } from './commands.ts';
import { reactionFilter } from './filter.ts';
import { extendSchema } from './graphql.ts';
import { byPopularity } from './filter/orders.ts';
import { plugInGraphqlFields } from './graphql/fields.ts';
import { plugInRestFields } from './rest/fields.ts';
import { addRoutes } from './rest.ts';
import { plugInActions } from '../work-items/commands/sockets.ts';
import { reactionActions } from './actions.ts';

export const reactionsModule: Module = {
  name: 'reactions',
  extendSchema,
  addRoutes,
  plugIn() {
    plugInActions(reactionActions);
    plugIn({ filters: [reactionFilter], orders: { popularity: byPopularity } });
    plugInAwardable(workItemAwardable);
    plugInRestFields();
    plugInGraphqlFields();
  },
};
