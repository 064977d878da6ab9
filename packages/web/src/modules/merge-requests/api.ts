import { numberOfId } from '@milepost/core/global-ids';
import { graphql } from '../../gen/gql.ts';
import type { OneMergeRequestQuery, RequestDiscussionFragment, RequestNoteFragment } from '../../gen/graphql.ts';
import { NotFoundError } from '../../platform/api/errors.ts';
import { request } from '../../platform/api/graphql.ts';
import { graphqlPages } from '../../platform/api/queries.ts';
import { restPages } from '../../platform/api/rest.ts';
import { queryOptions } from '@tanstack/react-query';
import { projectRest, type CommitView, type FileDiff } from '../repositories/api.ts';

const one = graphql(`
  query oneMergeRequest($fullPath: ID!, $iid: String!) {
    project(fullPath: $fullPath) {
      id
      repository {
        isMirror
      }
      mergeRequest(iid: $iid) {
        id
        iid
        title
        description
        descriptionHtml
        state
        draft
        reference
        webPath
        createdAt
        lockVersion
        sourceBranch
        targetBranch
        squash
        forceRemoveSourceBranch
        mergedAt
        closedAt
        mergeCommitSha
        squashCommitSha
        origin {
          forge
          project
          number
          author
          url
        }
        author {
          ...RequestPerson
        }
        mergeUser {
          ...RequestPerson
        }
        closedBy {
          ...RequestPerson
        }
        assignees {
          nodes {
            ...RequestPerson
          }
        }
        reviewers {
          nodes {
            ...RequestPerson
          }
        }
        approvedBy {
          nodes {
            ...RequestPerson
          }
        }
        labels {
          nodes {
            id
            title
            color
            description
          }
        }
        milestone {
          id
          title
          startDate
          dueDate
          webPath
        }
        detailedMergeStatus
        conflictingPaths
        diffHeadSha
        approvalsRequired
        approvalsLeft
        commitCount
        changedFileCount
        statusChecks {
          id
          name
          externalUrl
          status
        }
        userPermissions {
          updateMergeRequest
          createNote
          createInternalNote
          canApprove
          canMerge
        }
      }
    }
  }
`);

graphql(`
  fragment RequestPerson on UserCore {
    id
    name
    username
    avatarUrl
    type
  }
`);

graphql(`
  fragment RequestNote on MergeRequestNote {
    id
    body
    bodyHtml
    system
    internal
    createdAt
    author {
      ...RequestPerson
    }
    userPermissions {
      adminNote
    }
  }
`);

graphql(`
  fragment RequestDiscussion on MergeRequestDiscussion {
    id
    resolvable
    resolved
    resolvedBy {
      id
      name
      type
    }
    notes {
      nodes {
        ...RequestNote
      }
    }
    userPermissions {
      resolveNote
    }
  }
`);

const discussionsDocument = graphql(`
  query mergeRequestDiscussions($fullPath: ID!, $iid: String!, $after: String) {
    project(fullPath: $fullPath) {
      id
      mergeRequest(iid: $iid) {
        id
        discussions(first: 50, after: $after) {
          nodes {
            ...RequestDiscussion
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

export type MergeRequestView = NonNullable<NonNullable<OneMergeRequestQuery['project']>['mergeRequest']> & {
  /** Whether the repository follows a remote, and nobody can merge here. */
  isMirror: boolean;
};
export type RequestNote = RequestNoteFragment;
export type RequestDiscussion = RequestDiscussionFragment;

/** A merge request by its address. */
export interface RequestAddress {
  fullPath: string;
  iid: string;
}

/** Everything about one merge request, without its discussions. */
export const mergeRequestKey = ({ fullPath, iid }: RequestAddress) => ['merge-request', fullPath, iid] as const;

export const mergeRequestQuery = (address: RequestAddress) =>
  queryOptions({
    queryKey: mergeRequestKey(address),
    queryFn: async ({ signal }): Promise<MergeRequestView> => {
      const { project } = await request(one, { ...address }, signal);
      if (!project?.mergeRequest) throw new NotFoundError('Merge request');
      return { ...project.mergeRequest, isMirror: project.repository?.isMirror ?? false };
    },
  });

/** A part of *activity*, which sending a comment loads again. */
export const discussionsKey = ({ fullPath, iid }: RequestAddress) =>
  ['activity', 'merge-request', fullPath, iid] as const;

export const discussionsPages = (address: RequestAddress) =>
  graphqlPages(
    discussionsKey(address),
    discussionsDocument,
    { ...address },
    ({ project }) => project?.mergeRequest?.discussions,
  );

export const requestRest = ({ fullPath, iid }: RequestAddress, rest = ''): string =>
  projectRest(fullPath, `/merge_requests/${iid}${rest}`);

/** `head`: the commit that the page shows. */
export const requestDiffPages = (address: RequestAddress, head: string | null) =>
  restPages<FileDiff>([...mergeRequestKey(address), 'diffs', head], requestRest(address, '/diffs'), { per_page: 20 });

export const requestCommitPages = (address: RequestAddress, head: string | null) =>
  restPages<CommitView>([...mergeRequestKey(address), 'commits', head], requestRest(address, '/commits'), {
    per_page: 50,
  });

/** What a link to a comment points to. */
export const anchorOf = (note: Pick<RequestNote, 'id'>): string => `note_${numberOfId(note.id)}`;

/** What the parts of its page need. */
export interface RequestProps {
  request: MergeRequestView;
  fullPath: string;
}
