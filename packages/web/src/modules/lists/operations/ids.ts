import { graphql } from '../../../gen/gql.ts';

export const listIssueIds = graphql(`
  query listIssueIds($fullPath: ID!, $isProject: Boolean!, $state: IssuableState, $sort: IssueSort, $after: String) {
    group(fullPath: $fullPath) @skip(if: $isProject) {
      id
      issues(includeSubgroups: true, state: $state, sort: $sort, first: 100, after: $after) @filtered(list: issues) {
        nodes {
          id
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
    project(fullPath: $fullPath) @include(if: $isProject) {
      id
      issues(state: $state, sort: $sort, first: 100, after: $after) @filtered(list: issues) {
        nodes {
          id
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
  }
`);
