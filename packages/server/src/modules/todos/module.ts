import type { Module } from '../../platform/rooms/module.ts';
import { plugInActions } from '../work-items/commands/sockets.ts';
import { todoActions } from './actions.ts';
import { plugInGraphqlFields } from './graphql/fields.ts';
import { extendSchema } from './graphql.ts';
import { announceEndingTokens } from './jobs.ts';
import { preloadTodos, updateTodos } from './listeners.ts';
import { addRoutes } from './rest.ts';

export const todosModule: Module = {
  name: 'todos',
  extendSchema,
  addRoutes,
  plugIn() {
    plugInActions(todoActions);
    plugInGraphqlFields();
  },
  listeners: [updateTodos],
  preloads: [preloadTodos],
  jobs: [announceEndingTokens],
};
