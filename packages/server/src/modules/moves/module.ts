import type { Module } from '../../platform/module.ts';
import { extendSchema } from './graphql.ts';
import { tellWhereItWent } from './listeners.ts';
import { addRoutes } from './rest.ts';

export const movesModule: Module = {
  name: 'moves',
  extendSchema,
  addRoutes,
  listeners: [tellWhereItWent],
};
