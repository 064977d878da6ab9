import type { LaneStep } from '@milepost/core/roadmap/lanes/lane-keys';
import { sql, type SqlBool } from 'kysely';
import type { FilterWord } from '../work-items/sockets.ts';
import { requireLanes } from './commands/lanes.ts';
import { isInLane, type LaneQuestion } from './store/lanes/lanes.ts';

declare module '../work-items/sockets.ts' {
  interface FilterFields {
    /** In this lane of the roadmap that `listing` plans. */
    lane?: Pick<LaneQuestion, 'of' | 'listing' | 'topRule'> & { steps: readonly LaneStep[] };
  }
}

/** The rows of one lane, as `epicLanes` counts them. */
export const laneFilter: FilterWord = {
  name: 'lane',
  conditions({ lane }, operator, ctx) {
    if (!lane) return [];
    requireLanes(
      ctx,
      lane.of,
      lane.steps.map(({ by }) => by),
    );
    const isIn = isInLane(ctx, lane, lane.steps);
    return [operator === 'not' ? sql<SqlBool>`(NOT ${isIn})` : isIn];
  },
};
