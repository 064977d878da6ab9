import { formatDay } from '@milepost/core/days';
import { laneKeyOf } from '@milepost/core/roadmap/lanes/lane-keys';
import { progressOf } from '@milepost/core/roadmap/progress';
import { parseQuery, valueOf } from '@milepost/core/query';
import { Type } from 'typebox';
import { contextAsOf } from '../../../platform/as-of.ts';
import type { Context } from '../../../platform/context.ts';
import { decodeCursor } from '../../../platform/cursors.ts';
import { InputError } from '../../../platform/rest/input.ts';
import { KeysetPage } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { findVisibleGroup } from '../../namespaces/commands.ts';
import { LANE_PAGE, LaneSet, requireLanes, type LaneOfPage } from '../commands/lanes.ts';
import { todayOf } from '../filter/signals.ts';
import { stepsOf } from '../graphql/lanes.ts';
import { laneKeysetOf } from '../store/lanes/lanes.ts';
import { topRuleOf } from '../store/lanes/rows.ts';
import { listingOf, roadmapQueryOf, type RoadmapQuery } from './listing.ts';

const lanesInput = Type.Object({
  today: Type.Optional(
    Type.String({ format: 'date', description: 'The client’s current day; by default that of UTC' }),
  ),
  per_page: Type.Optional(Type.Integer({ minimum: 1, default: LANE_PAGE, description: 'Rows on a page, at most 50' })),
  cursor: Type.Optional(Type.String({ description: 'The start of a page: follow the link' })),
});

/** The lanes of the roadmap at an address, with the numbers that the page shows. */
export function addLaneRoutes(routes: Routes): void {
  routes.get(
    '/groups/:id/roadmap_lanes',
    {
      summary: "The lanes of a group's roadmap; takes the parameters of the roadmap's address",
      tags: ['roadmaps'],
      input: lanesInput,
    },
    async ({ params, input, http }, present) => {
      const address = parseQuery(new URL(http.raw.url ?? '/', 'http://localhost').search);
      const ctx = contextAsOf(present, valueOf(address, 'as_of'));
      const group = await findVisibleGroup(ctx, params['id'] ?? '');
      const today = formatDay(todayOf(ctx, input.today));
      const question = roadmapQueryOf(group, address, today);
      const set = await laneSetOf(ctx, question, today);
      const limit = Math.min(input.per_page ?? LANE_PAGE, LANE_PAGE);
      const cursor = input.cursor ? decodeCursor(input.cursor) : null;
      const { lanes, hasNext } = await set.page({ limit, cursor }, LANES_AT_ONCE);
      const last = lanes.at(-1);
      return new KeysetPage(
        await Promise.all(lanes.map((lane) => presentLane(lane, question))),
        hasNext && last ? laneKeysetOf(last) : null,
      );
    },
  );
}

/** The lanes of an address. Throws InputError where it has none. */
export async function laneSetOf(
  ctx: Context,
  question: RoadmapQuery,
  today: string,
  topRule = topRuleOf(question.args),
): Promise<LaneSet> {
  const { group, settings } = question;
  const { groupBy, thenBy } = settings;
  if (groupBy === null) throw new InputError(['group_by is missing, or invalid']);
  requireLanes(ctx, group, [groupBy, thenBy]);
  const listing = await listingOf(ctx, question, { isWithinDates: true });
  const hasEmpty = settings.isShowingEmptyLanes;
  return new LaneSet(ctx, {
    of: group,
    listing,
    topRule,
    by: groupBy,
    thenBy,
    today,
    hasEmpty,
  });
}

async function presentLane(lane: LaneOfPage, question: RoadmapQuery): Promise<object> {
  const { progressTracking, presetType, thenBy } = question.settings;
  const progress = progressOf(
    {
      isClosed: false,
      descendantWeightSum: { closedIssues: lane.closedWeight, openedIssues: lane.openedWeight },
      descendantCounts: { closedIssues: lane.closedIssues, openedIssues: lane.openedIssues },
    },
    progressTracking,
  );
  const isFirst = lane.within === null && thenBy !== null;
  const below = isFirst ? await allWithin(lane) : [];
  return {
    key: laneKeyOf(stepsOf(lane)),
    value: lane.value,
    title: lane.title,
    color: lane.color,
    count: lane.count,
    closed: lane.closed,
    overdue: lane.overdue,
    health: {
      on_track: lane.onTrack,
      needs_attention: lane.needsAttention,
      at_risk: lane.atRisk,
      none: lane.withoutUpdate,
    },
    progress: progress && {
      closed: progress.closed,
      total: progress.total,
      percentage: progress.percentage,
      counted_in: progress.countedIn.toLowerCase(),
    },
    start_date: lane.startDate,
    due_date: lane.dueDate,
    lacks_start_date: lane.lacksStartDate,
    lacks_due_date: lane.lacksDueDate,
    shades: await lane.page.shadesOf(lane, presetType, 0),
    ...(isFirst && { lanes: await Promise.all(below.map((each) => presentLane(each, question))) }),
  };
}

/** Lanes of the second level that are read at a time: each statement reads all epics again. */
export const LANES_AT_ONCE = 1_000;

/** All lanes of the second level: a single page of them has no address. */
export async function allWithin(lane: LaneOfPage): Promise<LaneOfPage[]> {
  const lanes: LaneOfPage[] = [];
  let cursor: readonly unknown[] | null = null;
  do {
    const page = await lane.page.lanesIn(lane, { limit: LANES_AT_ONCE, cursor });
    lanes.push(...page.lanes);
    const last = page.lanes.at(-1);
    cursor = page.hasNext && last ? laneKeysetOf(last) : null;
  } while (cursor !== null);
  return lanes;
}
