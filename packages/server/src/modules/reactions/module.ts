import type { Module } from '../../platform/module.ts';
import { plugIn } from '../work-items/sockets.ts';
import { workItemAwardable } from './commands.ts';
import { reactionFilter } from './filter.ts';
import { extendSchema } from './graphql.ts';
import { addRoutes } from './rest.ts';
import { plugInAwardable } from './sockets.ts';

export const reactionsModule: Module = {
  name: 'reactions',
  extendSchema,
  addRoutes,
  plugIn() {
    plugIn({ filters: [reactionFilter] });
    plugInAwardable(workItemAwardable);
  },
};
