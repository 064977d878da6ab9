import type { Module } from '../../platform/rooms/module.ts';
import { extendSchema } from './graphql.ts';
import { addRoutes } from './rest.ts';

export const analyticsModule: Module = { name: 'analytics', extendSchema, addRoutes };
