import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { containing } from '../../../platform/database/violations.ts';

/** Maximum number of words of a search; further ones are ignored. */
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
 * The search condition on the row `w`, which reads its texts. `isIndexed`: of a query that may find the items by the search, which has an
 * index for titles alone.
 */
export function textConditions(search: TextSearch | null | undefined, isIndexed = false): RawBuilder<SqlBool>[] {
  const isInTitles = search?.in.join() === 'title' && wordsOf(search.text).some(isInTrigrams);
  return search && isIndexed && isInTitles ? [hasTitle(search)] : textTests(search, sql`w.title`, sql`w.description`);
}

/** Whether the title of the row `w` contains all words, by the index of titles. */
function hasTitle(search: TextSearch): RawBuilder<SqlBool> {
  const tests = textTests({ ...search, in: ['title'] }, sql`t.title`, sql`''`);
  return sql<SqlBool>`(w.id IN (SELECT t.work_item_id FROM work_item_titles t WHERE ${sql.join(tests, sql` AND `)}))`;
}

/** The trigram indexes do not cover shorter words. */
function isInTrigrams(word: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(word);
}

/** The ids of all epics that match a search: by the index, and queued texts one by one. Null for no search. */
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

/** The sources of the issues that a search finds, read one after another: no issue is in two of them. */
export interface IssuesWithText {
  /** The condition on a row `w` of all items for a match by title alone, by the index of titles. Null: not used. */
  titled: RawBuilder<SqlBool> | null;
  /** The condition on a row `w` for no match by title alone, which reads the title. */
  isNotTitled: RawBuilder<SqlBool>;
  /** The ids of issues whose copies contain the words; some of them may match by title alone. */
  copied: RawBuilder<unknown>;
  /** The condition on a row `w` that is queued and contains the words. */
  waiting: RawBuilder<SqlBool>;
}

/**
 * How a search in the descriptions of issues uses the index over their copies; null if the index cannot help, for terms without three
 * consecutive letters. A copy has the title in a separate line, so that no match spans both. It is stored in lower case, because ILIKE
 * would convert it on each search.
 */
export function issuesWithText(search: TextSearch | null | undefined): IssuesWithText | null {
  if (!search?.in.includes('description')) return null;
  const words = wordsOf(search.text);
  if (!words.some(isInTrigrams)) return null;
  const has = words.map((word) => sql<SqlBool>`t.text LIKE lower(${containing(word)}::text)`);
  const titled: TextSearch | null = search.in.includes('title') ? { ...search, in: ['title'] } : null;
  const tests = textConditions(search);
  return {
    titled: titled && hasTitle(titled),
    isNotTitled: titled
      ? sql<SqlBool>`(NOT (${sql.join(textConditions(titled), sql` AND `)}))`
      : sql<SqlBool>`(${sql.join(tests, sql` AND `)})`,
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
      // The trigram index does not cover short terms, and nearly every text contains them; LIKE finds most without folding case.
      return each.length < 3
        ? sql`(${text} LIKE ${pattern} OR ${text} ILIKE ${pattern})`
        : sql`${text} ILIKE ${pattern}`;
    });
    return sql<SqlBool>`(${sql.join(tests, sql` OR `)})`;
  });
}
