import type { Module } from '../../platform/rooms/module.ts';
import { extendSchema } from './graphql.ts';
import { bulkUpdateJob, resumeBulkUpdatesJob, sweepBulkUpdates } from './jobs.ts';
import { addRoutes } from './rest.ts';

export const listsModule: Module = {
  name: 'lists',
  extendSchema,
  addRoutes,
  jobs: [bulkUpdateJob, resumeBulkUpdatesJob, sweepBulkUpdates],
};
