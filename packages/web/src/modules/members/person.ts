import { graphqlQuery } from '../../platform/api/queries.ts';
import type { PersonPageQuery } from '../../gen/graphql.ts';
import { graphql } from '../../gen/gql.ts';

const personPage = graphql(`
  query personPage($username: String!, $path: ID!) {
    user(username: $username) {
      id
      username
      name
      type
      avatarUrl
      state
      bio
      publicEmail
      createdAt
      groupMemberships(first: 100) {
        nodes {
          id
          accessLevel {
            humanAccess
          }
          group {
            id
            fullPath
            fullName
            avatarUrl
          }
        }
      }
      projectMemberships(first: 100) {
        nodes {
          id
          accessLevel {
            humanAccess
          }
          project {
            id
            fullPath
            nameWithNamespace
            avatarUrl
          }
        }
      }
    }
    group(fullPath: $path) {
      id
      fullPath
    }
  }
`);

export type PersonView = NonNullable<PersonPageQuery['user']>;

/** The user of this name with their visible memberships, or the group of this path. */
export const personQuery = (username: string) =>
  graphqlQuery(['person', username], personPage, { username, path: username });
