import type { Module } from '../../platform/rooms/module.ts';
import { plugIn } from '../work-items/sockets.ts';
import { laneFilter } from './filter.ts';
import { narrowingFilter } from './filter/narrowing.ts';
import { roadmapFilters } from './filter/signals.ts';
import { extendSchema } from './graphql.ts';
import { plugInNarrowing, plugInSignals } from './graphql/signals.ts';
import { sweepRoadmaps } from './jobs.ts';
import { bootOfRoadmaps, publicBootstrap } from './rest/boot.ts';
import { plugInLanes } from './graphql/lanes.ts';
import { addSharedRoadmaps } from './rest/shared.ts';
import { addRoutes } from './rest.ts';

export const roadmapsModule: Module = {
  name: 'roadmaps',
  extendSchema,
  addRoutes,
  addPages: addSharedRoadmaps,
  bootstrap: async (ctx, { url }) => {
    const { overview, ...roadmaps } = await bootOfRoadmaps(ctx, url);
    return { roadmaps, ...(overview && { late: overview }) };
  },
  publicBootstrap,
  plugIn() {
    plugIn({ filters: [laneFilter, narrowingFilter, ...roadmapFilters] });
    plugInSignals();
    plugInNarrowing();
    plugInLanes();
  },
  jobs: [sweepRoadmaps],
};
