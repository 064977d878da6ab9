import type { Endpoints } from '@milepost/core/endpoints';

/** Where the pages find what they ask for. */
export const endpoints: Endpoints = {
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
