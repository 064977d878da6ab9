import type { Module } from '../../platform/rooms/module.ts';
import { addRoutes } from './rest.ts';
import { addSitePages } from './rest/between-sites.ts';
import { addSiteRoutes, bootstrapOfSite } from './rest/pages.ts';

/** Primary and secondary sites. */
export const sitesModule: Module = {
  name: 'sites',
  addRoutes,
  addSiteRoutes,
  addPages: addSitePages,
  bootstrap: bootstrapOfSite,
};
