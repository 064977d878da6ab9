import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../platform/database/connect.ts';
import type { Db } from '../../platform/database/tables.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/postgres.ts';
import { generate } from './generate.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = connect(database.target));
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** A hash of all titles, dates and parents below a group, independent of ids. */
async function digest(fullPath: string): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    SELECT md5(string_agg(concat_ws('|', n.path, w.iid, w.title, w.state, w.start_date, w.due_date, w.weight, p.title, cardinality(w.ancestor_ids)), ',' ORDER BY n.full_path, w.iid)) AS digest
    FROM work_items w JOIN namespaces n ON n.id = w.namespace_id LEFT JOIN work_items p ON p.id = w.parent_id
    WHERE n.full_path LIKE ${`${fullPath}/%`}`.execute(db);
  return rows[0]?.digest ?? '';
}

test('makes as much work as asked, seven levels deep, the same for the same seed', async () => {
  const made = await generate(db, { epics: 1_000, issues: 3_000, seed: 7, into: 'first' });
  expect(made).toEqual({ groups: 51, projects: 200, epics: 1_000, issues: 3_000, labels: 500, milestones: 40 });

  const { rows } = await sql<{ depth: number }>`
    SELECT max(cardinality(ancestor_ids)) + 1 AS depth FROM work_items WHERE type = 'epic'`.execute(db);
  expect(rows[0]?.depth).toBe(7);

  await generate(db, { epics: 1_000, issues: 3_000, seed: 7, into: 'second' });
  expect(await digest('second')).toBe(await digest('first'));

  await generate(db, { epics: 1_000, issues: 3_000, seed: 8, into: 'third' });
  expect(await digest('third')).not.toBe(await digest('first'));
});

test('generated roll-ups equal a recount', async () => {
  const { rows } = await sql<{ wrong: number }>`
    WITH RECURSIVE below AS (
      SELECT id AS top, id FROM work_items WHERE type = 'epic'
      UNION ALL SELECT b.top, w.id FROM below b JOIN work_items w ON w.parent_id = b.id
    ), counted AS (
      SELECT b.top, count(*) FILTER (WHERE w.type = 'issue' AND w.state = 'opened') AS opened_issues,
        count(*) FILTER (WHERE w.type = 'epic' AND w.state = 'closed') AS closed_epics
      FROM below b JOIN work_items w USING (id) WHERE b.id <> b.top GROUP BY b.top
    )
    SELECT count(*) AS wrong FROM counted c LEFT JOIN (
      SELECT work_item_id, sum(opened_issues) AS opened_issues, sum(closed_epics) AS closed_epics
      FROM work_item_rollups GROUP BY work_item_id
    ) AS r ON r.work_item_id = c.top
    WHERE (r.opened_issues, r.closed_epics) IS DISTINCT FROM (c.opened_issues, c.closed_epics)`.execute(db);
  expect(rows[0]?.wrong).toBe(0);
});

test('refuses to make work in a group that is there already, and leaves nothing behind', async () => {
  await expect(generate(db, { epics: 10, issues: 10, seed: 1, into: 'first' })).rejects.toThrow(/full_path/);
});
