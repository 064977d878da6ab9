import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { MAX_DRAWN_EPICS } from '@milepost/core/roadmap/drawing-limits';
import type { EpicChildEpicsQuery, RoadmapGroupEpicsWithColorQuery } from '../../../gen/graphql.ts';
import { childArguments } from '../data/api.ts';
import { requestRoadmap } from '../data/request.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import { readEpics } from '../data/epic.ts';
import { epicCount } from '../operations/counts.ts';
import { childEpics, groupEpics } from '../operations/epics.ts';
import { TooManyRowsError } from './errors.ts';

export interface LoadOptions {
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
}

/** Every epic that matches the roadmap's filters within its dates, at any depth and from every page. Throws TooManyRowsError. */
export async function loadEpics(
  args: EpicArguments,
  fullPath: string,
  settings: Pick<RoadmapSettings, 'epicIid'>,
  options: LoadOptions,
): Promise<RoadmapEpic[]> {
  if (settings.epicIid !== null) {
    const found: Found = { epics: [], count: 0 };
    await loadBelow(args, fullPath, settings.epicIid, options, found);
    if (found.count > MAX_DRAWN_EPICS) throw new TooManyRowsError(found.count);
    return found.epics;
  }
  const anyDepth = { ...args, topLevelHierarchyOnly: false };
  const { sort: _sort, ...counted } = anyDepth;
  const total = (await requestRoadmap(epicCount, counted, options.signal)).group?.epics?.count ?? 0;
  if (total > MAX_DRAWN_EPICS) throw new TooManyRowsError(total);
  const epics: RoadmapEpic[] = [];
  let endCursor: string | null | undefined = '';
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the previous one ended
    const answer: RoadmapGroupEpicsWithColorQuery = await requestRoadmap(
      groupEpics,
      { ...anyDepth, first: 100, endCursor },
      options.signal,
    );
    const page = answer.group?.epics;
    epics.push(...readEpics(page?.nodes ?? []));
    if (epics.length > MAX_DRAWN_EPICS) throw new TooManyRowsError(epics.length);
    endCursor = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    options.onProgress(total === 0 ? 1 : Math.min(1, epics.length / total));
  } while (endCursor);
  return epics;
}

/** What was found so far; beyond the limit epics are only counted. */
interface Found {
  epics: RoadmapEpic[];
  count: number;
}

/** The descendants of one epic. */
async function loadBelow(
  args: EpicArguments,
  fullPath: string,
  iid: string,
  options: LoadOptions,
  found: Found,
): Promise<void> {
  let endCursor: string | null | undefined = '';
  const own: RoadmapEpic[] = [];
  do {
    const variables = childArguments({ fullPath, iid }, args);
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the previous one ended
    const answer: EpicChildEpicsQuery = await requestRoadmap(
      childEpics,
      { ...variables, first: 100, endCursor },
      options.signal,
    );
    const page = answer.group?.epic?.children;
    own.push(...readEpics(page?.nodes ?? []));
    endCursor = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (endCursor);
  for (const epic of own) {
    found.count += 1;
    if (found.count <= MAX_DRAWN_EPICS) found.epics.push(epic);
    // oxlint-disable-next-line no-await-in-loop -- in sequence: a tree is traversed from its top
    if (epic.hasChildrenWithinTimeframe) await loadBelow(args, epic.group.fullPath, epic.iid, options, found);
  }
}
