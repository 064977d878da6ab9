import type { LaneStep } from '@milepost/core/roadmap/lanes/lane-keys';
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../../../platform/context.ts';
import type { LaneQuestion } from './lanes.ts';
import { laneRows } from './rows.ts';
import { laneSourceOf, type LaneScope } from './sources.ts';
import { laneHealth } from './sums.ts';

/** The ids of the epics of a lane. */
export function idsInLane(
  ctx: Context,
  question: Pick<LaneQuestion, 'of' | 'listing' | 'topRule'>,
  steps: readonly LaneStep[],
): RawBuilder<unknown> {
  const scope: LaneScope = { ctx, of: question.of, order: question.listing.order };
  const keys = steps.map(({ by }) => by);
  const joins = steps.map(({ by }, index) => {
    const alias = sql.ref(`v${index}`);
    return sql`LEFT JOIN (${laneSourceOf(by, scope).valuesOf(sql`lane_rows`)}) AS ${alias} ON ${alias}.id = r.id`;
  });
  const conditions = steps.map(({ by, value }, index) => {
    const number = sql.ref(`v${index}.value`);
    return value === null ? sql`${number} IS NULL` : sql`${number} = ${laneSourceOf(by, scope).numberOf(value)}`;
  });
  const health = keys.includes('HEALTH') ? sql`, ${laneHealth(ctx)}` : sql``;
  const rows = sql`SELECT r.id FROM lane_rows r ${sql.join(joins, sql` `)} WHERE ${sql.join(conditions, sql` AND `)}`;
  return sql`(WITH ${laneRows(ctx, question, keys)} ${health} ${rows})`;
}
