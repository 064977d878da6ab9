import { infiniteQueryOptions } from '@tanstack/react-query';
import { takeAnswered, takePrefetched } from '../../../platform/api/prefetch.ts';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { NotFoundError } from '../../../platform/api/errors.ts';
import type { RoadmapEpicFragment } from '../../../gen/graphql.ts';
import {
  laneRowVariables,
  laneVariables,
  requestLaneRows,
  requestLanes,
  requestLanesWithin,
  type LaneQuestion,
  type LaneRowsAnswer,
  type LanesAnswer,
} from './lane-requests.ts';

const listBehaviour = { structuralSharing: false, staleTime: 60_000, refetchOnWindowFocus: false } as const;

/** What names lanes in the cache. Their shades do not: they are added to lanes that are there. */
function laneKey(question: LaneQuestion) {
  const { hasShades: _, layout: __, ...key } = laneVariables(question);
  return key;
}

/** The columns that shades are counted in; null without shades. */
export const shadesOf = ({ settings }: LaneQuestion) => (settings.folded === '' ? null : settings.presetType);

/** The lanes, page by page. */
export function lanePages(question: LaneQuestion) {
  return infiniteQueryOptions({
    queryKey: ['roadmapLanes', laneKey(question)],
    queryFn: async ({ signal, pageParam }) => {
      const early = pageParam === '' ? takePrefetched<LanesAnswer>(laneVariables(question)) : undefined;
      return lanePageOf(await (early ?? requestLanes(question, pageParam, signal)), question);
    },
    initialPageParam: '',
    getNextPageParam: (last) => (last.pageInfo.hasNextPage ? last.pageInfo.endCursor : undefined),
    ...listBehaviour,
  });
}

/** A page of the first level. */
export type LanesPage = ReturnType<typeof lanePageOf>;

function lanePageOf({ group }: LanesAnswer, question: LaneQuestion) {
  const isScoped = question.args.ancestorIid !== undefined;
  if (!group?.epicLanes || (isScoped && !group.epic)) throw new NotFoundError('There is no such group');
  const { nodes, pageInfo } = group.epicLanes;
  const name = isScoped ? group.epic?.title : group.name;
  return { name, nodes: nodes ?? [], pageInfo, shades: shadesOf(question) };
}

/** The first lanes, if they were prefetched and have arrived. */
export function answeredLanes(question: LaneQuestion) {
  const answered = takeAnswered(laneVariables(question));
  const answer = answered?.value as LanesAnswer | undefined;
  if (!answered || !answer?.group?.epicLanes) return undefined;
  return { data: { pages: [lanePageOf(answer, question)], pageParams: [''] }, updatedAt: Date.now() - answered.age };
}

/** Lanes of the second level that do not fit the first page of one of the first. */
export interface WithinPage {
  nodes: NonNullable<NonNullable<NonNullable<LanesAnswer['group']>['epicLanes']>['nodes']>;
  next: string | null;
}

export function withinPage(question: LaneQuestion, within: string, cursor: string) {
  return {
    queryKey: ['roadmapLanesWithin', { ...laneKey(question), within }, cursor],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<WithinPage> => {
      const { group } = await requestLanesWithin(question, within, cursor, signal);
      const { nodes, pageInfo } = group?.epicLanes ?? {};
      return { nodes: nodes ?? [], next: pageInfo?.hasNextPage ? pageInfo.endCursor : null };
    },
    ...listBehaviour,
  };
}

export interface RowPage {
  nodes: readonly (RoadmapEpicFragment | null)[];
  next: string | null;
}

export function rowPage(args: EpicArguments, lane: string, cursor: string) {
  const variables = laneRowVariables(args, lane);
  return {
    queryKey: ['roadmapLaneEpics', variables, cursor],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<RowPage> => {
      const early = cursor === '' ? takePrefetched<LaneRowsAnswer>(variables) : undefined;
      return rowPageOf(await (early ?? requestLaneRows(args, lane, cursor, signal)));
    },
    ...listBehaviour,
  };
}

function rowPageOf({ group }: LaneRowsAnswer): RowPage {
  const { nodes, pageInfo } = group?.epics ?? {};
  return { nodes: nodes ?? [], next: pageInfo?.hasNextPage ? (pageInfo.endCursor ?? null) : null };
}

/** The first rows of a lane, if they were prefetched and have arrived. */
export function answeredRows(args: EpicArguments, lane: string): { data: RowPage; updatedAt: number } | undefined {
  const answered = takeAnswered(laneRowVariables(args, lane));
  return answered && { data: rowPageOf(answered.value as LaneRowsAnswer), updatedAt: Date.now() - answered.age };
}
