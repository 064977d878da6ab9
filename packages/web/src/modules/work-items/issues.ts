import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { NamespaceKind } from '../../platform/api/endpoints.ts';
import { NotFoundError } from '../../platform/api/errors.ts';
import { request } from '../../platform/api/graphql.ts';
import type { IssuableState, IssueSort, ListedIssueFragment } from '../../gen/graphql.ts';
import { graphql } from '../../gen/gql.ts';

graphql(`
  fragment ListedIssue on Issue {
    id
    iid
    title
    state
    type
    confidential
    createdAt
    updatedAt
    closedAt
    dueDate
    weight
    webPath
    blocked
    healthStatus
    reference(full: true)
    labels {
      nodes {
        id
        title
        color
        description
      }
    }
    author {
      id
      name
    }
    assignees {
      nodes {
        id
        name
        username
        avatarUrl
      }
    }
    milestone {
      id
      title
    }
  }
`);

const groupIssues = graphql(`
  query groupIssues(
    $fullPath: ID!
    $state: IssuableState
    $sort: IssueSort
    $search: String
    $labelName: [String!]
    $milestoneTitle: [String!]
    $assigneeUsernames: [String!]
    $authorUsername: String
    $first: Int
    $after: String
  ) {
    group(fullPath: $fullPath) {
      id
      issues(
        state: $state
        sort: $sort
        search: $search
        labelName: $labelName
        milestoneTitle: $milestoneTitle
        assigneeUsernames: $assigneeUsernames
        authorUsername: $authorUsername
        first: $first
        after: $after
        includeSubgroups: true
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
  }
`);

const projectIssues = graphql(`
  query projectIssues(
    $fullPath: ID!
    $state: IssuableState
    $sort: IssueSort
    $search: String
    $labelName: [String!]
    $milestoneTitle: [String!]
    $assigneeUsernames: [String!]
    $authorUsername: String
    $first: Int
    $after: String
  ) {
    project(fullPath: $fullPath) {
      id
      issues(
        state: $state
        sort: $sort
        search: $search
        labelName: $labelName
        milestoneTitle: $milestoneTitle
        assigneeUsernames: $assigneeUsernames
        authorUsername: $authorUsername
        first: $first
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
  }
`);

const groupIssueCounts = graphql(`
  query groupIssueCounts(
    $fullPath: ID!
    $search: String
    $labelName: [String!]
    $milestoneTitle: [String!]
    $assigneeUsernames: [String!]
    $authorUsername: String
  ) {
    group(fullPath: $fullPath) {
      id
      opened: issues(
        state: opened
        search: $search
        labelName: $labelName
        milestoneTitle: $milestoneTitle
        assigneeUsernames: $assigneeUsernames
        authorUsername: $authorUsername
        first: 1
        includeSubgroups: true
      ) {
        count
      }
      closed: issues(
        state: closed
        search: $search
        labelName: $labelName
        milestoneTitle: $milestoneTitle
        assigneeUsernames: $assigneeUsernames
        authorUsername: $authorUsername
        first: 1
        includeSubgroups: true
      ) {
        count
      }
    }
  }
`);

const projectIssueCounts = graphql(`
  query projectIssueCounts(
    $fullPath: ID!
    $search: String
    $labelName: [String!]
    $milestoneTitle: [String!]
    $assigneeUsernames: [String!]
    $authorUsername: String
  ) {
    project(fullPath: $fullPath) {
      id
      opened: issues(
        state: opened
        search: $search
        labelName: $labelName
        milestoneTitle: $milestoneTitle
        assigneeUsernames: $assigneeUsernames
        authorUsername: $authorUsername
        first: 1
      ) {
        count
      }
      closed: issues(
        state: closed
        search: $search
        labelName: $labelName
        milestoneTitle: $milestoneTitle
        assigneeUsernames: $assigneeUsernames
        authorUsername: $authorUsername
        first: 1
      ) {
        count
      }
    }
  }
`);

/** An issue as the lists show it. */
export type ListedIssue = ListedIssueFragment;

type IssueSortKey = 'updated' | 'created' | 'due_date' | 'title';

interface Sort {
  key: IssueSortKey;
  direction: 'asc' | 'desc';
}

const sorts: Readonly<Record<IssueSortKey, { asc: IssueSort; desc: IssueSort }>> = {
  updated: { asc: 'UPDATED_ASC', desc: 'UPDATED_DESC' },
  created: { asc: 'CREATED_ASC', desc: 'CREATED_DESC' },
  due_date: { asc: 'DUE_DATE_ASC', desc: 'DUE_DATE_DESC' },
  title: { asc: 'TITLE_ASC', desc: 'TITLE_DESC' },
};

export interface IssueFilter {
  search: string;
  labels: readonly string[];
  milestone: string;
  assignee: string;
  author: string;
}

export const noIssueFilter: IssueFilter = { search: '', labels: [], milestone: '', assignee: '', author: '' };

const variablesOf = ({ search, labels, milestone, assignee, author }: IssueFilter) => ({
  search,
  labelName: [...labels],
  milestoneTitle: milestone === '' ? [] : [milestone],
  assigneeUsernames: assignee === '' ? [] : [assignee],
  authorUsername: author,
});

interface IssuesPage {
  issues: ListedIssue[];
  /** Null at the end. */
  next: string | null;
}

/** The issues of a group (with everything below) or project, page by page. */
export function issuesPages(
  kind: NamespaceKind,
  fullPath: string,
  state: IssuableState,
  sort: Sort,
  filter: IssueFilter,
  first = 50,
) {
  const variables = { fullPath, state, sort: sorts[sort.key][sort.direction], first, ...variablesOf(filter) };
  return infiniteQueryOptions({
    queryKey: ['issues', kind, fullPath, state, sort, filter, first],
    queryFn: async ({ signal, pageParam }): Promise<IssuesPage> => {
      const page = { ...variables, after: pageParam };
      const namespace =
        kind === 'group'
          ? (await request(groupIssues, page, signal)).group
          : (await request(projectIssues, page, signal)).project;
      if (!namespace) throw new NotFoundError(kind);
      const { nodes, pageInfo } = namespace.issues ?? { nodes: [], pageInfo: { hasNextPage: false } };
      return {
        issues: (nodes ?? []).filter((issue) => issue !== null),
        next: pageInfo.hasNextPage && 'endCursor' in pageInfo ? (pageInfo.endCursor ?? null) : null,
      };
    },
    initialPageParam: '',
    getNextPageParam: (last: IssuesPage) => last.next ?? undefined,
  });
}

/** How many issues are open and closed. */
export function issueCountsQuery(kind: NamespaceKind, fullPath: string, filter: IssueFilter) {
  const variables = { fullPath, ...variablesOf(filter) };
  return queryOptions({
    queryKey: ['issues', kind, fullPath, 'counts', filter],
    queryFn: async ({ signal }) => {
      const namespace =
        kind === 'group'
          ? (await request(groupIssueCounts, variables, signal)).group
          : (await request(projectIssueCounts, variables, signal)).project;
      if (!namespace) throw new NotFoundError(kind);
      const opened = namespace.opened?.count ?? 0;
      const closed = namespace.closed?.count ?? 0;
      return { opened, closed, all: opened + closed };
    },
  });
}
