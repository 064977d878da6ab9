import type { Module } from '../../platform/rooms/module.ts';
import { extendLists } from './graphql/lists.ts';
import { extendSchema } from './graphql.ts';
import { missingNamespaceOf } from './rest/boot.ts';
import { addFrequentRoutes } from './rest/frequent.ts';
import { addRoutes } from './rest.ts';

export const namespacesModule: Module = {
  name: 'namespaces',
  extendSchema: () => {
    extendSchema();
    extendLists();
  },
  addRoutes,
  addSiteRoutes: addFrequentRoutes,
  bootstrap: async (ctx, { url }) => ({ missingNamespace: await missingNamespaceOf(ctx, url) }),
};
