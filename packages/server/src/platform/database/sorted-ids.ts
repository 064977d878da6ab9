import { sql, type RawBuilder, type SqlBool } from 'kysely';

/**
 * A common table of one row with the sorted ids of a relation, for `isAmong`. A hashed subquery is built once for each place that uses it,
 * and takes twice as long for tens of thousands of ids; a join is as bad as the planner's estimate of their number.
 */
export const sortedIds = (relation: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`SELECT ARRAY(SELECT id FROM ${relation} ORDER BY id) AS ids`;

/** Whether an id is in the table of `sortedIds` with this name, by binary search. False for NULL. */
export function isAmong(id: RawBuilder<unknown>, table: string): RawBuilder<SqlBool> {
  const ids = sql`(SELECT ids FROM ${sql.table(table)})`;
  return sql<SqlBool>`((${ids}[width_bucket(${id}, ${ids})] = ${id}) IS TRUE)`;
}
