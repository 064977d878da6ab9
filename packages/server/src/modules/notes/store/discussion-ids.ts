import { randomBytes } from 'node:crypto';
import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** How many digits of the id of a discussion name its first note. In older notes and in copies they are the time of creation. */
const DIGITS_OF_FIRST = 12;

/** The other 28 of the forty hexadecimal digits. */
export const newDiscussionEnd = (): string => randomBytes(14).toString('hex');

/** The id of the discussion that the note `id` begins: such a note needs no entry in the index of discussions, which each change would write. */
export function discussionOfFirst(id: RawBuilder<unknown>, end: string | RawBuilder<unknown>): RawBuilder<string> {
  return sql`(lpad(to_hex(${id}), ${sql.lit(DIGITS_OF_FIRST)}, '0') || ${typeof end === 'string' ? sql`${end}::text` : end})`;
}

/**
 * A new discussion's id for notes whose own ids are not known yet: it begins with the time in milliseconds, so that new notes share a page of
 * the index, where each random id would change, and after a checkpoint log, another one.
 */
export function newDiscussionId(): string {
  return Date.now().toString(16).padStart(DIGITS_OF_FIRST, '0') + newDiscussionEnd();
}

/** Whether the row `alias` of the notes belongs to one of these discussions: first notes are found by their own key, others by the index of discussions. */
export function isOfDiscussions(ids: readonly string[], alias: string): RawBuilder<SqlBool> {
  const [id, discussionId] = [sql.ref(`${alias}.id`), sql.ref(`${alias}.discussion_id`)];
  const valid = ids.filter((each) => /^[0-9a-f]{40}$/.test(each));
  const firsts = valid.map((each) => Number.parseInt(each.slice(0, DIGITS_OF_FIRST), 16));
  const digits = sql.lit(DIGITS_OF_FIRST);
  return sql<SqlBool>`${discussionId} = ANY(${valid}::text[]) AND (
    ${id} = ANY(${firsts}::bigint[]) OR left(${discussionId}, ${digits}) <> lpad(to_hex(${id}), ${digits}, '0'))`;
}
