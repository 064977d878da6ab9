import type { NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Trx } from '../../platform/context.ts';

/** How far back issues were closed. */
const DAYS = 170;

/** Spreads creation, start and closing of issues over the last half year: forecasts and charts read these times. */
export async function spreadClosings(trx: Trx, rootId: NamespaceId): Promise<void> {
  await sql`
    WITH closed AS (
      SELECT id, row_number() OVER (ORDER BY id) * ${DAYS}::numeric / count(*) OVER () AS days
      FROM work_items WHERE root_id = ${rootId} AND type = 'issue' AND state = 'closed'
    ), times AS (
      SELECT w.id, w.closed_at - make_interval(hours => (24 * closed.days)::integer) AS closed_at
      FROM closed JOIN work_items w ON w.id = closed.id
    ), moved AS (
      UPDATE events SET created_at = times.closed_at FROM times
      WHERE events.work_item_id = times.id AND events.name = 'workItem.closed'
    )
    UPDATE work_items w SET
      closed_at = coalesce(times.closed_at, w.closed_at),
      started_at = CASE WHEN times.closed_at IS NULL THEN w.started_at
        ELSE times.closed_at - make_interval(days => 2 + (each.n * 5 % 9)::int) END,
      created_at = CASE
        WHEN w.type <> 'issue' THEN w.created_at - make_interval(days => ${DAYS + 70})
        WHEN times.closed_at IS NULL THEN w.created_at - make_interval(hours => (24 * (each.n * 29 % ${DAYS}))::int)
        ELSE times.closed_at - make_interval(days => 12 + (each.n * 11 % 45)::int) END
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM work_items WHERE root_id = ${rootId}) AS each
      LEFT JOIN times ON times.id = each.id
    WHERE w.id = each.id`.execute(trx);
}
