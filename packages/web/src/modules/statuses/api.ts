import type { WorkItemType } from '@milepost/core/work-items';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../platform/api/graphql.ts';
import type { IssueType, ShownStatusFragment } from '../../gen/graphql.ts';
import { graphql } from '../../gen/gql.ts';

graphql(`
  fragment ShownStatus on WorkItemStatus {
    id
    name
    category
    color
    iconName
  }
`);

const allowedStatuses = graphql(`
  query allowedStatuses($fullPath: ID!, $type: IssueType!) {
    namespace(fullPath: $fullPath) {
      id
      workItemTypes(name: $type) {
        nodes {
          id
          widgetDefinitions {
            type
            ... on WorkItemWidgetDefinitionStatus {
              allowedStatuses {
                ...ShownStatus
              }
            }
          }
        }
      }
    }
  }
`);

/** A status as pages show it. */
export type ShownStatus = ShownStatusFragment;

/** The statuses that items of a type in a group or project can have, in order. */
export function allowedStatusesQuery(fullPath: string, type: WorkItemType) {
  return queryOptions({
    queryKey: ['allowedStatuses', fullPath, type],
    queryFn: async ({ signal }): Promise<readonly ShownStatus[]> => {
      const variables = { fullPath, type: type.toUpperCase() as IssueType };
      const { namespace } = await request(allowedStatuses, variables, signal);
      const definitions = namespace?.workItemTypes?.nodes?.[0]?.widgetDefinitions ?? [];
      return definitions.flatMap((each) => ('allowedStatuses' in each ? (each.allowedStatuses ?? []) : []));
    },
  });
}
