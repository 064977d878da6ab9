import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../../../gen/gql.ts';
import type { RemovedSinceQuery } from '../../../gen/graphql.ts';
import { snapshotsKey } from '../../../modules/snapshots/api.ts';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { present, request } from '../../../platform/api/graphql.ts';
import type { DatesThen } from '../../../timeline/drift-shapes.ts';
import type { RemovedEpic } from '../data/rows.ts';

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
            milestoneDueDate
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

const removedSince = graphql(`
  query removedSince($fullPath: ID!, $snapshotId: ID!, $groupBy: String!, $thenBy: String, $after: String) {
    group(fullPath: $fullPath) {
      id
      roadmapSnapshotComparison(from: $snapshotId) {
        epics(kinds: [removed], first: 100, after: $after) {
          nodes {
            id
            title
            webPath
            fromStartDate
            fromDueDate
            fromState
            fromLaneKey(groupBy: $groupBy, thenBy: $thenBy)
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

/** Dates by the id of the epic; null: the snapshot lacks the epic. */
export type DatesBefore = ReadonlyMap<string, DatesThen | null>;

/** The dates of epics in a snapshot, which never change, and the ends of their milestones now. */
export function datesBeforeQuery(fullPath: string, snapshotId: string, ids: readonly string[]) {
  return queryOptions({
    queryKey: [...snapshotsKey(fullPath), 'dates', snapshotId, ids],
    queryFn: async ({ signal }): Promise<DatesBefore> => {
      const { group } = await request(epicsInSnapshot, { fullPath, snapshotId, ids: [...ids] }, signal);
      return new Map(
        present(group?.epics?.nodes).flatMap(({ id, drift }): [string, DatesThen | null][] => {
          if (!drift) return [];
          const { startDate, dueDate, milestoneDueDate } = drift;
          return [[id, drift.kind === 'added' ? null : { startDate, dueDate, milestoneDueDate }]];
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

/** More rows than this are named by the list of differences alone. */
const MAX_REMOVED = 500;

/** The epics that were removed since a snapshot. Which state they had then decides whether they are listed. */
export function removedQuery(
  fullPath: string,
  snapshotId: string,
  { groupBy, thenBy, asOf, epicsState }: Pick<RoadmapSettings, 'groupBy' | 'thenBy' | 'asOf' | 'epicsState'>,
) {
  // Without lanes the answer has some lane, which nothing reads.
  const lanes = { groupBy: groupBy ?? 'SUBGROUP', thenBy };
  return queryOptions({
    queryKey: [...snapshotsKey(fullPath), 'removed', snapshotId, lanes, asOf, epicsState],
    queryFn: async ({ signal }): Promise<RemovedEpic[]> => {
      const removed: RemovedEpic[] = [];
      let after: string | null = null;
      do {
        const variables = { fullPath, snapshotId, ...lanes, after, ...(asOf !== null && { asOf }) };
        // oxlint-disable-next-line no-await-in-loop -- a page begins where the one before ended
        const answer: RemovedSinceQuery = await request(removedSince, variables, signal);
        const epics = answer.group?.roadmapSnapshotComparison?.epics;
        for (const epic of present(epics?.nodes)) {
          if (epicsState !== 'all' && epic.fromState !== epicsState) continue;
          const { id, title, webPath, fromStartDate, fromDueDate, fromLaneKey: lane } = epic;
          removed.push({ id, title, webPath, startDate: fromStartDate, dueDate: fromDueDate, lane });
        }
        after = epics?.pageInfo.hasNextPage ? (epics.pageInfo.endCursor ?? null) : null;
      } while (after !== null && removed.length < MAX_REMOVED);
      return removed;
    },
    retry: false,
  });
}
