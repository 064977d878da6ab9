import type pg from 'pg';

/** The contents of the generated tree: the children of its root, and the items below it. */
export const wideSize = { children: 5_000, descendants: 100_000 } as const;

/** An issue as the project API addresses it. */
export interface IssueAddress {
  projectId: number;
  iid: number;
}

export interface WideTree {
  /** Of the root epic. */
  id: number;
  iid: number;
  groupPath: string;
  /** Ids of its children, in order. */
  childIds: number[];
  /** Ids of child epics that have children, in the same order. */
  openable: number[];
  /** Issues seven levels below it, each under another epic. */
  deep: IssueAddress[];
  /** Issues without a parent. */
  flat: IssueAddress[];
  /** Issues seven levels deep, each under its own root. */
  apart: IssueAddress[];
}

/** `level` is the number of epics above; each parent gets `each` children, limited to the first `of` parents where given. */
interface Layer {
  type: 'epic' | 'issue';
  level: number;
  each: number;
  of?: number;
}

/**
 * 4,000 epics and 1,000 issues directly below the root, 4 epics below each of these epics and 4 issues below each of those; and
 * under the first 1,000 a path down to the seventh level, with eleven issues at its end.
 */
const layers: readonly Layer[] = [
  { type: 'epic', level: 1, each: 4_000 },
  { type: 'issue', level: 1, each: 1_000 },
  { type: 'epic', level: 2, each: 4 },
  { type: 'issue', level: 3, each: 4 },
  { type: 'epic', level: 3, each: 1, of: 1_000 },
  { type: 'epic', level: 4, each: 1 },
  { type: 'epic', level: 5, each: 1 },
  { type: 'epic', level: 6, each: 1 },
  { type: 'issue', level: 7, each: 11 },
];

/**
 * Inserts the tree directly into the database, in a generated public group and project. Also creates separate root epics, each
 * with a path down to one issue, one for each writer that works without contention.
 */
export async function makeWideTree(pool: pg.Pool, writers: number): Promise<WideTree> {
  const [namespaces] = await ask<{ group: number; path: string; project: number; root: number }>(
    pool,
    `SELECT g.id::int AS group, g.full_path AS path, p.id::int AS project, g.root_id::int AS root
     FROM namespaces g JOIN namespaces p ON p.parent_id = g.id AND p.kind = 'project'
     WHERE g.kind = 'group' AND g.visibility = 'public' AND p.visibility = 'public' ORDER BY g.id LIMIT 1`,
  );
  if (!namespaces) throw new Error('There is no public group with a public project to make the tree in');
  const maker: Maker = { pool, namespaces, nextIid: 1_000_000 };
  const [root] = await insertTops(maker, 'epic', 1, 'The whole programme');
  if (!root) throw new Error('The root of the tree was not made');
  for (const layer of layers) await insertLayer(maker, root, layer);
  const tops = await insertTops(maker, 'epic', writers, 'Apart');
  for (const top of tops) await insertPath(maker, top);
  const flat = await insertTops(maker, 'issue', writers * 8, 'Flat');
  await describeItems(maker, root);
  await pool.query('VACUUM ANALYZE');
  const children = await ask<{ id: number; holds: boolean }>(
    pool,
    `SELECT c.id::int AS id, c.type = 'epic' AS holds FROM work_items c WHERE c.parent_id = $1 ORDER BY c.relative_position, c.id`,
    [root],
  );
  const issuesAt = (where: string, values: readonly unknown[]) =>
    ask<IssueAddress>(
      pool,
      `SELECT namespace_id::int AS "projectId", iid FROM work_items WHERE type = 'issue' AND ${where} ORDER BY id`,
      values,
    );
  const [{ iid } = { iid: 0 }] = await ask<{ iid: number }>(pool, 'SELECT iid FROM work_items WHERE id = $1', [root]);
  return {
    id: root,
    iid,
    groupPath: namespaces.path,
    childIds: children.map(({ id }) => id),
    openable: children.filter(({ holds }) => holds).map(({ id }) => id),
    deep: await issuesAt(
      `id IN (SELECT min(id) FROM work_items WHERE ancestor_ids[1] = $1 AND cardinality(ancestor_ids) = 7 GROUP BY parent_id)`,
      [root],
    ),
    flat: await issuesAt('id = ANY($1)', [flat]),
    apart: await issuesAt('ancestor_ids[1] = ANY($1) AND cardinality(ancestor_ids) = 7', [tops]),
  };
}

interface Maker {
  pool: pg.Pool;
  namespaces: { group: number; path: string; project: number; root: number };
  nextIid: number;
}

async function ask<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return (await pool.query<Row>(text, [...values])).rows;
}

async function insertTops(maker: Maker, type: Layer['type'], count: number, title: string): Promise<number[]> {
  const { group, project, root } = maker.namespaces;
  const rows = await ask<{ id: number }>(
    maker.pool,
    `INSERT INTO work_items (namespace_id, root_id, iid, type, title, author_id)
     SELECT $1, $2, $3 + at, $4, $5 || ' ' || at, (SELECT min(id) FROM users) FROM generate_series(1, $6::int) AS at RETURNING id::int AS id`,
    [type === 'epic' ? group : project, root, maker.nextIid, type, title, count],
  );
  maker.nextIid += count;
  return rows.map(({ id }) => id);
}

/** Every fifth item is closed; issues have weights and health. Epics and issues of one parent are mixed. */
async function insertLayer(maker: Maker, root: number, { type, level, each, of }: Layer): Promise<void> {
  const { group, project } = maker.namespaces;
  const { rowCount } = await maker.pool.query(
    `WITH parents AS (
       SELECT id, root_id, ancestor_ids FROM work_items
       WHERE type = 'epic' AND cardinality(ancestor_ids) = $1::int - 1 AND (id = $2 OR ancestor_ids[1] = $2)
         AND ($3::int IS NULL OR relative_position = 1000) ORDER BY id LIMIT $3
     )
     INSERT INTO work_items (
       namespace_id, root_id, iid, type, title, parent_id, ancestor_ids, relative_position, state, weight, health_status, author_id,
       start_date, due_date, closed_at
     )
     SELECT $4, parents.root_id, $5 + row_number() OVER (), $6,
       'Keep the piers and their lights as the harbour office asks, part ' || at, parents.id, parents.ancestor_ids || parents.id,
       at * 1000 + CASE $6::text WHEN 'issue' THEN 500 ELSE 0 END,
       CASE WHEN at % 5 = 0 THEN 'closed' ELSE 'opened' END,
       CASE WHEN $6::text = 'issue' THEN at % 8 END,
       CASE WHEN $6::text = 'issue' THEN (ARRAY['on_track', 'needs_attention', 'at_risk'])[1 + at % 3] END,
       (SELECT min(id) FROM users),
       CASE WHEN $6::text = 'epic' THEN DATE '2026-01-01' + at % 300 END,
       CASE WHEN $6::text = 'epic' THEN DATE '2026-02-01' + at % 300 END,
       CASE WHEN at % 5 = 0 THEN now() END
     FROM parents, generate_series(1, $7::int) AS at`,
    [level, root, of ?? null, type === 'epic' ? group : project, maker.nextIid, type, each],
  );
  maker.nextIid += rowCount ?? 0;
}

/** Six nested epics, and an issue below the last. */
async function insertPath(maker: Maker, top: number): Promise<void> {
  let parent = top;
  for (let level = 1; level <= 7; level += 1) {
    const type = level === 7 ? 'issue' : 'epic';
    const [child] = await insertTops(maker, type, 1, 'Level');
    if (child === undefined) throw new Error('A level of the path was not made');
    await maker.pool.query(
      `UPDATE work_items w SET parent_id = p.id, ancestor_ids = p.ancestor_ids || p.id FROM work_items p WHERE p.id = $1 AND w.id = $2`,
      [parent, child],
    );
    parent = child;
  }
}

/** Labels and assignees as people would set them, and the roll-ups of each epic. */
async function describeItems({ pool }: Maker, root: number): Promise<void> {
  await pool.query(
    `INSERT INTO work_item_labels (work_item_id, label_id)
     SELECT w.id, l.id FROM work_items w CROSS JOIN LATERAL (
       SELECT id FROM labels WHERE namespace_id = (SELECT root_id FROM work_items WHERE id = $1) AND w.id > 0
       ORDER BY hashint8(id + w.id) LIMIT 2
     ) AS l WHERE w.parent_id = $1`,
    [root],
  );
  await pool.query(
    `INSERT INTO work_item_assignees (work_item_id, user_id)
     SELECT w.id, (SELECT id FROM users u WHERE w.id > 0 ORDER BY hashint8(u.id + w.id) LIMIT 1)
     FROM work_items w WHERE w.ancestor_ids[1] = $1 AND w.type = 'issue'`,
    [root],
  );
  const fields = await ask<{ name: string }>(
    pool,
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = 'work_item_rollups' AND column_name NOT IN ('work_item_id', 'audience') ORDER BY ordinal_position`,
  );
  const names = fields.map(({ name }) => name);
  await pool.query(
    `INSERT INTO work_item_rollups (work_item_id, audience, ${names.join(', ')})
     SELECT above.id, audience.counted, ${names.map((name) => `sum(c.${name})`).join(', ')}
     FROM work_items w CROSS JOIN unnest(w.ancestor_ids) AS above (id)
     CROSS JOIN LATERAL work_item_contribution(w.type, w.state, w.weight, w.health_status) AS c
     CROSS JOIN LATERAL counted_audience(w.is_hidden, w.is_confidential, w.namespace_id, w.iid) AS audience (counted)
     WHERE w.iid > 1000000 GROUP BY above.id, audience.counted
     ON CONFLICT DO NOTHING`,
  );
}
