import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ChildItemsQuery } from '../../gen/graphql.ts';
import { graphql } from '../../gen/gql.ts';
import { MissingError } from '../../app/errors.ts';
import { present, request } from '../../app/graphql.ts';

const childItems = graphql(`
  query childItems(
    $fullPath: ID!
    $iid: ID
    $pageSize: Int = 100
    $epicEndCursor: String = ""
    $issueEndCursor: String = ""
    $withEpics: Boolean = true
    $withIssues: Boolean = true
  ) {
    group(fullPath: $fullPath) {
      id
      epic(iid: $iid) {
        id
        userPermissions {
          adminEpicRelation
        }
        children(first: $pageSize, after: $epicEndCursor) @include(if: $withEpics) {
          nodes {
            ...TreeEpic
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
        issues(first: $pageSize, after: $issueEndCursor) @include(if: $withIssues) {
          nodes {
            ...TreeIssue
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

graphql(`
  fragment TreeEpic on Epic {
    id
    iid
    title
    state
    color
    confidential
    webPath
    reference(full: true)
    hasChildren
    hasIssues
    relativePosition
    group {
      id
      fullPath
    }
    descendantWeightSum {
      openedIssues
      closedIssues
    }
    descendantCounts {
      openedIssues
      closedIssues
    }
  }
`);

graphql(`
  fragment TreeIssue on EpicIssue {
    id
    epicIssueId
    iid
    title
    state
    confidential
    blocked
    webPath
    reference(full: true)
    relativePosition
    healthStatus
    milestone {
      id
      title
    }
    assignees {
      nodes {
        id
        name
        username
        avatarUrl
      }
    }
  }
`);

type Children = NonNullable<NonNullable<ChildItemsQuery['group']>['epic']>;
export type TreeEpic = NonNullable<NonNullable<NonNullable<Children['children']>['nodes']>[number]>;
export type TreeIssue = NonNullable<NonNullable<NonNullable<Children['issues']>['nodes']>[number]>;

interface Cursors {
  /** Null once all epics, or all issues, are here. */
  epics: string | null;
  issues: string | null;
}

export interface ChildrenPage {
  /** Of the epic whose children they are. */
  id: string;
  /** Whether the viewer may put them into another order. */
  mayArrange: boolean;
  epics: TreeEpic[];
  issues: TreeIssue[];
  next: Cursors | null;
}

const everything: Cursors = { epics: '', issues: '' };

/** The children of an epic, a hundred of each kind at a time. */
export function childrenPages(fullPath: string, iid: string) {
  return infiniteQueryOptions({
    queryKey: ['children', fullPath, iid],
    queryFn: ({ signal, pageParam }) => fetchChildren(fullPath, iid, pageParam, signal),
    initialPageParam: everything,
    getNextPageParam: (last: ChildrenPage) => last.next ?? undefined,
    // Opening a level again shows what is there; a change of it invalidates the key.
    staleTime: Infinity,
  });
}

async function fetchChildren(
  fullPath: string,
  iid: string,
  after: Cursors,
  signal: AbortSignal,
): Promise<ChildrenPage> {
  const variables = {
    fullPath,
    iid,
    epicEndCursor: after.epics ?? '',
    issueEndCursor: after.issues ?? '',
    withEpics: after.epics !== null,
    withIssues: after.issues !== null,
  };
  const { group } = await request(childItems, variables, signal);
  if (!group?.epic) throw new MissingError('Epic');
  const { id, userPermissions, children, issues } = group.epic;
  const next = { epics: nextOf(children?.pageInfo), issues: nextOf(issues?.pageInfo) };
  return {
    id,
    mayArrange: userPermissions.adminEpicRelation,
    epics: present(children?.nodes),
    issues: present(issues?.nodes),
    next: next.epics === null && next.issues === null ? null : next,
  };
}

function nextOf(info: { hasNextPage: boolean; endCursor?: string | null } | undefined): string | null {
  return info?.hasNextPage ? (info.endCursor ?? null) : null;
}
