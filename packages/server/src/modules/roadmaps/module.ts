import type { Module } from '../../platform/module.ts';
import { plugIn } from '../work-items/sockets.ts';
import { ancestorFilter } from './filter.ts';
import { extendSchema } from './graphql.ts';
import { sweepRoadmaps } from './jobs.ts';
import { addRoutes } from './rest.ts';

export const roadmapsModule: Module = {
  name: 'roadmaps',
  extendSchema,
  addRoutes,
  plugIn: () => plugIn({ filters: [ancestorFilter] }),
  jobs: [sweepRoadmaps],
};
