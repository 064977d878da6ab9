import { queryOptions } from '@tanstack/react-query';
import { accepted, request } from '../../platform/api/graphql.ts';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import type { BulkUpdateOfListFragment, WorkItemBulkUpdateStartInput } from '../../gen/graphql.ts';
import { graphql } from '../../gen/gql.ts';

graphql(`
  fragment BulkUpdateOfList on WorkItemBulkUpdate {
    id
    title
    status
    failure
    totalCount
    processedCount
    changedCount
    refusedCount
    isUndo
    undoable
    refusals {
      reason
      count
      workItems {
        id
        title
        webPath
      }
    }
  }
`);

const bulkUpdatesOfList = graphql(`
  query bulkUpdatesOfList($fullPath: ID!, $isProject: Boolean!) {
    group(fullPath: $fullPath) @skip(if: $isProject) {
      id
      workItemBulkUpdates {
        ...BulkUpdateOfList
      }
    }
    project(fullPath: $fullPath) @include(if: $isProject) {
      id
      workItemBulkUpdates {
        ...BulkUpdateOfList
      }
    }
  }
`);

const startUpdate = graphql(`
  mutation startBulkUpdate($input: WorkItemBulkUpdateStartInput!) {
    workItemBulkUpdateStart(input: $input) {
      errors
      workItemBulkUpdate {
        id
      }
    }
  }
`);

const cancelUpdate = graphql(`
  mutation cancelBulkUpdate($id: ID!) {
    workItemBulkUpdateCancel(input: { id: $id }) {
      errors
      workItemBulkUpdate {
        id
      }
    }
  }
`);

const dismissUpdate = graphql(`
  mutation dismissBulkUpdate($id: ID!) {
    workItemBulkUpdateDismiss(input: { id: $id }) {
      errors
      workItemBulkUpdate {
        id
      }
    }
  }
`);

const undoUpdate = graphql(`
  mutation undoBulkUpdate($id: ID!) {
    workItemBulkUpdateUndo(input: { id: $id }) {
      errors
      workItemBulkUpdate {
        id
      }
    }
  }
`);

/** A change of all items that matched the filters of a list, which the server makes. */
export type BulkUpdate = BulkUpdateOfListFragment;

const PROGRESS_INTERVAL_MS = 1_000;

export const bulkUpdatesKey = ({ kind, fullPath }: NamespaceRef) => ['bulkUpdates', kind, fullPath] as const;

/** The viewer's bulk updates of the lists of a group or project: those in progress, and results that were not dismissed. */
export const bulkUpdatesQuery = (home: NamespaceRef) =>
  queryOptions({
    queryKey: bulkUpdatesKey(home),
    queryFn: async ({ signal }): Promise<readonly BulkUpdate[]> => {
      const isProject = home.kind === 'project';
      const { group, project } = await request(bulkUpdatesOfList, { fullPath: home.fullPath, isProject }, signal);
      return (isProject ? project : group)?.workItemBulkUpdates ?? [];
    },
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ status }) => status === 'PENDING') ? PROGRESS_INTERVAL_MS : false,
    refetchOnWindowFocus: true,
  });

/** Starts a bulk update. Throws ChangeRefusedError with the server's reasons. */
export async function startBulkUpdate(input: WorkItemBulkUpdateStartInput): Promise<void> {
  accepted((await request(startUpdate, { input })).workItemBulkUpdateStart, 'workItemBulkUpdate');
}

export async function cancelBulkUpdate(id: string): Promise<void> {
  accepted((await request(cancelUpdate, { id })).workItemBulkUpdateCancel, 'workItemBulkUpdate');
}

export async function dismissBulkUpdate(id: string): Promise<void> {
  accepted((await request(dismissUpdate, { id })).workItemBulkUpdateDismiss, 'workItemBulkUpdate');
}

export async function undoBulkUpdate(id: string): Promise<void> {
  accepted((await request(undoUpdate, { id })).workItemBulkUpdateUndo, 'workItemBulkUpdate');
}
