import { rollupFields } from '@milepost/core/hierarchy';
import type { NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { namespacesBelow } from '../../namespaces/policy.ts';
import { columns } from './columns.ts';

/** Keeps every item in the sums of its audience until the transaction ends: for writers of the sums of many items. */
export async function keepAudiences(trx: Db): Promise<void> {
  await sql`SELECT keep_audiences()`.execute(trx);
}

/** Groups and projects of one batch, however few items they have. */
const MAX_NAMESPACES = 500;

/** Whether any items below a namespace are still counted for the audience of an earlier visibility. */
export async function hasAudiencesToMove(db: Db, traversalIds: readonly NamespaceId[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM audience_moves m JOIN namespaces n ON n.id = m.namespace_id WHERE ${namespacesBelow(traversalIds)} LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** The result of one batch. */
export interface MovedBatch {
  /** Items that were read. */
  count: number;
  /** False: a transaction has written sums of these items and must end first. */
  isFree: boolean;
}

/**
 * Moves the next items below a namespace to the sums of the audience that its visibility gives, at most `limit`; null if all are there.
 * What it did and how far it got commit together. Never waits: writers of sums would queue behind it.
 */
export async function moveNextAudiences(
  trx: Db,
  traversalIds: readonly NamespaceId[],
  limit: number,
): Promise<MovedBatch | null> {
  // Together they have about as many items as a batch: what is locked is also done.
  const { rows: pending } = await sql<{ id: NamespaceId }>`
    SELECT id FROM (
      SELECT n.id, n.traversal_ids, sum(left_over.count) OVER (ORDER BY n.traversal_ids) - left_over.count AS before
      FROM namespaces n CROSS JOIN LATERAL (
        SELECT greatest(least(m.last_iid, c.last_iid) - m.after_iid, 0) AS count
        FROM audience_moves m LEFT JOIN iid_counters c ON c.namespace_id = m.namespace_id AND c.usage = 'work_items'
        WHERE m.namespace_id = n.id ORDER BY m.last_iid LIMIT 1
      ) AS left_over
      WHERE ${namespacesBelow(traversalIds)}
    ) AS each WHERE before < ${limit} ORDER BY traversal_ids LIMIT ${MAX_NAMESPACES}`.execute(trx);
  if (pending.length === 0) return null;
  // The visibility stays as it is until the batch is committed.
  const { rows: held } = await sql<{ id: NamespaceId }>`
    SELECT n.id FROM namespaces n WHERE n.id = ANY(${pending.map(({ id }) => id)}::bigint[]) FOR SHARE SKIP LOCKED`.execute(
    trx,
  );
  const { rows: free } = await sql<{ id: NamespaceId }>`
    SELECT id FROM (SELECT pg_try_advisory_xact_lock(7205496, 0) AS is_mine OFFSET 0) AS of_all
    CROSS JOIN unnest(${held.map(({ id }) => id)}::bigint[]) AS of_one (id)
    WHERE of_all.is_mine AND pg_try_advisory_xact_lock(7205495, hashint8(of_one.id))`.execute(trx);
  if (free.length === 0) return { count: 0, isFree: false };
  const ids = free.map(({ id }) => id);
  const { rows } = await sql<{ count: number }>`
    WITH picked AS MATERIALIZED (
      SELECT DISTINCT ON (n.traversal_ids) m.*, n.traversal_ids, work_item_audience(false, n.visibility) AS target
      FROM audience_moves m JOIN namespaces n ON n.id = m.namespace_id WHERE m.namespace_id = ANY(${ids}::bigint[])
      ORDER BY n.traversal_ids, m.last_iid
    ), next AS MATERIALIZED (
      SELECT p.namespace_id, p.traversal_ids, p.last_iid, p.audience, p.target, w.*
      FROM picked p CROSS JOIN LATERAL (
        SELECT i.iid, i.ancestor_ids, i.parent_id, i.type, i.state, i.weight, i.health_status, i.milestone_id,
          i.is_confidential OR i.is_hidden AS is_withheld
        FROM work_items i WHERE i.namespace_id = p.namespace_id AND i.iid > p.after_iid AND i.iid <= p.last_iid
        ORDER BY i.iid LIMIT ${limit}
      ) AS w
      ORDER BY p.traversal_ids, w.iid LIMIT ${limit}
    ), last AS MATERIALIZED (
      -- A full batch ends within a namespace; those after it wait for the next one.
      SELECT traversal_ids, iid FROM next ORDER BY traversal_ids DESC, iid DESC LIMIT (CASE WHEN (SELECT count(*) FROM next) = ${limit} THEN 1 ELSE 0 END)
    ), completed AS (
      DELETE FROM audience_moves m USING picked p
      WHERE m.namespace_id = p.namespace_id AND m.last_iid = p.last_iid
        AND (NOT EXISTS (SELECT FROM last) OR p.traversal_ids < (SELECT traversal_ids FROM last) OR p.last_iid = (SELECT iid FROM last) AND p.traversal_ids = (SELECT traversal_ids FROM last))
    ), continued AS (
      UPDATE audience_moves m SET after_iid = last.iid FROM picked p JOIN last USING (traversal_ids)
      WHERE m.namespace_id = p.namespace_id AND m.last_iid = p.last_iid AND p.last_iid <> last.iid
    ), summed AS MATERIALIZED (
      -- Siblings have the same ancestors.
      SELECT next.ancestor_ids, next.audience, next.target, ${sql.join(rollupFields.map((field) => sql`sum(${sql.ref(`c.${field}`)}) AS ${sql.ref(field)}`))}
      FROM next CROSS JOIN LATERAL work_item_contribution(next.type, next.state, next.weight, next.health_status) AS c
      WHERE NOT next.is_withheld AND next.parent_id IS NOT NULL AND next.audience <> next.target
      GROUP BY next.ancestor_ids, next.audience, next.target
    ), counted AS (
      INSERT INTO work_item_rollup_deltas (work_item_id, audience, ${columns})
      SELECT ancestor.id, side.audience, ${sql.join(rollupFields.map((field) => sql`sum(side.sign * summed.${sql.ref(field)})`))}
      FROM summed CROSS JOIN unnest(summed.ancestor_ids) AS ancestor (id)
      CROSS JOIN LATERAL (VALUES (summed.audience, -1), (summed.target, 1)) AS side (audience, sign)
      GROUP BY ancestor.id, side.audience
    ), waiting AS (
      INSERT INTO unplanned_epics_waiting (work_item_id)
      SELECT DISTINCT parent_id FROM next
      WHERE type <> 'epic' AND parent_id IS NOT NULL AND milestone_id IS NOT NULL AND NOT is_withheld
    )
    SELECT count(*) AS count FROM next`.execute(trx);
  return { count: rows[0]?.count ?? 0, isFree: true };
}
