import { graphql } from '../../gen/gql.ts';
import type { ListedMergeRequestFragment, MergeRequestState } from '../../gen/graphql.ts';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { graphqlPages, graphqlQuery } from '../../platform/api/queries.ts';

graphql(`
  fragment ListedMergeRequest on MergeRequest {
    id
    iid
    title
    state
    draft
    origin {
      forge
      author
    }
    webPath
    reference
    fullReference: reference(full: true)
    createdAt
    userNotesCount
    targetBranch
    author {
      id
      name
      username
      type
    }
    labels {
      nodes {
        id
        title
        color
        description
      }
    }
  }
`);

const projectDocument = graphql(`
  query projectMergeRequests(
    $fullPath: ID!
    $state: MergeRequestState
    $search: String
    $labels: [String!]
    $authorUsername: String
    $assigneeUsername: String
    $reviewerUsername: String
    $milestoneTitle: String
    $draft: Boolean
    $targetBranches: [String!]
    $after: String
  ) {
    namespace: project(fullPath: $fullPath) {
      id
      mergeRequestCounts(
        search: $search
        labels: $labels
        authorUsername: $authorUsername
        assigneeUsername: $assigneeUsername
        reviewerUsername: $reviewerUsername
        milestoneTitle: $milestoneTitle
        draft: $draft
        targetBranches: $targetBranches
      ) {
        opened
        merged
        closed
        all
      }
      mergeRequests(
        first: 50
        after: $after
        state: $state
        search: $search
        labels: $labels
        authorUsername: $authorUsername
        assigneeUsername: $assigneeUsername
        reviewerUsername: $reviewerUsername
        milestoneTitle: $milestoneTitle
        draft: $draft
        targetBranches: $targetBranches
      ) {
        nodes {
          ...ListedMergeRequest
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const groupDocument = graphql(`
  query groupMergeRequests(
    $fullPath: ID!
    $state: MergeRequestState
    $search: String
    $labels: [String!]
    $authorUsername: String
    $assigneeUsername: String
    $reviewerUsername: String
    $milestoneTitle: String
    $draft: Boolean
    $targetBranches: [String!]
    $after: String
  ) {
    namespace: group(fullPath: $fullPath) {
      id
      mergeRequestCounts(
        search: $search
        labels: $labels
        authorUsername: $authorUsername
        assigneeUsername: $assigneeUsername
        reviewerUsername: $reviewerUsername
        milestoneTitle: $milestoneTitle
        draft: $draft
        targetBranches: $targetBranches
      ) {
        opened
        merged
        closed
        all
      }
      mergeRequests(
        first: 50
        after: $after
        state: $state
        search: $search
        labels: $labels
        authorUsername: $authorUsername
        assigneeUsername: $assigneeUsername
        reviewerUsername: $reviewerUsername
        milestoneTitle: $milestoneTitle
        draft: $draft
        targetBranches: $targetBranches
      ) {
        nodes {
          ...ListedMergeRequest
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const mayCreateDocument = graphql(`
  query mayCreateMergeRequest($fullPath: ID!) {
    project(fullPath: $fullPath) {
      id
      userPermissions {
        createMergeRequestIn
      }
    }
  }
`);

const relatedDocument = graphql(`
  query relatedMergeRequests($fullPath: ID!, $iid: String!) {
    project(fullPath: $fullPath) {
      id
      issue(iid: $iid) {
        id
        mergeRequestsCount
        relatedMergeRequests(first: 50) {
          nodes {
            ...ListedMergeRequest
          }
        }
      }
    }
  }
`);

export type ListedMergeRequest = ListedMergeRequestFragment;

export interface MergeRequestListFilter {
  state?: MergeRequestState;
  search?: string;
  labels?: string[];
  authorUsername?: string;
  assigneeUsername?: string;
  reviewerUsername?: string;
  milestoneTitle?: string;
  draft?: boolean;
  targetBranches?: string[];
}

/** Every list of merge requests. */
export const mergeRequestsKey = ['merge-requests'] as const;

export function mergeRequestPages({ kind, fullPath }: NamespaceRef, filter: MergeRequestListFilter) {
  return graphqlPages(
    [...mergeRequestsKey, kind, fullPath, filter],
    kind === 'group' ? groupDocument : projectDocument,
    { fullPath, ...filter },
    ({ namespace }) => namespace?.mergeRequests,
  );
}

export const mayCreateQuery = (fullPath: string) =>
  graphqlQuery([...mergeRequestsKey, 'may-create', fullPath], mayCreateDocument, { fullPath });

/** The merge requests that mention an issue. */
export const relatedMergeRequestsQuery = (issue: { fullPath: string; iid: string }) =>
  graphqlQuery([...mergeRequestsKey, 'related', issue.fullPath, issue.iid], relatedDocument, issue);
