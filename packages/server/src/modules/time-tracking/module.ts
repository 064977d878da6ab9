import type { Module } from '../../platform/rooms/module.ts';
import { plugInActions } from '../work-items/commands/sockets.ts';
import { timeActions } from './actions.ts';
import { extendSchema } from './graphql.ts';
import { plugInGraphqlFields } from './graphql/fields.ts';
import { plugInRestFields } from './rest/fields.ts';
import { addRoutes } from './rest.ts';

export const timeTrackingModule: Module = {
  name: 'time-tracking',
  extendSchema,
  addRoutes,
  plugIn() {
    plugInRestFields();
    plugInGraphqlFields();
    plugInActions(timeActions);
  },
};
