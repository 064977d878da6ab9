import type { Module } from '../../platform/rooms/module.ts';
import { sweepChangeSets } from './jobs.ts';
import { addRoutes } from './rest.ts';

/** Changes of several items that are made, and undone, as one. */
export const changeSetsModule: Module = {
  name: 'change-sets',
  addRoutes,
  jobs: [sweepChangeSets],
};
