import { sql, type RawBuilder, type SqlBool } from 'kysely';

/**
 * The SQL of `column = ANY(ids)`, for a column of type bigint.
 *
 * A single id is compared with `=`. PostgreSQL then keeps one plan for all executions of the prepared statement. For an array it
 * estimates the generic plan at ten elements, finds it more expensive, and plans each execution again, which takes longer than
 * reading the row (measured: 0.6 ms of 0.65 ms for a work item).
 */
export function isOneOf(column: string, ids: readonly (number | string)[]): RawBuilder<SqlBool> {
  const [first] = ids;
  const name = sql.ref(column);
  if (ids.length === 1 && first !== undefined) return sql<SqlBool>`${name} = ${first}::bigint`;
  return sql<SqlBool>`${name} = ANY(${ids}::bigint[])`;
}
