import { infiniteQueryOptions } from '@tanstack/react-query';
import { graphql } from '../../gen/gql.ts';
import type { RoadmapSnapshotComparisonKind, RoadmapSnapshotComparisonQuery } from '../../gen/graphql.ts';
import { NotFoundError } from '../../platform/api/errors.ts';
import { present, request } from '../../platform/api/graphql.ts';
import { snapshotsKey } from '../../modules/snapshots/api.ts';

const comparison = graphql(`
  query roadmapSnapshotComparison(
    $fullPath: ID!
    $from: ID!
    $to: ID
    $kinds: [RoadmapSnapshotComparisonKind!]
    $after: String
  ) {
    group(fullPath: $fullPath) {
      id
      roadmapSnapshotComparison(from: $from, to: $to) {
        counts {
          added
          removed
          later
          earlier
          unchanged
        }
        epics(kinds: $kinds, first: 100, after: $after) {
          nodes {
            id
            title
            reference
            webPath
            kind
            drift
            fromStartDate
            fromDueDate
            toStartDate
            toDueDate
            fromState
            toState
            fromParent {
              id
              title
            }
            toParent {
              id
              title
            }
            fromProgress
            toProgress
            addedLabels
            removedLabels
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

type Comparison = NonNullable<NonNullable<RoadmapSnapshotComparisonQuery['group']>['roadmapSnapshotComparison']>;
export type ComparedEpic = NonNullable<NonNullable<Comparison['epics']['nodes']>[number]>;

export interface ComparedPair {
  fullPath: string;
  from: string;
  /** Empty: today. */
  to: string;
}

/** The epics of a comparison, largest drift first, a hundred a page. `kind`: empty for all. */
export function comparisonPages({ fullPath, from, to }: ComparedPair, kind: RoadmapSnapshotComparisonKind | '') {
  return infiniteQueryOptions({
    queryKey: [...snapshotsKey(fullPath), 'comparison', from, to, kind],
    queryFn: async ({ pageParam, signal }) => {
      const kinds = kind === '' ? null : [kind];
      const { group } = await request(comparison, { fullPath, from, to: to || null, kinds, after: pageParam }, signal);
      const found = group?.roadmapSnapshotComparison;
      if (!found) throw new NotFoundError('Snapshot');
      const { hasNextPage, endCursor } = found.epics.pageInfo;
      return { counts: found.counts, epics: present(found.epics.nodes), next: hasNextPage ? endCursor : null };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}
