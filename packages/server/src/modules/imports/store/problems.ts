import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { ImportProblem } from '../table.ts';

/** The first problems of a question, and how many answers it has. */
export interface Problems {
  first: ImportProblem[];
  count: number;
}

const SHOWN = 20;

/** Runs a question that selects `place` and `problem`; keeps the first answers by place, and counts them all. */
export async function findProblems(trx: Db, question: RawBuilder<ImportProblem>): Promise<Problems> {
  const { rows } = await sql<ImportProblem & { count: number }>`
    SELECT place, problem, count(*) OVER () AS count FROM (${question}) AS found ORDER BY place, problem LIMIT ${SHOWN}`.execute(
    trx,
  );
  return { first: rows.map(({ place, problem }) => ({ place, problem })), count: rows[0]?.count ?? 0 };
}

/** How many rows a statement wrote. */
export function written(result: { numAffectedRows?: bigint }): number {
  return Number(result.numAffectedRows ?? 0);
}

/** Makes a table for the rest of the transaction out of a question, and lets PostgreSQL look at it. */
export async function keep(trx: Db, name: string, question: RawBuilder<unknown>): Promise<void> {
  await sql`CREATE TEMPORARY TABLE ${sql.table(name)} ON COMMIT DROP AS ${question}`.execute(trx);
  await sql.raw(`ANALYZE ${name}`).execute(trx);
}

/** The one number a question asks for. */
export async function countOf(trx: Db, question: RawBuilder<{ count: number }>): Promise<number> {
  const { rows } = await question.execute(trx);
  return rows[0]?.count ?? 0;
}
