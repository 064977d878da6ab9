import type { Module } from '../../platform/rooms/module.ts';
import { providersShown } from './commands/identities.ts';
import { sweepIdentityRequests, syncLdapGroups, syncLdapUsers } from './jobs.ts';
import { addRoutes } from './rest.ts';
import { addLdapRoutes } from './rest/ldap.ts';
import { problemOf } from './rest/oidc.ts';
import { addPages } from './rest/pages.ts';

export const identityModule: Module = {
  name: 'identity',
  addRoutes(routes) {
    addRoutes(routes);
    addLdapRoutes(routes);
  },
  addPages,
  bootstrap(ctx, request) {
    const problem = problemOf(request);
    return Promise.resolve({
      signInProviders: providersShown(ctx),
      ...(problem !== undefined && { signInProblem: problem }),
    });
  },
  jobs: [sweepIdentityRequests, syncLdapUsers, syncLdapGroups],
};
