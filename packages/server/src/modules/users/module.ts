import type { Module } from '../../platform/rooms/module.ts';
import { sealedTotp } from './commands/totp.ts';
import { plugInReference } from '../../platform/markdown/sockets.ts';
import { extendSchema } from './graphql.ts';
import { answerRequestedReset, sendLinks, sweep, sweepSignInAttempts } from './jobs.ts';
import { userReferences } from './reference.ts';
import { addPages } from './rest/pages.ts';
import { publicBootstrap } from './rest/set-up-page.ts';
import { addRoutes } from './rest.ts';

export const usersModule: Module = {
  name: 'users',
  extendSchema,
  addRoutes,
  addPages,
  publicBootstrap,
  jobs: [sweep, sweepSignInAttempts, sendLinks, answerRequestedReset],
  sealedColumns: [sealedTotp],
  plugIn() {
    plugInReference(userReferences);
  },
};
