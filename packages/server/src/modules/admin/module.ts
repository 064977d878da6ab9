import type { Module } from '../../platform/rooms/module.ts';
import { addSiteRoutes } from './rest.ts';
import { bootstrapOfAdministration } from './rest/pages.ts';

export const adminModule: Module = {
  name: 'admin',
  addSiteRoutes,
  bootstrap: ({ viewer }, { url }) => Promise.resolve(bootstrapOfAdministration(viewer, url)),
};
