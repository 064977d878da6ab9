import { queryOptions } from '@tanstack/react-query';
import type { EpicDates } from '@milepost/core/roadmap/snapshots';
import { graphql } from '../../../gen/gql.ts';
import { snapshotsKey } from '../../../modules/snapshots/api.ts';
import { present, request } from '../../../platform/api/graphql.ts';

const epicsInSnapshot = graphql(`
  query epicsInSnapshot($fullPath: ID!, $snapshotId: ID!, $ids: [ID!]) {
    group(fullPath: $fullPath) {
      id
      epics(ids: $ids) {
        nodes {
          id
          drift(snapshotId: $snapshotId) {
            kind
            startDate
            dueDate
          }
        }
      }
    }
  }
`);

const comparedWith = graphql(`
  query comparedWith($fullPath: ID!, $snapshotId: ID!) {
    group(fullPath: $fullPath) {
      id
      roadmapSnapshotComparison(from: $snapshotId) {
        from {
          id
          name
          takenAt
        }
        counts {
          later
          removed
        }
      }
    }
  }
`);

/** Dates by the id of the epic; null: the snapshot lacks the epic. */
export type DatesBefore = ReadonlyMap<string, EpicDates | null>;

/** The dates of epics in a snapshot, which never change. */
export function datesBeforeQuery(fullPath: string, snapshotId: string, ids: readonly string[]) {
  return queryOptions({
    queryKey: [...snapshotsKey(fullPath), 'dates', snapshotId, ids],
    queryFn: async ({ signal }): Promise<DatesBefore> => {
      const { group } = await request(epicsInSnapshot, { fullPath, snapshotId, ids: [...ids] }, signal);
      return new Map(
        present(group?.epics?.nodes).flatMap(({ id, drift }): [string, EpicDates | null][] => {
          if (!drift) return [];
          const { startDate, dueDate } = drift;
          return [[id, drift.kind === 'added' ? null : { startDate, dueDate }]];
        }),
      );
    },
    staleTime: Infinity,
  });
}

/** The snapshot that a roadmap is compared with, and the numbers of the comparison; null if there is none. */
export function comparedWithQuery(fullPath: string, snapshotId: string, asOf: string | null) {
  return queryOptions({
    queryKey: [...snapshotsKey(fullPath), 'compared', snapshotId, asOf],
    queryFn: async ({ signal }) => {
      const { group } = await request(comparedWith, { fullPath, snapshotId, ...(asOf !== null && { asOf }) }, signal);
      return group?.roadmapSnapshotComparison ?? null;
    },
    retry: false,
  });
}
