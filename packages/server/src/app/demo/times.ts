import type { NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Trx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';

/** How far back issues were closed. */
const DAYS = 170;
/** How long ago open items changed at most; less than what makes an epic stale. */
const QUIET_HOURS = 300;

/** Spreads creation, start and closing of items over the last half year: everything is created in one moment, but forecasts and charts read these times. */
export async function spreadClosings(trx: Trx, rootId: NamespaceId): Promise<void> {
  await sql`
    WITH closed AS (
      SELECT id, row_number() OVER (ORDER BY id) * ${DAYS}::numeric / count(*) OVER () AS days
      FROM work_items WHERE root_id = ${rootId} AND type = 'issue' AND state = 'closed'
    ), times AS (
      SELECT w.id, w.closed_at - make_interval(hours => (24 * closed.days)::integer) AS closed_at
      FROM closed JOIN work_items w ON w.id = closed.id
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
  // An epic was closed with the last of its issues.
  await sql`
    UPDATE work_items w SET closed_at = done.closed_at
    FROM (
      SELECT above.id, max(c.closed_at) AS closed_at FROM work_items c, unnest(c.ancestor_ids) AS above(id)
      WHERE c.root_id = ${rootId} AND c.type = 'issue' GROUP BY 1
    ) AS done
    WHERE w.id = done.id AND w.closed_at IS NOT NULL AND done.closed_at IS NOT NULL`.execute(trx);
}

/**
 * Spreads the last changes of items, notes and events to match: what made an item belongs to its creation, its closing and discussion to its
 * last change. Notes and events are written when the transaction that made them ends, so this follows it.
 */
export async function spreadChanges(db: Db, rootId: NamespaceId): Promise<void> {
  await sql`
    UPDATE work_items SET updated_at = coalesce(closed_at,
      now() - least(now() - created_at, make_interval(hours => 2 + (id * 37 % ${QUIET_HOURS})::int)))
    WHERE root_id = ${rootId}`.execute(db);
  await sql`
    WITH dated_notes AS (
      UPDATE notes n SET (created_at, updated_at) = (SELECT moment, moment FROM (
        SELECT CASE WHEN n.system_action IS NULL OR n.system_action IN ('closed', 'work_item_status') THEN w.updated_at ELSE w.created_at END
      ) AS of(moment))
      FROM work_items w WHERE w.id = n.work_item_id AND w.root_id = ${rootId}
    )
    UPDATE events e SET created_at = CASE
      WHEN e.name IN ('workItem.closed', 'workItem.statusChanged', 'note.created') THEN w.updated_at ELSE w.created_at END
    FROM work_items w WHERE w.id = e.work_item_id AND w.root_id = ${rootId}`.execute(db);
}
