import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { containing } from '../../../platform/database/violations.ts';

/** Words of a search beyond this are not looked for. */
const MAX_WORDS = 12;

/** Every word of the text must be in one of the fields. */
export interface TextSearch {
  text: string;
  in: readonly ('title' | 'description')[];
}

export function wordsOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(/\s+/)
    .filter((each) => each !== '')
    .slice(0, MAX_WORDS);
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

/** Where the issues that a search finds are read from, one after another: no issue is in two of them. */
export interface IssuesWithText {
  /** What a row `w` of all items must be to be found by its title alone, which the index of titles tells. Null: not asked. */
  titled: RawBuilder<SqlBool> | null;
  /** The ids of issues whose copies have the words; an issue of these may have them in its title alone. */
  copied: RawBuilder<unknown>;
  /** What a row `w` must be to wait for its copy and have the words where it stands. */
  waiting: RawBuilder<SqlBool>;
}

/**
 * How a search in the descriptions of issues is answered from the index over their copies, null where that index knows nothing: of
 * what has no three letters in a row. A copy holds the title in a line of its own, so that no word is in both. It stands in small
 * letters, as ILIKE would make them each time.
 */
export function issuesWithText(search: TextSearch | null | undefined): IssuesWithText | null {
  if (!search?.in.includes('description')) return null;
  const words = wordsOf(search.text);
  if (!words.some((word) => /[\p{L}\p{N}]{3}/u.test(word))) return null;
  const has = words.map((word) => sql<SqlBool>`t.text LIKE lower(${containing(word)}::text)`);
  const titles = search.in.includes('title') ? textTests({ ...search, in: ['title'] }, sql`w.title`, sql`''`) : null;
  const tests = textTests(search, sql`(w.title || '')`, sql`w.description`);
  return {
    titled: titles && sql<SqlBool>`(${sql.join(titles, sql` AND `)})`,
    copied: sql`SELECT t.work_item_id AS id FROM issue_texts t WHERE ${sql.join(has, sql` AND `)}
      AND (EXISTS (SELECT FROM issue_texts_waiting q WHERE q.work_item_id = t.work_item_id)) IS NOT TRUE`,
    waiting: sql<SqlBool>`(w.id IN (SELECT work_item_id FROM issue_texts_waiting) AND ${sql.join(tests, sql` AND `)})`,
  };
}

function textTests(
  search: TextSearch | null | undefined,
  title: RawBuilder<unknown>,
  description: RawBuilder<unknown>,
): RawBuilder<SqlBool>[] {
  return wordsOf(search?.text).map((each) => {
    const pattern = containing(each);
    const tests = (search?.in ?? []).map((field) => {
      const text = field === 'title' ? title : description;
      // No index knows of so short a word, and nearly every text has it: as it was typed it is found without a look at letter cases.
      return each.length < 3
        ? sql`(${text} LIKE ${pattern} OR ${text} ILIKE ${pattern})`
        : sql`${text} ILIKE ${pattern}`;
    });
    return sql<SqlBool>`(${sql.join(tests, sql` OR `)})`;
  });
}
