import type { RoadmapEpicFragment } from '../../../gen/graphql.ts';
import type { requestEpics } from './request-epics.ts';

/** One page of the list, as cached. */
export interface EpicPage {
  group: { id: string; name: string | null };
  nodes: readonly (RoadmapEpicFragment | null)[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  /** How many epics a roadmap should have at most, by the server's settings; the page warns, and never cuts. */
  limit: number | undefined;
  /** It was cut from the list of a wider range, and not asked for. */
  isCut: boolean;
}

export type EpicsAnswer = Awaited<ReturnType<typeof requestEpics>>;

/** The page that the server answered with; undefined where it has no such group. */
export function pageOf(answer: EpicsAnswer | undefined): EpicPage | undefined {
  const group = answer?.group;
  if (!group?.epics) return undefined;
  return {
    group: { id: group.id, name: group.name },
    nodes: group.epics.nodes ?? [],
    pageInfo: group.epics.pageInfo,
    limit: group.roadmapEpicsLimit,
    isCut: false,
  };
}
