import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { BLOCK_BITS } from './keys.ts';

/** The advisory lock key of indexing: a concurrent transaction could overwrite a text with an older version. */
const INDEXING = 7_205_110;

export interface Batch {
  rows: number;
  bytes: number;
}

/** The batch of the job. Short, because searches wait for it. */
export const jobBatch: Batch = { rows: 500, bytes: 1_000_000 };
/** The batch that a search indexes before it reads. */
const searchBatch: Batch = { rows: 50, bytes: 200_000 };

interface Runs {
  current: Promise<unknown>;
  /** The run after the current one, shared by all searches that began meanwhile. */
  next: Promise<unknown> | null;
}

const runs = new WeakMap<Db, Runs>();

/**
 * Indexes the newest queued changes, so that a search finds what was just saved; costs one short read if nothing is queued.
 * Concurrent searches share runs: each waits for a run that began after it.
 */
export async function indexNewest(db: Db): Promise<void> {
  const { rows } = await sql`SELECT FROM search_queue LIMIT 1`.execute(db);
  if (rows.length > 0) await sharedRun(db);
}

function sharedRun(db: Db): Promise<unknown> {
  const running = runs.get(db);
  if (!running) return begin(db);
  running.next ??= running.current.then(
    () => begin(db),
    () => begin(db),
  );
  return running.next;
}

function begin(db: Db): Promise<unknown> {
  const run: Runs = { current: indexQueued(db, searchBatch), next: null };
  runs.set(db, run);
  const end = (): void => {
    if (runs.get(db) === run && run.next === null) runs.delete(db);
  };
  run.current.then(end, end);
  return run.current;
}

/**
 * Indexes one batch of queued changes, newest first, and returns how many. Returns 0 while another process indexes: its batch has
 * the newest as well.
 */
export async function indexQueued(db: Db, { rows: limit, bytes }: Batch): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows: locks } = await sql<{ held: boolean }>`SELECT pg_try_advisory_xact_lock(${INDEXING}) AS held`.execute(
      trx,
    );
    if (!locks[0]?.held) return 0;
    const { rows } = await sql<{ taken: number }>`
      WITH next AS MATERIALIZED (
        SELECT q.id, sum(q.size) OVER (ORDER BY q.id DESC) AS bytes, row_number() OVER (ORDER BY q.id DESC) AS turn
        FROM (SELECT id, size FROM search_queue ORDER BY id DESC LIMIT ${limit}) AS q
      ),
      taken AS (
        DELETE FROM search_queue WHERE id IN (SELECT id FROM next WHERE turn = 1 OR bytes <= ${bytes}) RETURNING kind, target_id
      ),
      wanted AS MATERIALIZED (SELECT DISTINCT kind, target_id AS id FROM taken),
      documents AS (
        SELECT 'item' AS kind, w.id, CASE w.type WHEN 'incident' THEN 'issue' ELSE w.type END AS tag, w.namespace_id,
          w.title, w.description AS text
        FROM wanted JOIN work_items w ON wanted.kind = 'item' AND w.id = wanted.id
        UNION ALL
        SELECT 'note', note.id, 'note', w.namespace_id, '', note.body
        FROM wanted JOIN notes note ON wanted.kind = 'note' AND note.id = wanted.id AND NOT note.is_system
        JOIN work_items w ON w.id = note.work_item_id
        UNION ALL
        SELECT 'milestone', m.id, 'milestone', m.namespace_id, m.title, m.description
        FROM wanted JOIN milestones m ON wanted.kind = 'milestone' AND m.id = wanted.id
        UNION ALL
        SELECT 'namespace', n.id, n.kind, n.id, n.name, n.path || ' ' || n.description
        FROM wanted JOIN namespaces n ON wanted.kind = 'namespace' AND n.id = wanted.id
        UNION ALL
        SELECT 'user', u.id, 'user', 0, u.name || ' ' || u.username, ''
        FROM wanted JOIN users u ON wanted.kind = 'user' AND u.id = wanted.id
      ),
      keyed AS MATERIALIZED (
        SELECT d.kind, d.id, d.namespace_id, left(d.tag, 1) AS letter, (d.id >> ${BLOCK_BITS}::int)::int AS block,
          search_vector(d.title) AS title, search_vector(d.title || E'\\n' || d.text) AS words
        FROM documents d
      ),
      indexed AS (
        INSERT INTO search_texts (kind, id, namespace_id, title, words)
        SELECT k.kind, k.id, k.namespace_id, search_keys(k.title, prefix) || tag, search_keys(k.words, prefix) || tag
        FROM keyed k CROSS JOIN LATERAL (
          SELECT k.letter || k.block || ':' AS prefix, array_to_tsvector(ARRAY['N' || k.block || ':' || k.namespace_id]) AS tag
        ) AS named
        ON CONFLICT (kind, id) DO UPDATE
        SET namespace_id = excluded.namespace_id, title = excluded.title, words = excluded.words
        WHERE ROW (search_texts.namespace_id, search_texts.title, search_texts.words)
          IS DISTINCT FROM ROW (excluded.namespace_id, excluded.title, excluded.words)
      ),
      blocks AS (
        INSERT INTO search_blocks (kind, number) SELECT DISTINCT letter, block FROM keyed ON CONFLICT DO NOTHING
      )
      SELECT count(*) AS taken FROM taken`.execute(trx);
    return rows[0]?.taken ?? 0;
  });
}
