import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Joins conditions by AND; true for an empty list. */
export function allOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}
