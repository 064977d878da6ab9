import type { RoadmapEpicFragment } from '../../../gen/graphql.ts';
import type { requestEpics } from './request-epics.ts';

/** One page of the list, as cached. */
export interface EpicPage {
  group: { id: string; name: string | null };
  nodes: readonly (RoadmapEpicFragment | null)[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  /** The recommended maximum of epics on a roadmap, from the server's settings; the page warns, and never truncates. */
  limit: number | undefined;
  /** The list was derived from a wider range and not requested. */
  isCut: boolean;
}

export type EpicsAnswer = Awaited<ReturnType<typeof requestEpics>>;

/** The page in the server's response; undefined if the group does not exist. */
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
