import type { Module } from '../../platform/rooms/module.ts';
import { addRoutes } from './rest.ts';

export const deploymentsModule: Module = { name: 'deployments', addRoutes };
