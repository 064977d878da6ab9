import { NONE, type SlotKey } from '@milepost/core/boards/boards';
import type { UserId, WorkItemId } from '@milepost/core/ids';
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { plannedForItsValues } from '../../../platform/database/connect.ts';
import { matching, scopeOf, type WorkItemListing } from '../../work-items/store/list-conditions.ts';
import { keysOfItem, type SlotSet } from './slots.ts';

/** The cards of a column, a lane, a cell (both), or of the whole board (neither). An item may be in several columns. */
export interface CardCount {
  column: SlotKey | null;
  lane: SlotKey | null;
  count: number;
  weight: number;
  /** The weight of closed ones. */
  closedWeight: number;
}

const forItsValues = sql.raw(plannedForItsValues);

/** All counts of a board in one statement. */
export async function countCards(
  ctx: Context,
  listing: WorkItemListing,
  sets: { columns: SlotSet; lanes: SlotSet | null },
): Promise<CardCount[]> {
  const keys = (set: SlotSet) => sql`coalesce(nullif(ARRAY(${keysOfItem(set)}), '{}'), ${[NONE]}::text[])`;
  const lanes = sets.lanes ? keys(sets.lanes) : sql`NULL::text[]`;
  const grouped = (column: RawBuilder<unknown>, lane: RawBuilder<unknown>, rows: RawBuilder<unknown>) => sql`
    SELECT ${column} AS "column", ${lane} AS lane, count(*) AS count, coalesce(sum(weight), 0)::bigint AS weight,
      coalesce(sum(weight) FILTER (WHERE state = 'closed'), 0)::bigint AS closed_weight
    FROM cards ${rows} GROUP BY 1, 2`;
  const none = sql`NULL::text`;
  const byColumn = sql`CROSS JOIN unnest(columns) AS c (key)`;
  const byLane = sql`CROSS JOIN unnest(lanes) AS l (key)`;
  const parts = [
    grouped(none, none, sql``),
    grouped(sql`c.key`, none, byColumn),
    ...(sets.lanes
      ? [grouped(none, sql`l.key`, byLane), grouped(sql`c.key`, sql`l.key`, sql`${byColumn} ${byLane}`)]
      : []),
  ];
  const { rows } = await sql<CardCount>`
    ${forItsValues} WITH scope AS MATERIALIZED (${scopeOf(ctx, listing)}),
    cards AS MATERIALIZED (
      SELECT w.weight, w.state, ${keys(sets.columns)} AS columns, ${lanes} AS lanes
      FROM ${matching(ctx, listing, sql`true`)}
    )
    ${sql.join(parts, sql` UNION ALL `)}`.execute(ctx.db);
  return rows;
}

/** The people with cards, those with most first. */
export function assigneesOfCards(ctx: Context, listing: WorkItemListing, most: number): Promise<UserId[]> {
  return mostFrequent<UserId>(
    ctx,
    listing,
    most,
    sql`SELECT a.user_id AS value FROM work_item_assignees a WHERE a.work_item_id = w.id`,
  );
}

/** The nearest epics above cards, those with most cards first. */
export function epicsOfCards(ctx: Context, listing: WorkItemListing, most: number): Promise<WorkItemId[]> {
  return mostFrequent<WorkItemId>(
    ctx,
    listing,
    most,
    sql`SELECT e.id AS value FROM unnest(w.ancestor_ids) WITH ORDINALITY AS above (id, depth)
      JOIN work_items e ON e.id = above.id AND e.type = 'epic' ORDER BY above.depth DESC LIMIT 1`,
  );
}

async function mostFrequent<Value>(
  ctx: Context,
  listing: WorkItemListing,
  most: number,
  values: RawBuilder<unknown>,
): Promise<Value[]> {
  const { rows } = await sql<{ value: Value }>`
    ${forItsValues} WITH scope AS MATERIALIZED (${scopeOf(ctx, listing)}),
    cards AS MATERIALIZED (SELECT ARRAY(${values}) AS each FROM ${matching(ctx, listing, sql`true`)})
    SELECT value.id AS value FROM cards CROSS JOIN unnest(cards.each) AS value (id)
    GROUP BY value.id ORDER BY count(*) DESC, value.id LIMIT ${most}`.execute(ctx.db);
  return rows.map(({ value }) => value);
}
