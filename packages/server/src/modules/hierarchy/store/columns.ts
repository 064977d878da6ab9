import { rollupFields, type Rollup } from '@milepost/core/hierarchy';
import { sql, type RawBuilder } from 'kysely';
import { constantSql } from '../../../platform/database/constant-sql.ts';

/** A list of one expression for each sum. */
export function eachField(how: (field: keyof Rollup) => RawBuilder<unknown>): RawBuilder<unknown> {
  return sql.join(rollupFields.map(how));
}

/** `opened_epics, closed_epics, …` */
export const columns = constantSql(eachField((field) => sql.ref(field)));

/** `sum(opened_epics) AS opened_epics, …` */
export const sums = constantSql(eachField((field) => sql`sum(${sql.ref(field)}) AS ${sql.ref(field)}`));
