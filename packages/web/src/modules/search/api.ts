import { infiniteQueryOptions } from '@tanstack/react-query';
import { graphql } from '../../gen/gql.ts';
import type { SearchPageQuery, SearchPageQueryVariables } from '../../gen/graphql.ts';
import { graphqlPages } from '../../platform/api/queries.ts';

const searchDocument = graphql(`
  query searchPage(
    $search: String!
    $scope: SearchScope
    $groupId: ID
    $projectId: ID
    $state: SearchState
    $changed: SearchAge
    $authorUsername: String
    $labelTitle: String
    $projectPath: String
    $isFirst: Boolean!
    $after: String
  ) {
    search(
      search: $search
      scope: $scope
      groupId: $groupId
      projectId: $projectId
      state: $state
      changed: $changed
      authorUsername: $authorUsername
      labelTitle: $labelTitle
      projectPath: $projectPath
    ) {
      group {
        id
        name
      }
      project {
        id
        name
      }
      counts @include(if: $isFirst) {
        scope
        count
      }
      filters @include(if: $isFirst) {
        isPartial
        state {
          value
          count
        }
        changed {
          value
          count
        }
        authorUsername {
          value
          count
        }
        labelTitle {
          value
          count
        }
        projectPath {
          value
          count
        }
      }
      results(first: 20, after: $after) {
        nodes {
          id
          kind
          title
          titleRanges {
            start
            end
          }
          passage
          passageRanges {
            start
            end
          }
          webPath
          reference
          state
          confidential
          avatarUrl
          dueDate
          createdAt
          updatedAt
          author {
            id
            name
            username
            avatarUrl
            type
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

export type SearchAnswer = NonNullable<SearchPageQuery['search']>;
export type SearchResultView = NonNullable<NonNullable<SearchAnswer['results']['nodes']>[number]>;
export type SearchVariables = Omit<SearchPageQueryVariables, 'after' | 'isFirst'>;

/** The pages of a search. The first has counts and filters as well. `from`: the cursor where the list begins. */
export function searchPages(variables: SearchVariables, from: string) {
  const pages = graphqlPages(
    ['search', variables, from],
    searchDocument,
    (after) => ({ ...variables, isFirst: after === from }),
    ({ search }) => search.results,
  );
  return infiniteQueryOptions({ ...pages, initialPageParam: from, staleTime: 10_000 });
}
