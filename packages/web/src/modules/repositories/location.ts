import { graphql } from '../../gen/gql.ts';
import type { RepositoryLocationQuery } from '../../gen/graphql.ts';
import { graphqlQuery } from '../../platform/api/queries.ts';
import { restPages } from '../../platform/api/rest.ts';
import { projectRest, type CommitView } from './api.ts';

const locationDocument = graphql(`
  query repositoryLocation($fullPath: ID!, $at: String!, $offset: Int!) {
    project(fullPath: $fullPath) {
      id
      httpUrlToRepo
      userPermissions {
        pushCode
      }
      repository {
        empty
        rootRef
        isMirror
        location(at: $at) {
          ref
          path
          entryCount
          lastCommit {
            sha
            shortId
            title
            authorName
            authoredDate
          }
          entries(offset: $offset) {
            name
            path
            type
            mode
            lastCommit {
              sha
              title
              authoredDate
            }
          }
          file {
            name
            size
            text
          }
        }
      }
    }
  }
`);

export type RepositoryView = NonNullable<NonNullable<RepositoryLocationQuery['project']>['repository']>;
export type LocationView = NonNullable<RepositoryView['location']>;

/** Entries of one page of a folder, as the server sends them. */
export const PAGE_OF_ENTRIES = 100;

export const locationQuery = (fullPath: string, at: string, offset: number) =>
  graphqlQuery(['repository', fullPath, 'location', at, offset], locationDocument, { fullPath, at, offset });

/** A branch in the REST API. */
export interface BranchView {
  name: string;
  default: boolean;
  merged: boolean;
  can_push: boolean;
  commit: CommitView | null;
}

export const branchPages = (fullPath: string, search: string) =>
  restPages<BranchView>(
    ['repository', fullPath, 'branch-list', search],
    projectRest(fullPath, '/repository/branches'),
    {
      search,
      per_page: 50,
    },
  );

export const commitPages = (fullPath: string, ref: string) =>
  restPages<CommitView>(['repository', fullPath, 'commits', ref], projectRest(fullPath, '/repository/commits'), {
    ref_name: ref,
    per_page: 50,
  });
