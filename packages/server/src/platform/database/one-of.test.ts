import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '../../testing/test.ts';
import { isOneOf } from './one-of.ts';

test('a statement for one id keeps one plan for all executions', async ({ db }) => {
  await sql`CREATE TABLE one_of AS SELECT id::bigint FROM generate_series(1, 20000) AS ids (id)`.execute(db);
  await sql`ALTER TABLE one_of ADD PRIMARY KEY (id)`.execute(db);
  await sql`ANALYZE one_of`.execute(db);
  const plans = await db.connection().execute(async (connection) => {
    const read = async (ids: readonly number[]) => {
      const { rows } = await sql<{ id: number }>`SELECT id FROM one_of WHERE ${isOneOf('id', ids)} ORDER BY id`.execute(
        connection,
      );
      expect(rows.map(({ id }) => id)).toEqual(ids);
    };
    for (let turn = 1; turn <= 10; turn += 1) await read([turn]);
    await read([3, 5]);
    await read([]);
    const { rows } = await sql<{ genericPlans: number }>`
      SELECT generic_plans::int FROM pg_prepared_statements WHERE statement LIKE 'SELECT id FROM one_of WHERE % = $%'`.execute(
      connection,
    );
    return rows;
  });
  // PostgreSQL plans five executions before it compares.
  expect(plans[0]?.genericPlans).toBe(5);
});
