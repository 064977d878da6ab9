import type { Module } from '../../platform/module.ts';
import { workItemFilters } from './filter.ts';
import { addRoutes } from './rest.ts';
import { extendSchema } from './graphql-schema.ts';
import { plugIn } from './sockets.ts';

export const workItemsModule: Module = {
  name: 'work-items',
  extendSchema,
  addRoutes,
  plugIn() {
    plugIn({ filters: workItemFilters });
  },
};
