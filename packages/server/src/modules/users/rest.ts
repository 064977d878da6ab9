import type { Routes } from '../../platform/rest/routes.ts';
import { addAccountRoutes } from './rest/accounts.ts';
import { addTokenRoutes } from './rest/tokens.ts';
import { readFileSync } from 'node:fs';

export function addRoutes(routes: Routes): void {
  addAccountRoutes(routes);
  addTokenRoutes(routes);
  addVersionRoutes(routes);
}

/** The GitLab version whose public API documentation Milepost follows: existing clients enable features by it. */
const API_VERSION = '18.9.0';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
export function addVersionRoutes(routes: Routes): void {
  const tags = ['metadata'];
  const shown = { version: API_VERSION, revision: `milepost-${version}` };
  routes.get('/version', { summary: 'The version', tags, signedIn: true, access: 'readUsers' }, () => shown);
  routes.get(
    '/metadata',
    { summary: 'The version and related data', tags, signedIn: true, access: 'readUsers' },
    (_request, ctx) => ({
      ...shown,
      kas: { enabled: false, externalUrl: null, externalK8sProxyUrl: null, version: null },
      enterprise: true,
      web_url: ctx.baseUrl,
    }),
  );
}
