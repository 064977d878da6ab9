import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';
import { connect, lookupsOf, targetOf, thenCommit } from './connect.ts';

const committing = sql.raw(thenCommit);

describe('sending statements', () => {
  test('rows are read the same the first time, and later without their columns', async ({ world }) => {
    const read = () =>
      sql<object>`SELECT ${7}::bigint AS some_id, 'x' AS name, NULL::date AS due_date, ARRAY['a']::text[] AS names`.execute(
        world.db,
      );
    const expected = [{ someId: 7, name: 'x', dueDate: null, names: ['a'] }];
    for (let turn = 0; turn < 3; turn += 1) expect((await read()).rows).toEqual(expected);
  });

  test('a transaction counts what it changed, and sees its own writes', async ({ world }) => {
    await world.db.transaction().execute(async (trx) => {
      await sql`CREATE TEMPORARY TABLE written (id int PRIMARY KEY) ON COMMIT DROP`.execute(trx);
      const { numAffectedRows } = await sql`INSERT INTO written SELECT generate_series(1, 3)`.execute(trx);
      expect(numAffectedRows).toBe(3n);
      expect((await sql`SELECT FROM written WHERE id > 1`.execute(trx)).rows).toHaveLength(2);
    });
  });

  test('an error rolls everything back, also of the statement that commits, and the connection goes on', async ({
    world,
  }) => {
    await sql`CREATE TABLE IF NOT EXISTS kept_rows (id int PRIMARY KEY)`.execute(world.db);
    const insert = (id: number, last: boolean) =>
      world.db.transaction().execute(async (trx) => {
        await sql`INSERT INTO kept_rows VALUES (${id})`.execute(trx);
        await sql`${last ? committing : sql``} INSERT INTO kept_rows VALUES (${id - 1})`.execute(trx);
      });
    await insert(2, true);
    await expect(insert(3, true)).rejects.toMatchObject({ code: '23505' });
    await expect(insert(3, false)).rejects.toMatchObject({ code: '23505' });
    await expect(sql`INSERT INTO kept_rows VALUES (${'none'})`.execute(world.db)).rejects.toMatchObject({
      code: '22P02',
    });
    const { rows } = await sql<{ id: number }>`SELECT id FROM kept_rows ORDER BY id`.execute(world.db);
    expect(rows.map(({ id }) => id)).toEqual([1, 2]);
  });

  test('nothing follows the statement that commits', async ({ world }) => {
    const late = world.db.transaction().execute(async (trx) => {
      await sql`${committing} SELECT 1 AS last_one`.execute(trx);
      await sql`SELECT 2 AS one_too_many`.execute(trx);
    });
    await expect(late).rejects.toThrow('committed with its last statement');
    expect((await sql<{ one: number }>`SELECT 1 AS one`.execute(world.db)).rows).toEqual([{ one: 1 }]);
  });

  test('a transaction without statements sends nothing', async ({ world }) => {
    await expect(world.db.transaction().execute(async () => 'done')).resolves.toBe('done');
    await expect(world.db.transaction().execute(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  test('unused connections are closed, except those of lookups, which keep their plans', async ({
    world,
    onTestFinished,
  }) => {
    const applicationName = 'milepost idle';
    const { db } = connect(targetOf(world.db), { applicationName, idleMs: 50 });
    onTestFinished(() => db.destroy());
    const open = async () =>
      (await sql`SELECT FROM pg_stat_activity WHERE application_name = ${applicationName}`.execute(world.db)).rows
        .length;
    const read = (from: typeof db) => sql`SELECT pg_sleep(0.01)`.execute(from);
    await Promise.all([read(db), read(db), read(lookupsOf(db)), read(lookupsOf(db))]);
    await expect.poll(open).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await open()).toBe(2);
  });
});
