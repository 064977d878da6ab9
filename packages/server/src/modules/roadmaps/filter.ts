import type { LaneStep } from '@milepost/core/roadmap/lanes/lane-keys';
import { sql, type SqlBool } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { isAmong, sortedIds } from '../../platform/database/sorted-ids.ts';
import type { FilterFields, FilterWord } from '../work-items/sockets.ts';
import { requireLanes } from './commands/lanes.ts';
import { idsInLane } from './store/lanes/in-lane.ts';
import type { LaneQuestion } from './store/lanes/lanes.ts';
import { isReadInOnePlan } from './store/lanes/rows.ts';

declare module '../work-items/sockets.ts' {
  interface FilterFields {
    /** In this lane of the roadmap that `listing` plans. */
    lane?: Pick<LaneQuestion, 'of' | 'listing' | 'topRule'> & { steps: readonly LaneStep[] };
  }
}

const tableName = 'in_lane';

/** The rows of one lane, as `epicLanes` counts them. */
export const laneFilter: FilterWord = {
  name: 'lane',
  conditions({ lane }, operator, ctx, { hasTables }) {
    if (!lane) return [];
    if (operator === 'is' && hasTables === true) return [isAmong(sql`w.id`, tableName)];
    const isIn = sql<SqlBool>`(w.id IN ${idsOf(ctx, lane)}) IS TRUE`;
    return [operator === 'not' ? sql<SqlBool>`(NOT ${isIn})` : isIn];
  },
  table: ({ lane }, ctx) =>
    lane
      ? {
          name: tableName,
          query: sortedIds(sql`${idsOf(ctx, lane)} AS in_lane`),
          hasOnePlan: isReadInOnePlan(
            ctx,
            lane.listing,
            lane.steps.map(({ by }) => by),
          ),
        }
      : null,
};

function idsOf(ctx: Context, lane: NonNullable<FilterFields['lane']>) {
  const keys = lane.steps.map(({ by }) => by);
  requireLanes(ctx, lane.of, keys);
  return idsInLane(ctx, lane, lane.steps);
}
