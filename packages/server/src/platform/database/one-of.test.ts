import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, onTestFinished } from 'vitest';
import { test } from '../../testing/test.ts';
import { targetOf } from './connect.ts';
import { isOneOf } from './one-of.ts';

test('a prepared statement for some ids keeps one plan for all executions', async ({ db }) => {
  const client = new Client(targetOf(db));
  await client.connect();
  onTestFinished(() => client.end());
  // As of servers: tests plan once.
  await client.query('SET plan_cache_mode = auto');
  await client.query('CREATE TEMPORARY TABLE one_of (id bigint PRIMARY KEY)');
  await client.query('INSERT INTO one_of SELECT generate_series(1, 20000)');
  await client.query('ANALYZE one_of');
  const read = async (name: string, ids: readonly number[]): Promise<void> => {
    const { sql: text, parameters } = sql`SELECT id::int FROM one_of WHERE ${isOneOf('id', ids)} ORDER BY id`.compile(
      db,
    );
    const { rows } = await client.query<{ id: number }>({ name, text, values: [...parameters] });
    expect(rows.map(({ id }) => id)).toEqual(ids);
  };
  for (let id = 1; id <= 10; id += 1) {
    await read('one', [id]);
    await read('several', [id, id + 7]);
  }
  await read('several', []);
  const { rows } = await client.query<{ name: string; plans: number }>(
    'SELECT name, generic_plans::int AS plans FROM pg_prepared_statements ORDER BY name',
  );
  // PostgreSQL plans five executions before it compares.
  expect(rows).toEqual([
    { name: 'one', plans: 5 },
    { name: 'several', plans: 6 },
  ]);
});
