import { parseDay, utcDayOf, type Day } from '@milepost/core/days';
import { NotFoundError } from '@milepost/core/errors';
import type { Query } from '@milepost/core/query';
import { argumentsOf, type EpicArguments } from '@milepost/core/roadmap/arguments';
import { dayShown, readSettings, type RoadmapSettings } from '@milepost/core/roadmap/settings';
import { timeframeShown } from '@milepost/core/roadmap/views';
import type { Context } from '../../../platform/context.ts';
import { findVisibleGroup } from '../../namespaces/commands.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { epicAddress, epicFilterOf, onlyEpics, withNearestEpic } from '../../work-items/graphql/epic-list.ts';
import { searchOf } from '../../work-items/graphql/lists.ts';
import { orderOfEpicSort } from '../../work-items/graphql/sorts.ts';
import type { WorkItemListing } from '../../work-items/store/list-conditions.ts';
import { visibleWorkItemAt } from '../../work-items/store.ts';

/** The roadmap query of an address. */
export interface RoadmapQuery {
  group: Namespace;
  settings: RoadmapSettings;
  args: EpicArguments;
  /** The viewer's day. */
  today: Day;
}

/** Parses an address. `today`: the client's current day, otherwise that of UTC. */
export function roadmapQueryOf(group: Namespace, address: Query, today?: string): RoadmapQuery {
  const settings = readSettings(address);
  const day = dayShown(settings, parseDay(today ?? '') ?? utcDayOf(new Date()));
  const args = argumentsOf(group.fullPath, settings, timeframeShown(settings, day), day);
  return { group, settings, args, today: day };
}

/**
 * All epics that match the roadmap's filters, at any depth, as one list. `isWithinDates`: only those that touch its dates;
 * `isTopLevel`: only the rows of the page's top level, if no filter makes it a flat list.
 */
export async function listingOf(
  ctx: Context,
  { group, settings, args }: RoadmapQuery,
  { isWithinDates, isTopLevel = false }: { isWithinDates: boolean; isTopLevel?: boolean },
): Promise<WorkItemListing> {
  const { timeframe, ...rest } = args;
  const of = args.fullPath === group.fullPath ? group : await findVisibleGroup(ctx, args.fullPath);
  const nearest = { of, iid: args.iid, reachesBelow: args.includeDescendantGroups };
  const filter = await withNearestEpic(
    ctx,
    epicFilterOf(isWithinDates ? { ...rest, timeframe } : rest, isTopLevel ? of : null),
    nearest,
  );
  if (settings.epicIid !== null) {
    const epic = await visibleWorkItemAt(ctx, { namespace: group, iid: settings.epicIid, types: onlyEpics });
    if (!epic) throw new NotFoundError('Epic');
    filter.is.ancestor = epicAddress(group, settings.epicIid);
  }
  return {
    scope: settings.epicIid === null ? { of, includeDescendants: args.includeDescendantGroups } : null,
    types: onlyEpics,
    filter,
    search: searchOf(args),
    order: orderOfEpicSort(args.sort),
  };
}
