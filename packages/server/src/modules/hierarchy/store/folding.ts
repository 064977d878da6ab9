import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { constantSql } from '../../../platform/database/constant-sql.ts';
import { columns, eachField, sums } from './columns.ts';

const added = constantSql(
  eachField((field) => sql`${sql.ref(field)} = folded.${sql.ref(field)} + excluded.${sql.ref(field)}`),
);

/** The parts of a WITH clause that add rows of `taken` to the sums of those items that are `alive`. */
const written = constantSql(sql`
      by_day AS MATERIALIZED (
        SELECT work_item_id, audience, changed_on, ${sums} FROM taken GROUP BY work_item_id, audience, changed_on
      ), summed AS (
        SELECT work_item_id, audience, ${sums} FROM by_day GROUP BY work_item_id, audience
      ), written AS (
        INSERT INTO work_item_rollups AS folded (work_item_id, audience, ${columns})
        SELECT summed.* FROM summed JOIN alive ON alive.id = summed.work_item_id ORDER BY summed.work_item_id, summed.audience
        ON CONFLICT (work_item_id, audience) DO UPDATE SET ${added}
      ), kept AS (
        -- The sums of past days are the present ones minus later changes.
        INSERT INTO work_item_rollup_days AS folded (work_item_id, audience, day, ${columns})
        SELECT by_day.* FROM by_day JOIN alive ON alive.id = by_day.work_item_id
        ORDER BY by_day.work_item_id, by_day.audience, by_day.changed_on
        ON CONFLICT (work_item_id, audience, day) DO UPDATE SET ${added}
      )`);

/** Lock of folding and recounting: one at a time. */
export const FOLDING = 7_205_002;

/** Runs `work` in a transaction that folds alone; null while another process is folding. */
function foldingAlone<Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result | null> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isMine: boolean }>`SELECT pg_try_advisory_xact_lock(${FOLDING}) AS is_mine`.execute(
      trx,
    );
    return rows[0]?.isMine ? work(trx) : null;
  });
}

/** The result of one batch. */
export interface FoldedBatch {
  /** The number of deltas that are in the sums now. */
  count: number;
  /** Where the next batch begins; null if none is left, or while another process is folding. */
  next: number | null;
}

/** An item that many batches of a removal or import changed has many deltas. */
const DELTAS_OF_AN_ITEM = 20;

/**
 * Folds the deltas of up to `limit` items, with ids from `from`, into their sums. Readers are unaffected: the sums and the deltas change
 * in one statement. Items that another transaction is deleting are left for a later run, so that neither waits for the other.
 */
export async function foldDeltas(db: Db, limit: number, from = 0): Promise<FoldedBatch> {
  const batch = await foldingAlone(db, async (trx) => {
    const maxDeltas = limit * DELTAS_OF_AN_ITEM;
    const { rows } = await sql<{ count: number; found: number; lastId: number | null }>`
      WITH found AS MATERIALIZED (
        SELECT row_id, work_item_id FROM (
          SELECT row_id, work_item_id, dense_rank() OVER (ORDER BY work_item_id) AS place FROM (
            SELECT ctid AS row_id, work_item_id FROM work_item_rollup_deltas
            WHERE work_item_id >= ${from} ORDER BY work_item_id, id LIMIT ${maxDeltas}
          ) AS first
        ) AS placed WHERE place <= ${limit}
      ), alive AS MATERIALIZED (
        -- Locked, otherwise it could be deleted concurrently.
        SELECT id FROM work_items WHERE id IN (SELECT work_item_id FROM found) ORDER BY id FOR KEY SHARE SKIP LOCKED
      ), taken AS (
        DELETE FROM work_item_rollup_deltas
        WHERE ctid = ANY(ARRAY(SELECT row_id FROM found WHERE work_item_id IN (SELECT id FROM alive)
          OR NOT EXISTS (SELECT FROM work_items w WHERE w.id = found.work_item_id)))
        RETURNING *
      ), ${written}
      SELECT (SELECT count(*) FROM taken) AS count, count(*) AS found, max(work_item_id) AS last_id FROM found`.execute(
      trx,
    );
    const { count = 0, found = 0, lastId = null } = rows[0] ?? {};
    // The last item may have more deltas. It comes again unless all of these were left.
    const hasMore = lastId !== null && found > 0;
    return { count, next: hasMore ? lastId + (found < maxDeltas || count === 0 ? 1 : 0) : null };
  });
  return batch ?? { count: 0, next: null };
}

/**
 * Folds up to `limit` changes into the sums and returns their number; 0 also while another process is folding. What they add to items
 * that another transaction is deleting becomes deltas, for a later run.
 */
export async function foldChanges(db: Db, limit: number): Promise<number> {
  const folded = await foldingAlone(db, async (trx) => {
    const { rows } = await sql<{ count: number }>`
      WITH changes AS (
        DELETE FROM work_item_rollup_changes
        WHERE ctid = ANY(ARRAY(SELECT ctid FROM work_item_rollup_changes LIMIT ${limit}))
        RETURNING *
      ), taken AS MATERIALIZED (
        SELECT ancestor.id AS work_item_id, audience, changed_on, ${columns}
        FROM changes CROSS JOIN unnest(ancestor_ids) AS ancestor (id)
      ), alive AS MATERIALIZED (
        -- Locked, otherwise it could be deleted concurrently.
        SELECT id FROM work_items WHERE id IN (SELECT work_item_id FROM taken) ORDER BY id FOR KEY SHARE SKIP LOCKED
      ), left_over AS (
        INSERT INTO work_item_rollup_deltas (work_item_id, audience, changed_on, ${columns})
        SELECT work_item_id, audience, changed_on, ${columns} FROM taken
        WHERE work_item_id NOT IN (SELECT id FROM alive) AND EXISTS (SELECT FROM work_items w WHERE w.id = taken.work_item_id)
      ), ${written}
      SELECT count(*) AS count FROM changes`.execute(trx);
    return rows[0]?.count ?? 0;
  });
  return folded ?? 0;
}
