import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { Db } from '../platform/database/tables.ts';
import { test } from '../testing/test.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/indexes.md'), 'utf8');
const tables = ['work_items', 'work_item_titles', 'issue_ranks'];
/** Maximum number of indexes on `work_items`, each of which nearly every change of an item writes. */
const MAX_INDEXES = 18;

/** The values of the placeholders in the queries of the page, as `fill` stores them. */
const values: Readonly<Record<string, number>> = {
  root: 1001,
  project: 1010,
  epic: 4010,
  user: 1005,
  milestone: 1003,
  iteration: 1003,
};

/** The queries of each index on the page. */
const listed = new Map(
  page.split(/^#{2,3} /m).flatMap((section) => {
    const [, name = '', text = ''] = /^`(\w+)`\n([^]*)/.exec(section) ?? [];
    const queries = [...text.matchAll(/```sql\n([^]*?)```/g)].flatMap(([, block = '']) => block.split(/;\n/));
    return name === '' ? [] : [[name, queries.filter((query) => query.trim() !== '')]];
  }),
);

async function indexesOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = ${table}::regclass`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Enough rows of two groups for plans like those of a large group. */
async function fill(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(trx);
    await sql`
      INSERT INTO work_items (id, root_id, namespace_id, iid, type, title, state, closed_at, created_at, updated_at, author_id,
        start_date, due_date, parent_id, ancestor_ids, relative_position, milestone_id, iteration_id, weight, health_status, is_confidential)
      SELECT n, 1001 + (n % 4) / 3, 1010 + n % 40, n, kind.type, 'Item ' || n % 977, kind.state,
        CASE kind.state WHEN 'closed' THEN at + interval '1 day' END, at, at, 1000 + n % 50,
        (at + interval '5 days')::date, CASE WHEN n % 3 = 0 THEN (at + interval '9 days')::date END,
        parent.id, CASE WHEN parent.id IS NULL THEN '{}' ELSE ARRAY[parent.id] END, n * 7 % 1000,
        CASE WHEN n % 5 = 0 THEN 1000 + n % 40 END, CASE WHEN n % 7 = 0 THEN 1000 + n % 40 END, n % 9,
        CASE WHEN n % 11 = 0 THEN 'at_risk' END, n % 100 = 0
      FROM generate_series(4001, 16000) AS n
      CROSS JOIN LATERAL (SELECT
        CASE WHEN n < 5000 THEN 'epic' WHEN n % 60 = 0 THEN 'incident' ELSE 'issue' END AS type,
        CASE WHEN n % 2 = 0 THEN 'opened' ELSE 'closed' END AS state) AS kind
      CROSS JOIN LATERAL (SELECT '2026-01-01'::timestamptz + n * interval '17 minutes' AS at) AS time
      CROSS JOIN LATERAL (SELECT CASE WHEN n >= 5000 AND n % 4 > 0 THEN 4001 + n % 300 END::bigint AS id) AS parent`.execute(
      trx,
    );
    await sql`INSERT INTO work_item_titles SELECT id, root_id, type = 'epic', title FROM work_items WHERE id > 4000`.execute(
      trx,
    );
    await sql`
      INSERT INTO issue_ranks SELECT id, root_id, weight, health_status, board_rank,
        CASE WHEN parent_id IS NULL THEN namespace_id END, relative_position, CASE WHEN id % 20 = 0 THEN 1 + id % 3 END
      FROM work_items WHERE id > 4000 AND type <> 'epic'`.execute(trx);
  });
  await sql`VACUUM ANALYZE work_items, work_item_titles, issue_ranks`.execute(db);
}

describe('docs/indexes.md', () => {
  test('lists every index of items and the tables beside them, which are few', async ({ db }) => {
    const existing = await Promise.all(tables.map((table) => indexesOf(db, table)));
    expect([...listed.keys()].toSorted()).toEqual(existing.flat().toSorted());
    expect(existing[0]?.length).toBeLessThanOrEqual(MAX_INDEXES);
    expect([...listed].filter(([, queries]) => queries.length === 0)).toEqual([]);
  });

  test('names queries that use the index', async ({ db }) => {
    await fill(db);
    const unused = await db.connection().execute(async (one) => {
      await sql`SET enable_seqscan = off`.execute(one);
      const plans: string[] = [];
      for (const [name, queries] of listed) {
        for (const query of queries) {
          const asked = query.replaceAll(/(?<!:):([a-z]+)/g, (_, key: string) => String(values[key]));
          const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${sql.raw(asked)}`.execute(one);
          const plan = rows.map((row) => Object.values(row).join('')).join('\n');
          if (!new RegExp(`\\b${name}\\b`).test(plan)) plans.push(`${name}\n${asked}\n${plan}`);
        }
      }
      await sql`RESET enable_seqscan`.execute(one);
      return plans;
    });
    expect(unused).toEqual([]);
  });
});
