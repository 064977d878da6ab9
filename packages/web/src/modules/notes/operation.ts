import { graphql } from '../../gen/gql.ts';
import type { ActivityChoice } from './activity-choice.ts';

graphql(`
  fragment ActivityDiscussion on Discussion {
    id
    resolvable
    resolved
    resolvedBy {
      id
      name
      type
    }
    userPermissions {
      resolveNote
    }
    notes {
      nodes {
        id
        body
        bodyHtml
        createdAt
        lastEditedAt
        userPermissions {
          adminNote
          awardEmoji
        }
        system
        systemNoteIconName
        internal
        via
        hidden
        awardEmoji {
          nodes {
            ...ShownReaction
          }
        }
        author {
          id
          name
          username
          type
          avatarUrl
        }
      }
    }
  }
`);

export const epicActivity = graphql(`
  query epicActivity(
    $fullPath: ID!
    $iid: ID!
    $first: Int
    $after: String
    $filter: NotesFilterType
    $sort: WorkItemDiscussionsSort
  ) {
    group(fullPath: $fullPath) {
      id
      epic(iid: $iid) {
        id
        discussions(first: $first, after: $after, filter: $filter, sort: $sort) {
          nodes {
            ...ActivityDiscussion
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

export const issueActivity = graphql(`
  query issueActivity(
    $fullPath: ID!
    $iid: String!
    $first: Int
    $after: String
    $filter: NotesFilterType
    $sort: WorkItemDiscussionsSort
  ) {
    project(fullPath: $fullPath) {
      id
      issue(iid: $iid) {
        id
        discussions(first: $first, after: $after, filter: $filter, sort: $sort) {
          nodes {
            ...ActivityDiscussion
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

/** The variables of one page. `after`: the end cursor of the previous page, empty for the first. */
export function activityVariables(fullPath: string, iid: string, choice: ActivityChoice, after: string) {
  return { fullPath, iid, first: 50, after, ...choice };
}
