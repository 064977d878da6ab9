import type { Module } from '../../platform/rooms/module.ts';
import { plugIn } from '../work-items/sockets.ts';
import { blockedFilter } from './filter.ts';
import { byBlocking } from './filter/orders.ts';
import { extendSchema } from './graphql.ts';
import { plugInGraphqlFields } from './graphql/fields.ts';
import { plugInRestFields } from './rest/fields.ts';
import { addNamespaceRoutes } from './rest/pages.ts';
import { addRoutes } from './rest.ts';
import { linksWidget } from './widget.ts';
import { plugInActions } from '../work-items/commands/sockets.ts';
import { linkActions } from './actions.ts';

export const linksModule: Module = {
  name: 'links',
  extendSchema,
  addRoutes,
  addNamespaceRoutes,
  plugIn() {
    plugInActions(linkActions);
    plugIn({ widgets: [linksWidget], filters: [blockedFilter], orders: { blocking: byBlocking } });
    plugInRestFields();
    plugInGraphqlFields();
  },
};
