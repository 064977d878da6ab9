import { present } from '../../platform/api/graphql.ts';
import { graphqlPages, graphqlQuery } from '../../platform/api/queries.ts';
import type { PersonPageQuery } from '../../gen/graphql.ts';
import { graphql } from '../../gen/gql.ts';
import type { ListedIssue } from '../work-items/issues.ts';

const personPage = graphql(`
  query personPage($username: String!, $path: ID!) {
    user(username: $username) {
      id
      username
      name
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

const personIssues = graphql(`
  query personIssues($author: String, $assignees: [String!], $state: IssuableState, $after: String) {
    issues(
      authorUsername: $author
      assigneeUsernames: $assignees
      state: $state
      sort: CREATED_DESC
      first: 20
      after: $after
    ) {
      nodes {
        ...ListedIssue
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export type PersonView = NonNullable<PersonPageQuery['user']>;

/** Who is called so, with where they are members as far as the viewer may see; and the group that is called so instead. */
export const personQuery = (username: string) =>
  graphqlQuery(['person', username], personPage, { username, path: username });

/** Which issues of somebody: what they wrote, or what they do. */
export type Part = 'authored' | 'assigned';

/** The issues that somebody wrote or is assigned to, as far as the viewer may see, newest first. */
export function personIssuePages(username: string, part: Part) {
  const of = part === 'authored' ? { author: username } : { assignees: [username] };
  return {
    ...graphqlPages(['issues', 'of', username, part], personIssues, { ...of, state: 'all' }, ({ issues }) => issues),
    select: ({ pages }: { pages: { issues: { nodes?: readonly (ListedIssue | null)[] | null } | null }[] }) =>
      pages.flatMap(({ issues }) => present(issues?.nodes)),
  };
}
