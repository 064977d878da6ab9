import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { clip, type ClippedSpan } from '@milepost/core/roadmap/clip';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { EpicChildEpicsQuery, RoadmapGroupEpicsWithColorQuery } from '../../../gen/graphql.ts';
import { childArguments } from '../data/api.ts';
import { ask } from '../data/ask.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import { readEpics } from '../data/epic.ts';
import { epicCount } from '../operations/counts.ts';
import { childEpics, groupEpics } from '../operations/epics.ts';
import { TooManyRowsError } from './errors.ts';

/** The row limit of an export image: longer ones are unreadable and exceed the limits of browsers. */
export const MAX_ROWS = 10_000;

export interface LoadOptions {
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
}

/** Every epic that matches the roadmap's filters within its dates, at any depth and from every page. */
export async function loadEpics(
  args: EpicArguments,
  fullPath: string,
  settings: Pick<RoadmapSettings, 'epicIid'>,
  options: LoadOptions,
): Promise<RoadmapEpic[]> {
  if (settings.epicIid !== null) return loadBelow(args, fullPath, settings.epicIid, options, []);
  const anyDepth = { ...args, topLevelHierarchyOnly: false };
  const { sort: _sort, ...counted } = anyDepth;
  const total = (await ask(epicCount, counted, options.signal)).group?.epics?.count ?? 0;
  if (total > MAX_ROWS) throw new TooManyRowsError();
  const epics: RoadmapEpic[] = [];
  let endCursor: string | null | undefined = '';
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the previous one ended
    const answer: RoadmapGroupEpicsWithColorQuery = await ask(
      groupEpics,
      { ...anyDepth, first: 100, endCursor },
      options.signal,
    );
    const page = answer.group?.epics;
    epics.push(...readEpics(page?.nodes ?? []));
    if (epics.length > MAX_ROWS) throw new TooManyRowsError();
    endCursor = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    options.onProgress(total === 0 ? 1 : Math.min(1, epics.length / total));
  } while (endCursor);
  return epics;
}

/** The descendants of one epic. */
async function loadBelow(
  args: EpicArguments,
  fullPath: string,
  iid: string,
  options: LoadOptions,
  found: RoadmapEpic[],
): Promise<RoadmapEpic[]> {
  let endCursor: string | null | undefined = '';
  const own: RoadmapEpic[] = [];
  do {
    const variables = childArguments({ fullPath, iid }, args);
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the previous one ended
    const answer: EpicChildEpicsQuery = await ask(childEpics, { ...variables, first: 100, endCursor }, options.signal);
    const page = answer.group?.epic?.children;
    own.push(...readEpics(page?.nodes ?? []));
    endCursor = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (endCursor);
  for (const epic of own) {
    found.push(epic);
    if (found.length > MAX_ROWS) throw new TooManyRowsError();
    // oxlint-disable-next-line no-await-in-loop -- in sequence: a tree is traversed from its top
    if (epic.hasChildrenWithinTimeframe) await loadBelow(args, epic.group.fullPath, epic.iid, options, found);
  }
  return found;
}

export interface ExportImageRow {
  epic: RoadmapEpic;
  span: ClippedSpan;
  /** 1 for the top level. */
  level: number;
}

/** Epics as rows: each below its nearest listed ancestor, in list order. */
export function rowsInTree(epics: readonly RoadmapEpic[], timeframe: Timeframe): ExportImageRow[] {
  const drawn = new Map(epics.map((epic) => [epic.id, epic]));
  const below = new Map<string, RoadmapEpic[]>();
  const tops: RoadmapEpic[] = [];
  for (const epic of drawn.values()) {
    const parent = epic.ancestors.nodes.findLast(({ id }) => id !== epic.id && drawn.has(id));
    if (!parent) tops.push(epic);
    else {
      const siblings = below.get(parent.id);
      if (siblings) siblings.push(epic);
      else below.set(parent.id, [epic]);
    }
  }
  const rows: ExportImageRow[] = [];
  const add = (siblings: readonly RoadmapEpic[], level: number): void => {
    for (const epic of siblings) {
      const span = clip(epic.span, timeframe);
      if (span) rows.push({ epic, span, level });
      add(below.get(epic.id) ?? [], span ? level + 1 : level);
    }
  };
  add(tops, 1);
  return rows;
}
