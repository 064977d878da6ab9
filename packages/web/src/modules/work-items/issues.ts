import { queryOptions } from '@tanstack/react-query';
import { NotFoundError } from '../../platform/api/errors.ts';
import { present, request } from '../../platform/api/graphql.ts';
import type { ListedIssueFragment } from '../../gen/graphql.ts';
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
      type
    }
    assignees {
      nodes {
        id
        name
        username
        avatarUrl
        type
      }
    }
    milestone {
      id
      title
    }
  }
`);

const groupIssues = graphql(`
  query groupIssues($fullPath: ID!, $assigneeUsernames: [String!], $first: Int) {
    group(fullPath: $fullPath) {
      id
      issues(
        state: opened
        sort: UPDATED_DESC
        assigneeUsernames: $assigneeUsernames
        first: $first
        includeSubgroups: true
      ) {
        count
        nodes {
          ...ListedIssue
        }
      }
    }
  }
`);

const projectIssues = graphql(`
  query projectIssues($fullPath: ID!, $first: Int) {
    project(fullPath: $fullPath) {
      id
      issues(state: opened, sort: UPDATED_DESC, first: $first) {
        count
        nodes {
          ...ListedIssue
        }
      }
    }
  }
`);

/** An issue as the lists show it. */
export type ListedIssue = ListedIssueFragment;

/** The open issues of a project that changed last, and the number of all open ones. */
export function recentIssuesQuery(fullPath: string, first: number) {
  return queryOptions({
    queryKey: ['issues', 'project', fullPath, 'recent', first],
    queryFn: async ({ signal }) => {
      const { project } = await request(projectIssues, { fullPath, first }, signal);
      if (!project) throw new NotFoundError('project');
      return { issues: present(project.issues?.nodes), count: project.issues?.count ?? 0 };
    },
  });
}

/** The open issues of a person in a group and everything below it that changed last, and the number of all of these. */
export function assignedIssuesQuery(fullPath: string, username: string, first: number) {
  return queryOptions({
    queryKey: ['issues', 'group', fullPath, 'assigned', username, first],
    queryFn: async ({ signal }) => {
      const { group } = await request(groupIssues, { fullPath, assigneeUsernames: [username], first }, signal);
      if (!group) throw new NotFoundError('group');
      return { issues: present(group.issues?.nodes), count: group.issues?.count ?? 0 };
    },
  });
}
