import type { Module } from '../../platform/module.ts';
import { workItemFilters } from './filter.ts';
import { plugIn } from './sockets.ts';

export const workItemsModule: Module = {
  name: 'work-items',
  plugIn() {
    plugIn({ filters: workItemFilters });
  },
};
