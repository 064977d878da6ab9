import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

/** Indexed copies of texts, and the queue of texts that are newer than their copy. */
interface Copies {
  /** The advisory lock key of indexing: a concurrent transaction could overwrite a copy from an older snapshot. */
  lock: number;
  waiting: RawBuilder<unknown>;
  /** Statements that update the copies of all items in `taken`, as parts of a WITH. */
  entering: RawBuilder<unknown>;
  /** The indexes of the copies. */
  indexes: readonly string[];
}

const epics: Copies = {
  lock: 7_205_024,
  waiting: sql`epic_texts_waiting`,
  entering: sql`entered AS (
        INSERT INTO epic_texts (work_item_id, title, description)
        SELECT w.id, w.title, w.description FROM work_items w
        WHERE w.id IN (SELECT work_item_id FROM taken) AND w.type = 'epic'
        FOR KEY SHARE OF w
        ON CONFLICT (work_item_id) DO UPDATE SET title = excluded.title, description = excluded.description
        WHERE ROW (epic_texts.title, epic_texts.description) IS DISTINCT FROM ROW (excluded.title, excluded.description)
      )`,
  indexes: ['epic_texts_trigrams', 'work_item_titles_trigrams'],
};

const issues: Copies = {
  lock: 7_205_056,
  waiting: sql`issue_texts_waiting`,
  entering: sql`entered AS (
        INSERT INTO issue_texts (work_item_id, text)
        SELECT w.id, lower(w.title || E'\n' || w.description) FROM work_items w
        WHERE w.id IN (SELECT work_item_id FROM taken) AND w.type <> 'epic' AND w.description <> ''
        FOR KEY SHARE OF w
        ON CONFLICT (work_item_id) DO UPDATE SET text = excluded.text WHERE issue_texts.text <> excluded.text
      ),
      emptied AS (
        DELETE FROM issue_texts t USING work_items w
        WHERE w.id = t.work_item_id AND w.id IN (SELECT work_item_id FROM taken) AND (w.type = 'epic' OR w.description = '')
      )`,
  indexes: ['issue_texts_trigrams'],
};

const copies = { epics, issues };

/** Maximum number of texts per batch, and bytes of descriptions. Searches wait for entries that the index has not merged yet. */
const MAX_QUEUED = 2_000;
const MAX_BYTES = 2_000_000;

/** Indexes one batch of queued texts; returns the number of processed changes. */
export async function indexQueuedTexts(db: Db, of: keyof typeof copies): Promise<number> {
  const { lock, waiting, entering, indexes } = copies[of];
  const settled = await db.transaction().execute(async (trx) => {
    const { rows: locks } = await sql<{ held: boolean }>`SELECT pg_try_advisory_xact_lock(${lock}) AS held`.execute(
      trx,
    );
    if (!locks[0]?.held) return 0;
    const { rows } = await sql<{ settled: number }>`
      WITH next AS MATERIALIZED (
        SELECT q.id, sum(coalesce(pg_column_size(w.description), 0)) OVER (ORDER BY q.id) AS bytes, row_number() OVER (ORDER BY q.id) AS turn
        FROM (SELECT id, work_item_id FROM ${waiting} ORDER BY id LIMIT ${MAX_QUEUED}) AS q
        LEFT JOIN work_items w ON w.id = q.work_item_id
      ),
      taken AS (
        DELETE FROM ${waiting} WHERE id IN (SELECT id FROM next WHERE turn = 1 OR bytes <= ${MAX_BYTES})
        RETURNING work_item_id
      ),
      ${entering}
      SELECT count(*) AS settled FROM taken`.execute(trx);
    return rows[0]?.settled ?? 0;
  });
  await sql`SELECT gin_clean_pending_list(name::regclass) FROM unnest(${indexes}::text[]) AS indexes (name)`.execute(
    db,
  );
  return settled;
}
