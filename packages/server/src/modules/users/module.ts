import type { Module } from '../../platform/module.ts';
import { extendSchema } from './graphql.ts';
import { sweep } from './jobs.ts';
import { addRoutes } from './rest.ts';

export { ensureSetUpAddress } from './commands-set-up.ts';
export { csrfTokenFor } from './rest-credentials.ts';
export { addPages, presentViewer } from './rest-pages.ts';
export { VERSION } from './rest-version.ts';

export const usersModule: Module = { name: 'users', extendSchema, addRoutes, jobs: [sweep] };
