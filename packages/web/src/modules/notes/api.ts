import { infiniteQueryOptions } from '@tanstack/react-query';
import { MissingError } from '../../app/errors.ts';
import { present, request } from '../../app/graphql.ts';
import type { ActivityDiscussionFragment } from '../../gen/graphql.ts';
import { graphql } from '../../gen/gql.ts';

graphql(`
  fragment ActivityDiscussion on Discussion {
    id
    notes {
      nodes {
        id
        bodyHtml
        createdAt
        system
        internal
        author {
          id
          name
          username
          avatarUrl
        }
      }
    }
  }
`);

const epicActivity = graphql(`
  query epicActivity($fullPath: ID!, $iid: ID!, $first: Int, $after: String) {
    group(fullPath: $fullPath) {
      id
      epic(iid: $iid) {
        id
        discussions(first: $first, after: $after, sort: CREATED_ASC) {
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

const issueActivity = graphql(`
  query issueActivity($fullPath: ID!, $iid: String!, $first: Int, $after: String) {
    project(fullPath: $fullPath) {
      id
      issue(iid: $iid) {
        id
        discussions(first: $first, after: $after, sort: CREATED_ASC) {
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

export type Discussion = ActivityDiscussionFragment;
export type Note = NonNullable<NonNullable<Discussion['notes']['nodes']>[number]>;

interface ActivityPage {
  discussions: Discussion[];
  /** Null at the end. */
  next: string | null;
}

/** What was said and done about an epic or issue, oldest first. */
export function activityPages(kind: 'epic' | 'issue', fullPath: string, iid: string) {
  return infiniteQueryOptions({
    queryKey: ['activity', kind, fullPath, iid],
    queryFn: async ({ signal, pageParam }): Promise<ActivityPage> => {
      const variables = { fullPath, iid, first: 50, after: pageParam };
      const item =
        kind === 'epic'
          ? (await request(epicActivity, variables, signal)).group?.epic
          : (await request(issueActivity, variables, signal)).project?.issue;
      if (!item) throw new MissingError(kind);
      const { nodes, pageInfo } = item.discussions;
      return { discussions: present(nodes), next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null };
    },
    initialPageParam: '',
    getNextPageParam: (last: ActivityPage) => last.next ?? undefined,
  });
}
