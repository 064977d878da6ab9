import { graphql } from '../../../gen/gql.ts';

graphql(`
  fragment IssueOfList on Issue {
    ...ListedIssue
    userNotesCount
    status {
      ...ShownStatus
    }
    iteration {
      id
      title
      startDate
      dueDate
      iterationCadence {
        id
        title
      }
    }
    epic {
      id
      title
      webPath
    }
    userPermissions {
      updateIssue
      adminIssue
      changeStatus
    }
  }
`);

export const listIssues = graphql(`
  query listIssues(
    $fullPath: ID!
    $isProject: Boolean!
    $state: IssuableState
    $sort: IssueSort
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    group(fullPath: $fullPath) @skip(if: $isProject) {
      id
      issues(
        includeSubgroups: true
        state: $state
        sort: $sort
        first: $first
        after: $after
        last: $last
        before: $before
      ) @filtered(list: issues) {
        nodes {
          ...IssueOfList
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
      issues(state: $state, sort: $sort, first: $first, after: $after, last: $last, before: $before)
        @filtered(list: issues) {
        nodes {
          ...IssueOfList
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
