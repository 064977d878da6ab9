import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { containing } from '../../platform/database/violations.ts';

/** Words of a search beyond this are not looked for. */
const MOST_WORDS = 12;

/** Every word of the text must be in one of the fields. */
export interface TextSearch {
  text: string;
  in: readonly ('title' | 'description')[];
}

export function wordsOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(/\s+/)
    .filter((each) => each !== '')
    .slice(0, MOST_WORDS);
}

/**
 * What a search asks of the row `w`. Where anything else narrows the list, texts are only looked into after it: an expression
 * that is no column keeps the planner from asking the trigrams of a million titles first.
 */
export function textConditions(search: TextSearch | null | undefined, isFenced: boolean): RawBuilder<SqlBool>[] {
  return textTests(search, isFenced ? sql`(w.title || '')` : sql`w.title`, sql`w.description`);
}

/** The ids of all epics whose texts a search finds: by the index, and those that wait for it one by one. Null for no search. */
export function epicsWithText(search: TextSearch | null | undefined): RawBuilder<unknown> | null {
  const entered = textTests(search, sql`t.title`, sql`t.description`);
  if (entered.length === 0) return null;
  const waiting = textTests(search, sql`x.title`, sql`x.description`);
  return sql`
    SELECT t.work_item_id AS id FROM epic_texts t
    WHERE ${sql.join(entered, sql` AND `)} AND (t.work_item_id IN (SELECT work_item_id FROM epic_texts_waiting)) IS NOT TRUE
    UNION ALL
    SELECT x.id FROM epic_texts_waiting q JOIN work_items x ON x.id = q.work_item_id AND x.type = 'epic'
    WHERE ${sql.join(waiting, sql` AND `)}`;
}

function textTests(
  search: TextSearch | null | undefined,
  title: RawBuilder<unknown>,
  description: RawBuilder<unknown>,
): RawBuilder<SqlBool>[] {
  return wordsOf(search?.text).map((each) => {
    const pattern = containing(each);
    const tests = (search?.in ?? []).map((field) => sql`${field === 'title' ? title : description} ILIKE ${pattern}`);
    return sql<SqlBool>`(${sql.join(tests, sql` OR `)})`;
  });
}

/** Held while texts are entered: of two that enter the same one, the later might have read the older text. */
const ENTERING = 7_205_024;
const MOST_ENTERED = 2_000;
/** Of the texts as they are stored. What one batch enters is read by searches until the index has taken it in. */
const MOST_BYTES = 2_000_000;

/** Enters texts that wait into the index that searches read, one batch of them; gives how many changes that settled. */
export async function enterWaitingTexts(db: Db): Promise<number> {
  const settled = await db.transaction().execute(async (trx) => {
    const { rows: locks } = await sql<{ held: boolean }>`SELECT pg_try_advisory_xact_lock(${ENTERING}) AS held`.execute(
      trx,
    );
    if (!locks[0]?.held) return 0;
    const { rows } = await sql<{ settled: number }>`
      WITH next AS MATERIALIZED (
        SELECT q.id, sum(coalesce(pg_column_size(w.description), 0)) OVER (ORDER BY q.id) AS bytes, row_number() OVER (ORDER BY q.id) AS turn
        FROM (SELECT id, work_item_id FROM epic_texts_waiting ORDER BY id LIMIT ${MOST_ENTERED}) AS q
        LEFT JOIN work_items w ON w.id = q.work_item_id
      ),
      taken AS (
        DELETE FROM epic_texts_waiting WHERE id IN (SELECT id FROM next WHERE turn = 1 OR bytes <= ${MOST_BYTES})
        RETURNING work_item_id
      ),
      entered AS (
        INSERT INTO epic_texts (work_item_id, title, description)
        SELECT w.id, w.title, w.description FROM work_items w
        WHERE w.id IN (SELECT work_item_id FROM taken) AND w.type = 'epic'
        FOR KEY SHARE OF w
        ON CONFLICT (work_item_id) DO UPDATE SET title = excluded.title, description = excluded.description
        WHERE ROW (epic_texts.title, epic_texts.description) IS DISTINCT FROM ROW (excluded.title, excluded.description)
      )
      SELECT count(*) AS settled FROM taken`.execute(trx);
    return rows[0]?.settled ?? 0;
  });
  await sql`SELECT gin_clean_pending_list('epic_texts_trigrams'), gin_clean_pending_list('work_items_title_trigrams')`.execute(
    db,
  );
  return settled;
}
