import type { Endpoints } from '@milepost/core/settings/endpoints';
import { setSession } from '../platform/session/session.ts';

/** What a server writes into its pages. Tests have no server that renders their page. */
const endpoints: Endpoints = {
  graphql: '/api/graphql',
  rest: '/api/v4',
  live: '/-/live',
  readiness: '/-/readiness',
  signOut: '/-/sign-out',
  abuseReports: '/-/abuse_reports',
  frequentItems: '/-/frequent_items',
  group: '/groups/{fullPath}/-',
  project: '/{fullPath}/-',
  groupUploads: '/groups/{fullPath}/-/uploads',
  projectUploads: '/{fullPath}/uploads',
};

setSession({ endpoints });
