import type { Module } from '../../platform/rooms/module.ts';
import { extendSchema } from './graphql.ts';
import { sweepViews } from './jobs.ts';
import { renameLabelsInViews } from './listeners.ts';

export const viewsModule: Module = {
  name: 'views',
  extendSchema,
  listeners: [renameLabelsInViews],
  jobs: [sweepViews],
};
