import type { Module } from '../../platform/module.ts';
import { workItemFilters } from './filter.ts';
import { addRoutes } from './rest.ts';
import { plugIn } from './sockets.ts';

export const workItemsModule: Module = {
  name: 'work-items',
  addRoutes,
  plugIn() {
    plugIn({ filters: workItemFilters });
  },
};
