import { sql } from 'kysely';
import type { Db, DbTransaction } from '../../platform/database/tables.ts';

export interface GenerateOptions {
  epics: number;
  issues: number;
  /** The same seed always generates the same work. */
  seed: number;
  /** Full path of a new top-level group. */
  into: string;
  onProgress?: (phase: string) => void;
}

export interface Generated {
  groups: number;
  projects: number;
  epics: number;
  issues: number;
  labels: number;
  milestones: number;
}

const SUBGROUPS = 50;
const PROJECTS_PER_SUBGROUP = 4;
const LABELS = 500;
const MILESTONES = 40;
const PEOPLE = 5_000;
/** The distribution of epics over the seven levels of a tree. */
const LEVELS = [0.2, 0.3, 0.25, 0.13, 0.07, 0.03, 0.02] as const;
/** The reference day of all dates: fixed, so that a seed always generates the same work. */
const MIDDLE = '2026-07-01';

/**
 * Generates synthetic work in one transaction: a public group with 50 subgroups, 200 projects, and epics in trees of up to
 * seven levels with issues below. Throws if the group exists.
 */
export async function generate(db: Db, options: GenerateOptions): Promise<Generated> {
  const report = options.onProgress ?? (() => {});
  const made = await db.transaction().execute(async (trx) => {
    // Ids are assigned here in blocks, so no other session may take one meanwhile.
    await sql`LOCK TABLE namespaces, work_items, labels, milestones, users IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
    await prepare(trx, options.seed);
    report('groups, projects, people, labels and milestones');
    await makeNamespaces(trx, options.into);
    await makePeople(trx);
    await makeLabelsAndMilestones(trx);
    report('epics');
    await makeEpics(trx, options.epics);
    report('issues');
    await makeIssues(trx, options.issues);
    report('labels of items');
    await labelItems(trx);
    report('numbers and roll-ups');
    await countUp(trx);
    return count(trx);
  });
  // Updates the planner's statistics and the visibility map after a million inserts.
  await sql`VACUUM (ANALYZE)`.execute(db);
  return made;
}

/** `dice(i, salt)` is a number from 0 to 1 that depends only on its arguments and the seed. */
async function prepare(trx: DbTransaction, seed: number): Promise<void> {
  await sql`
    CREATE OR REPLACE FUNCTION pg_temp.dice(i bigint, salt int) RETURNS double precision LANGUAGE sql IMMUTABLE AS
    ${sql.lit(`SELECT ('x' || substr(md5(i || ':' || salt || ':${Math.trunc(seed)}'), 1, 8))::bit(32)::bigint / 4294967296.0::double precision`)}
  `.execute(trx);
  await sql`
    CREATE OR REPLACE FUNCTION pg_temp.title(i bigint) RETURNS text LANGUAGE sql IMMUTABLE AS ${sql.lit(`
      SELECT initcap((ARRAY['improve','rework','measure','replace','extend','simplify','harden','document','automate','split','cache','retire'])[1 + floor(pg_temp.dice(i, 1) * 12)::int])
        || ' ' || (ARRAY['checkout','search','billing','sign-in','reporting','import','scheduler','gateway','storage','mobile','editor','audit','notification','catalogue','pricing','deployment'])[1 + floor(pg_temp.dice(i, 2) * 16)::int]
        || ' ' || (ARRAY['flow','pipeline','service','queries','screens','limits','errors','tests','metrics','permissions','retries','layout'])[1 + floor(pg_temp.dice(i, 3) * 12)::int]
        || ' ' || i`)}
  `.execute(trx);
  await sql`CREATE TEMPORARY TABLE made_namespaces (id bigint, kind text, position int, group_position int) ON COMMIT DROP`.execute(
    trx,
  );
  await sql`CREATE TEMPORARY TABLE made_epics (id bigint PRIMARY KEY, level int, position bigint, namespace_id bigint, ancestor_ids bigint[], start_date date, due_date date) ON COMMIT DROP`.execute(
    trx,
  );
}

async function makeNamespaces(trx: DbTransaction, into: string): Promise<void> {
  await sql`
    WITH root AS (
      INSERT INTO namespaces (id, kind, traversal_ids, path, full_path, name, full_name, visibility, description)
      SELECT id, 'group', ARRAY[id], ${into}, ${into}, ${into}, ${into}, 'public', 'Synthetic work'
      FROM nextval(pg_get_serial_sequence('namespaces', 'id')) AS id
      RETURNING id
    )
    INSERT INTO made_namespaces SELECT id, 'root', 0, 0 FROM root`.execute(trx);
  await sql`
    WITH made AS (
      INSERT INTO namespaces (id, kind, parent_id, traversal_ids, path, full_path, name, full_name, visibility)
      SELECT nextval(pg_get_serial_sequence('namespaces', 'id')), 'group', r.id, ARRAY[r.id, currval(pg_get_serial_sequence('namespaces', 'id'))],
        'team-' || i, ${into} || '/team-' || i, 'Team ' || i, ${into} || ' / Team ' || i, 'public'
      FROM made_namespaces r, generate_series(1, ${SUBGROUPS}::int) i WHERE r.kind = 'root'
      RETURNING id, substr(path, 6)::int AS position
    )
    INSERT INTO made_namespaces SELECT id, 'group', position, position FROM made`.execute(trx);
  await sql`
    WITH made AS (
      INSERT INTO namespaces (id, kind, parent_id, traversal_ids, path, full_path, name, full_name, visibility)
      SELECT nextval(pg_get_serial_sequence('namespaces', 'id')), 'project', g.id,
        n.traversal_ids || currval(pg_get_serial_sequence('namespaces', 'id')),
        'project-' || i, n.full_path || '/project-' || i, 'Project ' || i, n.full_name || ' / Project ' || i, 'public'
      FROM made_namespaces g JOIN namespaces n USING (id), generate_series(1, ${PROJECTS_PER_SUBGROUP}::int) i WHERE g.kind = 'group'
      RETURNING id, parent_id, substr(path, 9)::int AS position
    )
    INSERT INTO made_namespaces SELECT made.id, 'project', made.position, g.position FROM made JOIN made_namespaces g ON g.id = made.parent_id`.execute(
    trx,
  );
}

async function makePeople(trx: DbTransaction): Promise<void> {
  await sql`
    INSERT INTO users (username, name, email)
    SELECT 'generated-' || i, 'Person ' || i, 'generated-' || i || '@example.invalid' FROM generate_series(1, ${PEOPLE}::int) i
    ON CONFLICT DO NOTHING`.execute(trx);
  await sql`CREATE TEMPORARY TABLE made_users ON COMMIT DROP AS
    SELECT id, row_number() OVER (ORDER BY substr(username, 11)::int) - 1 AS position FROM users WHERE username LIKE 'generated-%'`.execute(
    trx,
  );
  await sql`CREATE UNIQUE INDEX ON made_users (position)`.execute(trx);
}

async function makeLabelsAndMilestones(trx: DbTransaction): Promise<void> {
  await sql`
    INSERT INTO labels (namespace_id, title, color, text_color)
    SELECT r.id, CASE WHEN i % 5 = 0 THEN 'area-' || (i % 25) || '::value-' || i ELSE 'label-' || i END,
      (ARRAY['#1068bf','#217645','#c91c00','#9e5400','#694cc0'])[1 + i % 5], '#FFFFFF'
    FROM made_namespaces r, generate_series(1, ${LABELS}::int) i WHERE r.kind = 'root'`.execute(trx);
  await sql`CREATE TEMPORARY TABLE made_labels ON COMMIT DROP AS
    SELECT l.id, row_number() OVER (ORDER BY l.id) - 1 AS position FROM labels l JOIN made_namespaces r ON r.id = l.namespace_id AND r.kind = 'root'`.execute(
    trx,
  );
  await sql`
    INSERT INTO milestones (namespace_id, iid, title, start_date, due_date, state)
    SELECT r.id, i, 'Release ' || i, ${MIDDLE}::date + (i - 20) * 45, ${MIDDLE}::date + (i - 19) * 45 - 1, CASE WHEN i < 20 THEN 'closed' ELSE 'active' END
    FROM made_namespaces r, generate_series(1, ${MILESTONES}::int) i WHERE r.kind = 'root'`.execute(trx);
  await sql`INSERT INTO iid_counters SELECT id, 'milestones', ${MILESTONES}::int FROM made_namespaces WHERE kind = 'root'`.execute(
    trx,
  );
}

async function makeEpics(trx: DbTransaction, total: number): Promise<void> {
  let made = 0;
  for (const [index, share] of LEVELS.entries()) {
    const wanted = index === LEVELS.length - 1 ? total - made : Math.round(total * share);
    if (wanted > 0) await makeLevel(trx, index + 1, made, wanted);
    made += wanted;
  }
}

/** One level of the trees: each epic has a parent one level above and is within its days, occasionally slightly beyond. */
async function makeLevel(trx: DbTransaction, level: number, before: number, wanted: number): Promise<void> {
  await sql`
    WITH above AS MATERIALIZED (
      SELECT id, namespace_id, ancestor_ids, start_date, due_date, row_number() OVER (ORDER BY position) - 1 AS ordinal
      FROM made_epics WHERE level = ${level}::int - 1
    ), size AS (SELECT count(*) AS n FROM above),
    rolled AS (
      SELECT ${before}::bigint + i AS position,
        CASE WHEN ${level}::int > 1 THEN floor(pg_temp.dice(${before}::bigint + i, 4) * (SELECT n FROM size))::bigint END AS ordinal,
        1 + floor(pg_temp.dice(${before}::bigint + i, 5) * ${SUBGROUPS}::int)::int AS group_position
      FROM generate_series(1, ${wanted}::bigint) i
    ), placed AS (
      SELECT r.position, coalesce(a.namespace_id, g.id) AS namespace_id, a.id AS parent_id,
        CASE WHEN a.id IS NULL THEN '{}'::bigint[] ELSE a.ancestor_ids || a.id END AS ancestor_ids,
        CASE WHEN pg_temp.dice(r.position, 6) < 0.05 THEN NULL
          ELSE coalesce(a.start_date, ${MIDDLE}::date - 540) + floor(pg_temp.dice(r.position, 7) * greatest(coalesce(a.due_date - a.start_date, 1080), 30))::int END AS start_date,
        14 + floor(pg_temp.dice(r.position, 8) * 200 / ${level}::int)::int AS days
      FROM rolled r
      LEFT JOIN above a ON a.ordinal = r.ordinal
      LEFT JOIN made_namespaces g ON g.kind = 'group' AND g.position = r.group_position
    ), numbered AS (
      SELECT p.*, nextval(pg_get_serial_sequence('work_items', 'id')) AS id,
        CASE WHEN p.start_date IS NOT NULL AND pg_temp.dice(p.position, 9) > 0.04 THEN p.start_date + p.days END AS due_date
      FROM placed p ORDER BY p.position
    )
    INSERT INTO made_epics SELECT id, ${level}::int, position, namespace_id, ancestor_ids, start_date, due_date FROM numbered`.execute(
    trx,
  );
  await sql`
    INSERT INTO work_items (id, root_id, namespace_id, iid, type, title, description, description_html, state, closed_at, author_id,
      created_at, updated_at, start_date, due_date, start_date_fixed, due_date_fixed, color, parent_id, ancestor_ids, relative_position)
    SELECT e.id, r.id, e.namespace_id,
      coalesce((SELECT max(w.iid) FROM work_items w WHERE w.namespace_id = e.namespace_id), 0) + row_number() OVER (PARTITION BY e.namespace_id ORDER BY e.position),
      'epic', pg_temp.title(e.position), 'Why this matters, and what done means.', '<p>Why this matters, and what done means.</p>',
      s.state, CASE WHEN s.state = 'closed' THEN t.at + interval '30 days' END, u.id, t.at, t.at + interval '30 days',
      e.start_date, e.due_date, e.start_date, e.due_date,
      (ARRAY['#1068bf','#217645','#c91c00','#9e5400','#694cc0'])[1 + floor(pg_temp.dice(e.position, 10) * 5)::int],
      e.ancestor_ids[cardinality(e.ancestor_ids)], e.ancestor_ids, (e.position % 1000000)::int * 500
    FROM made_epics e
    CROSS JOIN LATERAL (SELECT CASE WHEN pg_temp.dice(e.position, 11) < 0.4 THEN 'closed' ELSE 'opened' END AS state) s
    CROSS JOIN LATERAL (SELECT timestamptz '2023-01-01' + pg_temp.dice(e.position, 12) * interval '1200 days' AS at) t
    JOIN made_users u ON u.position = floor(pg_temp.dice(e.position, 13) * (SELECT count(*) FROM made_users))::int
    JOIN made_namespaces r ON r.kind = 'root'
    WHERE e.level = ${level}::int`.execute(trx);
}

async function makeIssues(trx: DbTransaction, total: number): Promise<void> {
  const batch = 100_000;
  for (let from = 0; from < total; from += batch) {
    await sql`
      WITH rolled AS MATERIALIZED (
        SELECT i AS position,
          CASE WHEN pg_temp.dice(i, 24) < 0.8 THEN 1 + floor(pg_temp.dice(i, 21) * (SELECT greatest(count(*), 1) FROM made_epics))::bigint END AS epic_position,
          1 + floor(pg_temp.dice(i, 22) * ${PROJECTS_PER_SUBGROUP}::int)::int AS project_position,
          1 + floor(pg_temp.dice(i, 23) * ${SUBGROUPS}::int)::int AS group_position,
          timestamptz '2023-01-01' + pg_temp.dice(i, 25) * interval '1300 days' AS at,
          CASE WHEN pg_temp.dice(i, 26) < 0.55 THEN 'closed' ELSE 'opened' END AS state
        FROM generate_series(${from}::bigint + 1, least(${from}::bigint + ${batch}::bigint, ${total}::bigint)) i
      ), last AS MATERIALIZED (
        SELECT namespace_id, max(iid) AS iid FROM work_items JOIN made_namespaces p ON p.id = namespace_id AND p.kind = 'project' GROUP BY 1
      )
      INSERT INTO work_items (root_id, namespace_id, iid, type, title, state, closed_at, author_id, created_at, updated_at,
        parent_id, ancestor_ids, relative_position, weight, health_status, milestone_id)
      SELECT root.id, p.id, coalesce(l.iid, 0) + row_number() OVER (PARTITION BY p.id ORDER BY r.position), 'issue', pg_temp.title(r.position + 10000000),
        r.state, CASE WHEN r.state = 'closed' THEN r.at + interval '20 days' END, u.id, r.at, r.at + interval '20 days',
        e.id, CASE WHEN e.id IS NULL THEN '{}'::bigint[] ELSE e.ancestor_ids || e.id END, (r.position % 4000000)::int * 500,
        CASE WHEN pg_temp.dice(r.position, 27) < 0.7 THEN floor(pg_temp.dice(r.position, 28) * 13)::int END,
        (ARRAY['on_track','needs_attention','at_risk',NULL,NULL])[1 + floor(pg_temp.dice(r.position, 29) * 5)::int],
        m.id
      FROM rolled r
      LEFT JOIN made_epics e ON e.position = r.epic_position
      LEFT JOIN made_namespaces g ON g.id = e.namespace_id AND g.kind = 'group'
      JOIN made_namespaces p ON p.kind = 'project' AND p.position = r.project_position AND p.group_position = coalesce(g.position, r.group_position)
      JOIN made_namespaces root ON root.kind = 'root'
      LEFT JOIN last l ON l.namespace_id = p.id
      JOIN made_users u ON u.position = floor(pg_temp.dice(r.position, 30) * (SELECT count(*) FROM made_users))::int
      LEFT JOIN milestones m ON m.namespace_id = root.id AND m.iid = 1 + floor(pg_temp.dice(r.position, 31) * 60)::int`.execute(
      trx,
    );
  }
}

/** Two different labels per item. */
async function labelItems(trx: DbTransaction): Promise<void> {
  await sql`
    INSERT INTO work_item_labels (work_item_id, label_id, is_epic)
    SELECT w.id, l.id, w.type = 'epic' FROM work_items w
    JOIN made_namespaces n ON n.id = w.namespace_id
    CROSS JOIN generate_series(0, 1) k
    JOIN made_labels l ON l.position = floor((pg_temp.dice(w.iid * 1000 + n.group_position, 40) * 250))::int + 250 * k`.execute(
    trx,
  );
}

async function countUp(trx: DbTransaction): Promise<void> {
  await sql`
    INSERT INTO iid_counters (namespace_id, usage, last_iid)
    SELECT w.namespace_id, 'work_items', max(w.iid) FROM work_items w JOIN made_namespaces n ON n.id = w.namespace_id GROUP BY 1
    ON CONFLICT (namespace_id, usage) DO UPDATE SET last_iid = excluded.last_iid`.execute(trx);
  await sql`
    INSERT INTO work_item_rollups (work_item_id, audience, opened_epics, closed_epics, opened_issues, closed_issues, opened_weight, closed_weight,
      issues_on_track, issues_needing_attention, issues_at_risk)
    SELECT a, work_item_audience(w.is_confidential, home.visibility),
      count(*) FILTER (WHERE w.type = 'epic' AND w.state = 'opened'), count(*) FILTER (WHERE w.type = 'epic' AND w.state = 'closed'),
      count(*) FILTER (WHERE w.type = 'issue' AND w.state = 'opened'), count(*) FILTER (WHERE w.type = 'issue' AND w.state = 'closed'),
      coalesce(sum(w.weight) FILTER (WHERE w.type = 'issue' AND w.state = 'opened'), 0), coalesce(sum(w.weight) FILTER (WHERE w.type = 'issue' AND w.state = 'closed'), 0),
      count(*) FILTER (WHERE w.type = 'issue' AND w.state = 'opened' AND w.health_status = 'on_track'),
      count(*) FILTER (WHERE w.type = 'issue' AND w.state = 'opened' AND w.health_status = 'needs_attention'),
      count(*) FILTER (WHERE w.type = 'issue' AND w.state = 'opened' AND w.health_status = 'at_risk')
    FROM work_items w JOIN made_namespaces n ON n.id = w.namespace_id JOIN namespaces home ON home.id = n.id
    CROSS JOIN LATERAL unnest(w.ancestor_ids) a
    GROUP BY 1, 2`.execute(trx);
}

async function count(trx: DbTransaction): Promise<Generated> {
  const { rows } = await sql<Generated>`
    SELECT (SELECT count(*) FROM made_namespaces WHERE kind <> 'project') AS groups,
      (SELECT count(*) FROM made_namespaces WHERE kind = 'project') AS projects,
      (SELECT count(*) FROM made_epics) AS epics,
      (SELECT count(*) FROM work_items w JOIN made_namespaces n ON n.id = w.namespace_id WHERE w.type = 'issue') AS issues,
      (SELECT count(*) FROM made_labels) AS labels,
      ${MILESTONES}::int AS milestones`.execute(trx);
  return rows[0] as Generated;
}
