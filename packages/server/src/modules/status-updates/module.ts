import type { Module } from '../../platform/rooms/module.ts';
import { extendSchema } from './graphql.ts';
import { sweepStatusUpdates } from './jobs.ts';
import { addRoutes } from './rest.ts';

export const statusUpdatesModule: Module = {
  name: 'status-updates',
  extendSchema,
  addRoutes,
  jobs: [sweepStatusUpdates],
};
