import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../../gen/gql.ts';
import type { GroupSnapshotsQuery, RoadmapSnapshotFrequency } from '../../gen/graphql.ts';
import { NotFoundError } from '../../platform/api/errors.ts';
import { present, refuseUnlessDone, request } from '../../platform/api/graphql.ts';

const groupSnapshots = graphql(`
  query groupSnapshots($fullPath: ID!) {
    group(fullPath: $fullPath) {
      id
      userPermissions {
        createRoadmapSnapshot
        scheduleRoadmapSnapshots
      }
      roadmapSnapshotFrequency
      roadmapSnapshots {
        nodes {
          id
          name
          note
          status
          progress
          failure
          frequency
          createdAt
          takenAt
          author {
            id
            name
            username
            type
          }
        }
      }
    }
  }
`);

const createDocument = graphql(`
  mutation createSnapshot($input: RoadmapSnapshotCreateInput!) {
    roadmapSnapshotCreate(input: $input) {
      errors
    }
  }
`);

const retryDocument = graphql(`
  mutation retrySnapshot($id: ID!) {
    roadmapSnapshotRetry(input: { id: $id }) {
      errors
    }
  }
`);

const deleteDocument = graphql(`
  mutation deleteSnapshot($id: ID!) {
    roadmapSnapshotDelete(input: { id: $id }) {
      errors
    }
  }
`);

const scheduleDocument = graphql(`
  mutation scheduleSnapshots($groupPath: ID!, $frequency: RoadmapSnapshotFrequency) {
    roadmapSnapshotSchedule(input: { groupPath: $groupPath, frequency: $frequency }) {
      errors
    }
  }
`);

type Group = NonNullable<GroupSnapshotsQuery['group']>;
export type SnapshotView = NonNullable<NonNullable<NonNullable<Group['roadmapSnapshots']>['nodes']>[number]>;

export interface GroupSnapshots {
  snapshots: SnapshotView[];
  frequency: RoadmapSnapshotFrequency | null;
  maySave: boolean;
  maySchedule: boolean;
}

/** How often the progress of saving is read. */
const PROGRESS_INTERVAL_MS = 1_000;

export const snapshotsKey = (fullPath: string) => ['snapshots', fullPath] as const;

/** The snapshots of a group, newest first. */
export function snapshotsQuery(fullPath: string) {
  return queryOptions({
    queryKey: snapshotsKey(fullPath),
    queryFn: async ({ signal }): Promise<GroupSnapshots> => {
      const { group } = await request(groupSnapshots, { fullPath }, signal);
      if (!group) throw new NotFoundError('Group');
      return {
        snapshots: present(group.roadmapSnapshots?.nodes),
        frequency: group.roadmapSnapshotFrequency ?? null,
        maySave: group.userPermissions.createRoadmapSnapshot,
        maySchedule: group.userPermissions.scheduleRoadmapSnapshots,
      };
    },
    refetchInterval: ({ state }) =>
      state.data?.snapshots.some(({ status }) => status === 'pending') ? PROGRESS_INTERVAL_MS : false,
  });
}

export async function createSnapshot(groupPath: string, fields: { name: string; note: string }): Promise<void> {
  refuseUnlessDone((await request(createDocument, { input: { groupPath, ...fields } })).roadmapSnapshotCreate);
}

export async function retrySnapshot(id: string): Promise<void> {
  refuseUnlessDone((await request(retryDocument, { id })).roadmapSnapshotRetry);
}

export async function deleteSnapshot(id: string): Promise<void> {
  refuseUnlessDone((await request(deleteDocument, { id })).roadmapSnapshotDelete);
}

export async function scheduleSnapshots(groupPath: string, frequency: RoadmapSnapshotFrequency | null): Promise<void> {
  refuseUnlessDone((await request(scheduleDocument, { groupPath, frequency })).roadmapSnapshotSchedule);
}
