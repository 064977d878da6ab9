import type { Module } from '../../platform/rooms/module.ts';
import { addNamespaceRoutes, addSiteRoutes } from './rest.ts';

export const checklistsModule: Module = { name: 'checklists', addNamespaceRoutes, addSiteRoutes };
