import type { Module } from '../../platform/rooms/module.ts';
import { extendSchema } from './graphql.ts';
import { writeSuccessionNotes } from './listeners.ts';
import { addRoutes } from './rest.ts';
import { plugInActions } from '../work-items/commands/sockets.ts';
import { moveActions } from './actions.ts';

export const movesModule: Module = {
  name: 'moves',
  extendSchema,
  addRoutes,
  plugIn: () => plugInActions(moveActions),
  listeners: [writeSuccessionNotes],
};
