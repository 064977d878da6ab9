import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { digitsOf } from '@milepost/core/global-ids';
import type { Span } from '@milepost/core/days';
import { formatDay } from '@milepost/core/days';
import type { WorkItemId } from '@milepost/core/ids';
import { nothingChanged } from '@milepost/core/live';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { RoadmapEpicFragment } from '../../../gen/graphql.ts';
import { epicPages } from '../data/api.ts';
import type { EpicPage } from '../data/epic-page.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import { countInLanes, placeInLanes, rowInLanes } from '../data/lane-patch.ts';
import { refreshRoadmap } from '../data/live-roadmap.ts';
import type { UndatedPage } from '../data/undated.ts';
import type { LaneDrop } from './lane-drop.ts';

type Pages = InfiniteData<EpicPage, string>;
type UndatedPages = InfiniteData<UndatedPage, string>;

/**
 * Adds an epic of the tray to the list with its first dates, before the server confirms them: where it was dropped, not where
 * the sort order puts it. A child epic has no top-level row: the response shows it.
 */
export function addToList(
  client: QueryClient,
  args: EpicArguments,
  { id, hasParent }: RoadmapEpic,
  { start, due }: Span,
  beforeId: string | null,
): void {
  const node = undatedNode(client, id);
  if (!node || (args.topLevelHierarchyOnly && hasParent)) return;
  const placed = { ...node, startDate: start && formatDay(start), dueDate: due && formatDay(due) };
  client.setQueryData<Pages>(epicPages(args).queryKey, (data) => data && withNode(data, placed, beforeId));
}

function withNode(data: Pages, node: RoadmapEpicFragment, beforeId: string | null): Pages {
  const rest = withoutNode(data, node.id);
  const holder = rest.pages.findIndex((page) => page.nodes.some((other) => other?.id === beforeId));
  const at = holder === -1 ? rest.pages.length - 1 : holder;
  const pages = rest.pages.map((page, index) => {
    if (index !== at) return page;
    const beforeIndex = page.nodes.findIndex((other) => other?.id === beforeId);
    return { ...page, nodes: page.nodes.toSpliced(beforeIndex === -1 ? page.nodes.length : beforeIndex, 0, node) };
  });
  return { ...rest, pages };
}

function withoutNode(data: Pages, id: string): Pages {
  const pages = data.pages.map((page) =>
    page.nodes.some((node) => node?.id === id)
      ? { ...page, nodes: page.nodes.filter((node) => node?.id !== id) }
      : page,
  );
  return { ...data, pages };
}

/** Removes it again: the server refused. */
export function removeFromList(client: QueryClient, args: EpicArguments, { id }: RoadmapEpic): void {
  client.setQueryData<Pages>(epicPages(args).queryKey, (data) => data && withoutNode(data, id));
}

/** Shows a row in the lane that it enters, before the server confirms it. */
export function showInLane(client: QueryClient, args: EpicArguments, { id }: RoadmapEpic, drop: LaneDrop): void {
  const node = rowInLanes(client, args, id);
  if (!node) return;
  placeInLanes(client, args, new Set([id]), [{ node, lane: drop.toKey }]);
  const [left, entered] = [drop.from, drop.to].map(([first]) => first?.key ?? '');
  countInLanes(client, [left ?? '', drop.fromKey], [entered ?? '', drop.toKey]);
}

/** The tray without an epic that has dates now. */
export function removeFromTray(client: QueryClient, { id }: RoadmapEpic): void {
  client.setQueriesData<UndatedPages>(
    { queryKey: ['roadmapUndatedEpics'] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, nodes: page.nodes.filter((node) => node?.id !== id) })),
      },
  );
}

/** The tray has one more epic, which has to be fetched. */
export function addToTray(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['roadmapUndatedEpics'] });
}

/** Refetches one epic, its ancestors and all counts. */
export function refreshOne(client: QueryClient, args: EpicArguments, { id, ancestors }: RoadmapEpic): Promise<void> {
  const epics = [id, ...ancestors.nodes.map((above) => above.id)].map((each) => Number(digitsOf(each)) as WorkItemId);
  return refreshRoadmap(client, args, { ...nothingChanged, epics });
}

function undatedNode(client: QueryClient, id: string): RoadmapEpicFragment | undefined {
  for (const [, data] of client.getQueriesData<UndatedPages>({ queryKey: ['roadmapUndatedEpics'] })) {
    const node = data?.pages.flatMap((page) => page.nodes).find((each) => each?.id === id);
    if (node) return node;
  }
  return undefined;
}
