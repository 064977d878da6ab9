import type { Module } from '../../platform/rooms/module.ts';
import { addSiteRoutes } from './rest.ts';

export const adminModule: Module = { name: 'admin', addSiteRoutes };
