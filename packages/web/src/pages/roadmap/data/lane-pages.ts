import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { RoadmapEpicFragment } from '../../../gen/graphql.ts';
import { groupEpics } from '../operations/epics.ts';
import { ask } from './ask.ts';
import { pageSize } from './page-size.ts';

/** One page of the rows of a lane. */
export interface RowPage {
  nodes: readonly (RoadmapEpicFragment | null)[];
  next: string | null;
}

/** The rows of a lane from a cursor. */
export function rowPage(args: EpicArguments, lane: string, cursor: string) {
  const variables = { ...args, lane };
  return {
    queryKey: ['roadmapLaneEpics', variables, cursor],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<RowPage> => {
      const { group } = await ask(groupEpics, { ...variables, first: pageSize, endCursor: cursor }, signal);
      const { nodes, pageInfo } = group?.epics ?? {};
      return { nodes: nodes ?? [], next: pageInfo?.hasNextPage ? (pageInfo.endCursor ?? null) : null };
    },
    structuralSharing: false,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  };
}
