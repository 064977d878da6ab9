import { infiniteQueryOptions } from '@tanstack/react-query';
import { graphql } from '../../gen/gql.ts';
import type { YourWorkQuery, YourWorkQueryVariables } from '../../gen/graphql.ts';
import { graphqlPages } from '../../platform/api/queries.ts';
import type { SearchOf } from '../../platform/navigation/page-search.ts';

const yourWorkDocument = graphql(`
  query yourWork($tab: YourWorkTab!, $state: YourWorkState, $search: String, $sort: YourWorkSort, $after: String) {
    currentUser {
      id
      yourWorkCounts {
        assigned
        created
        mentioned
        epics
      }
      yourWork(first: 30, after: $after, tab: $tab, state: $state, search: $search, sort: $sort) {
        nodes {
          id
          title
          state
          confidential
          webPath
          reference(full: true)
          updatedAt
          createdAt
          workItemType {
            id
            name
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export type YourWorkAnswer = NonNullable<YourWorkQuery['currentUser']>;
export type YourWorkItem = NonNullable<NonNullable<YourWorkAnswer['yourWork']['nodes']>[number]>;

/** The pages of a tab. */
export function yourWorkPages({ tab, state, sort, search }: SearchOf<'yourWork'>) {
  const variables: Omit<YourWorkQueryVariables, 'after'> = {
    tab: tab.toUpperCase() as YourWorkQueryVariables['tab'],
    ...(state !== 'all' && { state: state.toUpperCase() as YourWorkQueryVariables['state'] }),
    ...(sort !== '' && { sort: sort.toUpperCase() as YourWorkQueryVariables['sort'] }),
    search: search.trim(),
  };
  const pages = graphqlPages(
    ['yourWork', variables],
    yourWorkDocument,
    variables,
    ({ currentUser }) => currentUser?.yourWork,
  );
  return infiniteQueryOptions({ ...pages, placeholderData: (before) => before });
}
