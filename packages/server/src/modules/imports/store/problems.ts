import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { ImportProblem } from '../table.ts';

/** The first problems of a query, and their total number. */
export interface Problems {
  first: ImportProblem[];
  count: number;
}

const SHOWN = 20;

/** Runs a query that selects `location` and `problem`; returns the first rows by position, and the total number. */
export async function findProblems(trx: Db, question: RawBuilder<ImportProblem>): Promise<Problems> {
  const { rows } = await sql<ImportProblem & { count: number }>`
    SELECT location, problem, count(*) OVER () AS count FROM (${question}) AS found ORDER BY location, problem LIMIT ${SHOWN}`.execute(
    trx,
  );
  return { first: rows.map(({ location, problem }) => ({ location, problem })), count: rows[0]?.count ?? 0 };
}

/** The number of rows that a statement wrote. */
export function rowsWritten(result: { numAffectedRows?: bigint }): number {
  return Number(result.numAffectedRows ?? 0);
}

/** Creates a table for the transaction from a query, and analyzes it. */
export async function createTempTable(trx: Db, name: string, question: RawBuilder<unknown>): Promise<void> {
  await sql`CREATE TEMPORARY TABLE ${sql.table(name)} ON COMMIT DROP AS ${question}`.execute(trx);
  await sql.raw(`ANALYZE ${name}`).execute(trx);
}

/** The single number that a query returns. */
export async function countOf(trx: Db, question: RawBuilder<{ count: number }>): Promise<number> {
  const { rows } = await question.execute(trx);
  return rows[0]?.count ?? 0;
}
