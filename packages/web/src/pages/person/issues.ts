import { graphql } from '../../gen/gql.ts';
import type { ListedIssue } from '../../modules/work-items/issues.ts';
import { present } from '../../platform/api/graphql.ts';
import { graphqlPages } from '../../platform/api/queries.ts';

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

/** Which issues of a user: authored or assigned. */
export type Part = 'authored' | 'assigned';

/** The issues that a user wrote or is assigned to and that the viewer may see, newest first. */
export function personIssuePages(username: string, part: Part) {
  const of = part === 'authored' ? { author: username } : { assignees: [username] };
  return {
    ...graphqlPages(['issues', 'of', username, part], personIssues, { ...of, state: 'all' }, ({ issues }) => issues),
    select: ({ pages }: { pages: { issues: { nodes?: readonly (ListedIssue | null)[] | null } | null }[] }) =>
      pages.flatMap(({ issues }) => present(issues?.nodes)),
  };
}
