import type { NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Trx } from '../../platform/context.ts';

/** How far back issues were closed. */
const DAYS = 170;

/** Spreads the closings of issues over the last half year, each after its creation: forecasts and charts read these times. */
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
    UPDATE work_items w SET created_at = w.created_at - make_interval(days => ${DAYS + 7}),
      closed_at = coalesce((SELECT times.closed_at FROM times WHERE times.id = w.id), w.closed_at)
    WHERE w.root_id = ${rootId}`.execute(trx);
}
