import { isNothing, nothingBelow, rollupFields, type Rollup } from '@milepost/core/hierarchy';
import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import { sql, type RawBuilder } from 'kysely';
import { defineLoader, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import { visibleWorkItems } from '../work-items/policy.ts';

/** `opened_epics, closed_epics, …` */
const columns = sql.join(rollupFields.map((field) => sql.ref(field)));

function eachField(how: (field: keyof Rollup) => RawBuilder<unknown>): RawBuilder<unknown> {
  return sql.join(rollupFields.map(how));
}

/** What lies below each item, the differences that wait to be folded in included: always as of this moment. */
export const rollupsById = defineLoader<WorkItemId, Rollup>('rollupsById', async (ctx, ids) => {
  const rows = await (ctx.viewer.linkedTo === null ? readRollups(ctx.db, ids) : countSeen(ctx, ids));
  return new Map(rows.map(({ id, ...rollup }) => [id, rollup]));
});

/** What lies below one item, as this transaction sees it. */
export async function rollupOf(trx: Db, id: WorkItemId): Promise<Rollup> {
  const [row] = await readRollups(trx, [id]);
  if (!row) return nothingBelow;
  const { id: _id, ...rollup } = row;
  return rollup;
}

async function readRollups(db: Db, ids: readonly WorkItemId[]): Promise<({ id: WorkItemId } & Rollup)[]> {
  const sums = eachField((field) => sql`sum(${sql.ref(field)}) AS ${sql.ref(field)}`);
  const totals = eachField(
    (field) =>
      sql`(coalesce(${sql.ref(`folded.${field}`)}, 0) + coalesce(${sql.ref(`pending.${field}`)}, 0))::bigint AS ${sql.ref(field)}`,
  );
  const { rows } = await sql<{ id: WorkItemId } & Rollup>`
    SELECT wanted.id, ${totals}
    FROM unnest(${ids}::bigint[]) AS wanted (id)
    LEFT JOIN work_item_rollups folded ON folded.work_item_id = wanted.id
    LEFT JOIN LATERAL (
      SELECT ${sums} FROM work_item_rollup_deltas d WHERE d.work_item_id = wanted.id
    ) pending ON true`.execute(db);
  return rows;
}

/**
 * The same for whoever came with a link, counted from what they may see alone: a sum over everything would tell them that
 * there is something confidential, or something elsewhere.
 */
async function countSeen(ctx: Context, ids: readonly WorkItemId[]): Promise<({ id: WorkItemId } & Rollup)[]> {
  const sums = eachField((field) => sql`sum(${sql.ref(`c.${field}`)})::bigint AS ${sql.ref(field)}`);
  const isSeen = visibleWorkItems(ctx.viewer);
  const { rows } = await sql<{ id: WorkItemId } & Rollup>`
    WITH RECURSIVE below AS (
      SELECT w.parent_id AS top, w.id, w.type, w.state, w.weight, w.health_status
      FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
      WHERE w.parent_id = ANY(${ids}::bigint[]) AND ${isSeen}
      UNION ALL
      SELECT below.top, w.id, w.type, w.state, w.weight, w.health_status
      FROM below JOIN work_items w ON w.parent_id = below.id JOIN namespaces n ON n.id = w.namespace_id
      WHERE ${isSeen}
    )
    SELECT below.top AS id, ${sums}
    FROM below CROSS JOIN LATERAL work_item_contribution(below.type, below.state, below.weight, below.health_status) AS c
    GROUP BY below.top`.execute(ctx.db);
  return rows;
}

/** Adds a difference to everything above an item: one row for each ancestor, so that nobody waits for anybody. */
export async function addDeltas(
  trx: Db,
  ancestorIds: readonly WorkItemId[],
  difference: Readonly<Rollup>,
): Promise<void> {
  if (ancestorIds.length === 0 || isNothing(difference)) return;
  const values = eachField((field) => sql`${difference[field]}::bigint`);
  await sql`INSERT INTO work_item_rollup_deltas (work_item_id, ${columns})
    SELECT ancestor.id, ${values} FROM unnest(${ancestorIds}::bigint[]) AS ancestor (id)`.execute(trx);
}

/** Held by whoever folds or counts from scratch: one at a time. */
const FOLDING = 7_205_002;

/**
 * Folds up to `limit` differences into the sums and gives how many it took; 0 as well while somebody else is at it. Readers
 * never notice: the sums and what is taken from the differences change in one statement.
 */
export async function foldDeltas(db: Db, limit: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows: locks } = await sql<{
      isMine: boolean;
    }>`SELECT pg_try_advisory_xact_lock(${FOLDING}) AS is_mine`.execute(trx);
    if (!locks[0]?.isMine) return 0;
    const sums = eachField((field) => sql`sum(${sql.ref(field)}) AS ${sql.ref(field)}`);
    const added = eachField((field) => sql`${sql.ref(field)} = folded.${sql.ref(field)} + excluded.${sql.ref(field)}`);
    const { rows } = await sql<{ count: number }>`
      WITH taken AS (
        DELETE FROM work_item_rollup_deltas
        WHERE id = ANY(ARRAY(SELECT id FROM work_item_rollup_deltas ORDER BY id LIMIT ${limit}))
        RETURNING *
      ), summed AS (
        SELECT work_item_id, ${sums} FROM taken GROUP BY work_item_id
      ), alive AS (
        -- Held, or it might be deleted under our hands.
        SELECT id FROM work_items WHERE id IN (SELECT work_item_id FROM summed) ORDER BY id FOR KEY SHARE
      ), written AS (
        INSERT INTO work_item_rollups AS folded (work_item_id, ${columns})
        SELECT summed.* FROM summed JOIN alive ON alive.id = summed.work_item_id ORDER BY summed.work_item_id
        ON CONFLICT (work_item_id) DO UPDATE SET ${added}
      )
      SELECT count(*) AS count FROM taken`.execute(trx);
    return rows[0]?.count ?? 0;
  });
}

/**
 * Counts everything below every item of a top-level group anew, in one statement: what was committed before it is in the sum,
 * what comes after is a difference to it. Call with the tree locked.
 */
export async function recountRollups(trx: Db, rootId: NamespaceId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${FOLDING})`.execute(trx);
  const sums = eachField((field) => sql`sum(${sql.ref(`c.${field}`)}) AS ${sql.ref(field)}`);
  const replaced = eachField((field) => sql`${sql.ref(field)} = ${sql.ref(`excluded.${field}`)}`);
  await sql`
    WITH items AS MATERIALIZED (
      SELECT id, ancestor_ids, type, state, weight, health_status FROM work_items WHERE root_id = ${rootId}
    ), summed AS MATERIALIZED (
      SELECT ancestor.id, ${sums}
      FROM items CROSS JOIN unnest(items.ancestor_ids) AS ancestor (id)
      CROSS JOIN LATERAL work_item_contribution(items.type, items.state, items.weight, items.health_status) AS c
      GROUP BY ancestor.id
    ), forgotten AS (
      DELETE FROM work_item_rollup_deltas d WHERE d.work_item_id IN (SELECT id FROM items)
    ), emptied AS (
      DELETE FROM work_item_rollups r
      WHERE r.work_item_id IN (SELECT id FROM items) AND r.work_item_id NOT IN (SELECT id FROM summed)
    )
    INSERT INTO work_item_rollups (work_item_id, ${columns}) SELECT * FROM summed
    ON CONFLICT (work_item_id) DO UPDATE SET ${replaced}`.execute(trx);
}
