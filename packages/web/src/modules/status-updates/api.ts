import { infiniteQueryOptions } from '@tanstack/react-query';
import { graphql } from '../../gen/gql.ts';
import type { EpicStatusUpdatesQuery, HealthStatus } from '../../gen/graphql.ts';
import { present, refuseUnlessDone, request } from '../../platform/api/graphql.ts';

const epicStatusUpdates = graphql(`
  query epicStatusUpdates($fullPath: ID!, $iid: ID!, $after: String) {
    group(fullPath: $fullPath) {
      id
      epic(iid: $iid) {
        id
        state
        userPermissions {
          createStatusUpdate
        }
        statusUpdates(after: $after) {
          count
          nodes {
            id
            health
            previousHealth
            text
            textHtml
            startDate
            dueDate
            createdAt
            editedAt
            author {
              id
              name
              username
              type
              avatarUrl
            }
            userPermissions {
              updateStatusUpdate
              destroyStatusUpdate
            }
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

const createUpdate = graphql(`
  mutation createStatusUpdate($input: EpicStatusUpdateCreateInput!) {
    epicStatusUpdateCreate(input: $input) {
      errors
    }
  }
`);

const changeUpdate = graphql(`
  mutation changeStatusUpdate($input: EpicStatusUpdateUpdateInput!) {
    epicStatusUpdateUpdate(input: $input) {
      errors
    }
  }
`);

const deleteUpdate = graphql(`
  mutation deleteStatusUpdate($id: ID!) {
    epicStatusUpdateDelete(input: { id: $id }) {
      errors
    }
  }
`);

const restoreUpdate = graphql(`
  mutation restoreStatusUpdate($id: ID!) {
    epicStatusUpdateRestore(input: { id: $id }) {
      errors
    }
  }
`);

type EpicUpdates = NonNullable<NonNullable<EpicStatusUpdatesQuery['group']>['epic']>;
export type StatusUpdate = NonNullable<NonNullable<NonNullable<EpicUpdates['statusUpdates']>['nodes']>[number]>;

export interface StatusUpdatesPage {
  updates: StatusUpdate[];
  count: number;
  mayPost: boolean;
  next: string | null;
}

/** Newest first, twenty a page. */
export function statusUpdatePages(fullPath: string, iid: string) {
  return infiniteQueryOptions({
    queryKey: ['status-updates', fullPath, iid],
    queryFn: async ({ pageParam, signal }): Promise<StatusUpdatesPage> => {
      const { group } = await request(epicStatusUpdates, { fullPath, iid, after: pageParam }, signal);
      const list = group?.epic?.statusUpdates;
      return {
        updates: present(list?.nodes),
        count: list?.count ?? 0,
        mayPost: group?.epic?.userPermissions.createStatusUpdate === true && group.epic.state === 'opened',
        next: list?.pageInfo.hasNextPage ? list.pageInfo.endCursor : null,
      };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

export interface StatusUpdateFields {
  health: HealthStatus;
  text: string;
}

export async function postStatusUpdate(epicId: string, fields: StatusUpdateFields): Promise<void> {
  refuseUnlessDone((await request(createUpdate, { input: { epicId, ...fields } })).epicStatusUpdateCreate);
}

export async function changeStatusUpdate(id: string, fields: StatusUpdateFields): Promise<void> {
  refuseUnlessDone((await request(changeUpdate, { input: { id, ...fields } })).epicStatusUpdateUpdate);
}

export async function deleteStatusUpdate(id: string): Promise<void> {
  refuseUnlessDone((await request(deleteUpdate, { id })).epicStatusUpdateDelete);
}

export async function restoreStatusUpdate(id: string): Promise<void> {
  refuseUnlessDone((await request(restoreUpdate, { id })).epicStatusUpdateRestore);
}
