import type { Module } from '../../platform/rooms/module.ts';
import { extendLists } from './graphql/lists.ts';
import { extendSchema } from './graphql.ts';
import { namespaceOfPage } from './rest/boot.ts';
import { addAvatarPages } from './rest/avatars.ts';
import { removeExpired } from './jobs.ts';
import { addFrequentRoutes } from './rest/frequent.ts';
import { addRoutes } from './rest.ts';

export const namespacesModule: Module = {
  name: 'namespaces',
  extendSchema: () => {
    extendSchema();
    extendLists();
  },
  addRoutes,
  jobs: [removeExpired],
  addPages: addAvatarPages,
  addSiteRoutes: addFrequentRoutes,
  bootstrap: (ctx, { url }) => namespaceOfPage(ctx, url),
};
