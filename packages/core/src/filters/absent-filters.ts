import type { FilterDefinition } from './types.ts';

const nothing = 'Nothing matches: there are none in Milepost';

/**
 * Published filters by objects that Milepost does not have: releases of milestones, and contacts with their organizations. Clients
 * declare them in each query, so they are served: no item has any.
 */
export const absentFilters = {
  release: {
    type: { kind: 'text' },
    issues: {
      is: {
        graphql: {
          releaseTag: ['[String!]', nothing],
          releaseTagWildcardId: ['ReleaseTagWildcardId', 'NONE matches everything, ANY nothing'],
        },
      },
      not: { graphql: { releaseTag: ['[String!]', 'Everything matches: there are none in Milepost'] } },
    },
  },
  contact: {
    type: { kind: 'text' },
    issues: { is: { graphql: { crmContactId: ['String', nothing], crmOrganizationId: ['String', nothing] } } },
  },
} as const satisfies Record<string, FilterDefinition>;
