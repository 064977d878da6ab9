import type { Module } from '../../platform/rooms/module.ts';
import { extendSchema } from './graphql.ts';
import { indexSearch } from './jobs.ts';
import { addRoutes } from './rest.ts';

export const searchModule: Module = {
  name: 'search',
  extendSchema,
  addRoutes,
  jobs: [indexSearch],
};
