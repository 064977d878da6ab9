import type { GroupKey } from '@milepost/core/roadmap/lanes/grouping';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { test as base } from '../../testing/http.ts';
import { settleUnplannedEpics } from '../milestones/store/unplanned.ts';
import { epicListing } from '../work-items/graphql/epic-list.ts';
import { plannedForItsValues } from '../../platform/database/connect.ts';
import { findPage } from '../work-items/store/page-plans.ts';
import { lanesQuery } from './store/lanes/lanes.ts';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Rows Removed by Join Filter'?: number;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Top-level epics; each has one epic and one issue below. */
const ROWS = 2_000;
const EPICS = 2 * ROWS;
const args = {
  state: 'opened',
  sort: 'START_DATE_ASC',
  timeframe: { start: '2025-01-01', end: '2027-12-31' },
} as const;

const test = base.extend('many', async ({ build, db }) => {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ group, visibility: 'public' });
  for (let index = 0; index < 3; index += 1) {
    await build.label({ namespace: group, title: `area::${index}` });
    await build.milestone({ namespace: group, dueDate: `2026-0${index + 1}-01` });
  }
  const { id, rootId } = group;
  await sql`
    INSERT INTO work_items (namespace_id, root_id, iid, type, title, start_date, start_date_fixed, due_date, due_date_fixed, health_status)
    SELECT ${id}, ${rootId}, n, 'epic', 'Epic ' || n, '2026-01-01', '2026-01-01', '2026-06-30', '2026-06-30',
      CASE WHEN n % 3 = 0 THEN 'at_risk' END
    FROM generate_series(1, ${ROWS}::integer) AS n`.execute(db);
  await sql`
    INSERT INTO work_items (namespace_id, root_id, iid, type, title, parent_id, ancestor_ids, start_date, start_date_fixed)
    SELECT ${id}, ${rootId}, ${ROWS}::integer + iid, 'epic', 'Part ' || iid, id, ARRAY[id], '2026-01-01', '2026-01-01'
    FROM work_items WHERE root_id = ${rootId} AND type = 'epic'`.execute(db);
  await sql`
    INSERT INTO work_items (namespace_id, root_id, iid, type, title, parent_id, ancestor_ids, milestone_id)
    SELECT ${project.id}, ${rootId}, w.iid, 'issue', 'Issue ' || w.iid, w.id, ARRAY[w.id],
      (SELECT min(m.id) + w.iid % 3 FROM milestones m WHERE m.namespace_id = ${id})
    FROM work_items w WHERE w.root_id = ${rootId} AND w.parent_id IS NULL AND w.type = 'epic'`.execute(db);
  await sql`
    INSERT INTO work_item_labels (work_item_id, label_id)
    SELECT w.id, (SELECT min(l.id) + w.iid % 3 FROM labels l WHERE l.namespace_id = ${id})
    FROM work_items w WHERE w.root_id = ${rootId} AND w.type = 'epic' AND w.iid % 4 > 0`.execute(db);
  await sql`
    INSERT INTO work_item_rollups (work_item_id, audience, opened_issues, closed_weight, issues_on_track)
    SELECT w.id, part.audience, 1, 2, 1 FROM work_items w, unnest(ARRAY[1, 4]) AS part (audience)
    WHERE w.root_id = ${rootId} AND w.parent_id IS NULL AND w.type = 'epic'`.execute(db);
  await sql`ANALYZE work_items, work_item_rollups, work_item_labels`.execute(db);
  return group;
});

const groupings: readonly GroupKey[] = ['STATUS', 'HEALTH', 'SUBGROUP', 'LABEL:area', 'MILESTONE', 'PARENT'];

/** No index of these is searched once for each epic, lane or issue. */
const readOnce = new Set(['work_items', 'work_item_rollups', 'namespaces']);

test('RX-LM-02: a page of lanes is one statement, whose work grows with the number of epics and not with its square, and which reads work items and stored sums once', async ({
  many,
  build,
  ask,
  statements,
  db,
}) => {
  // Of the sums of one epic a part is not stored yet.
  await sql`INSERT INTO work_item_rollup_deltas (work_item_id, audience, opened_issues)
    SELECT min(id), 1, 5 FROM work_items WHERE root_id = ${many.rootId} AND type = 'epic'`.execute(db);
  for (const [who, issuesEach] of [
    ['nobody', 1],
    ['ada', 2],
    ['root', 2],
  ] as const) {
    // Latest milestones are looked up for the first viewer, and stored for the others.
    if (who !== 'nobody') await settleUnplannedEpics(db);
    const ctx = build.as(who);
    const listing = await epicListing(ctx, many, args);
    for (const by of groupings) {
      const question = { of: many, listing, by, thenBy: null, today: '2026-11-28', hasEmpty: false } as const;
      const window = { limit: 50, cursor: null };
      const query = lanesQuery(ctx, { ...question, topRule: 'ancestors' }, { window, within: null, below: null });
      const lanes = (await query.execute(db)).rows;
      const sumOf = (each: (lane: (typeof lanes)[number]) => number) =>
        lanes.reduce((sum, lane) => sum + each(lane), 0);
      // Lanes by parent have the epics below, which have nothing below them: 50 lanes, and one that tells that there are more.
      const expected = by === 'PARENT' ? [51, 0] : [ROWS, ROWS * issuesEach + 5];
      const found = [sumOf(({ count }) => count), sumOf(({ openedIssues }) => openedIssues)];
      expect([who, by, ...found]).toEqual([who, by, ...expected]);
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Node }] }>`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`.execute(
        db,
      );
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      if (!plan) throw new Error('EXPLAIN answered nothing');
      const nodes = nodesOf(plan);
      const work = nodes.map(
        (node) => (node['Actual Rows'] + (node['Rows Removed by Join Filter'] ?? 0)) * node['Actual Loops'],
      );
      const perRow = nodes.filter((node) => node['Actual Loops'] > 5 && readOnce.has(node['Relation Name'] ?? ''));
      expect([who, by, perRow.map((node) => node['Relation Name'])]).toEqual([who, by, []]);
      expect([who, by, Math.max(...work) <= EPICS * 2]).toEqual([who, by, true]);
      const sums = nodes.filter((node) => node['Relation Name'] === 'work_item_rollups' && node['Actual Rows'] > 10);
      expect([who, by, sums.length <= 1]).toEqual([who, by, true]);
    }
  }

  statements.length = 0;
  const document = `{ group(fullPath: "${many.fullPath}") { epicLanes(groupBy: "HEALTH", thenBy: "STATUS", topLevelHierarchyOnly: true) {
    nodes { title count health { none } progress { percentage } lanes { nodes { title count } } } } } }`;
  const { errors } = await ask('nobody', document);
  expect(errors).toBeUndefined();
  expect(statements.filter((text) => text.includes('lane_rows'))).toHaveLength(1);
  expect(statements.length).toBeLessThanOrEqual(3);
});

test('RX-LM-02: the rows of a lane are found in one statement, which finds the lane once and is not planned for each request', async ({
  many,
  ask,
  statements,
}) => {
  const lanes = await ask(
    'nobody',
    `{ group(fullPath: "${many.fullPath}") { epicLanes(groupBy: "STATUS", state: opened, topLevelHierarchyOnly: true) { nodes { key count } } } }`,
  );
  const [lane] = (lanes.data as { group: { epicLanes: { nodes: { key: string; count: number }[] } } }).group.epicLanes
    .nodes;
  statements.length = 0;
  const { data, errors } = await ask(
    'nobody',
    `{ group(fullPath: "${many.fullPath}") { epics(lane: "${lane?.key}", state: opened, sort: END_DATE_ASC, topLevelHierarchyOnly: true, first: 50) { nodes { title } } } }`,
  );
  expect(errors).toBeUndefined();
  const { nodes } = (data as { group: { epics: { nodes: object[] } } }).group.epics;
  expect(nodes).toHaveLength(Math.min(50, lane?.count ?? 0));
  const found = statements.filter((text) => text.includes('lane_rows'));
  expect(found).toHaveLength(1);
  expect(found[0]?.split('lane_rows AS (')).toHaveLength(2);
  expect(found[0]).not.toContain(plannedForItsValues);
});

test('RX-LM-06: the opening view without lanes reads its rows along the index of their order, whatever the plan knows of its values', async ({
  many,
  build,
  db,
}) => {
  // The state is one of several that an index of all work items can find.
  await sql`UPDATE work_items SET state = 'closed', closed_at = now() WHERE root_id = ${many.rootId} AND iid % 2 = 0`.execute(
    db,
  );
  await sql`ANALYZE work_items`.execute(db);
  const ctx = build.as('nobody');
  const opening = { ...args, sort: 'END_DATE_ASC', topLevelHierarchyOnly: true } as const;
  const listing = await epicListing(ctx, many, opening);
  const window = { limit: 51, offset: 0, cursor: null, isBackward: false };
  const { found, hasOnePlan } = findPage(ctx, listing, window);
  expect(hasOnePlan).toBe(true);
  const { sql: text, parameters } = sql`${found}`.compile(db);
  const values = sql.join(parameters.map((value) => sql.lit(Array.isArray(value) ? `{${value.join(',')}}` : value)));
  const { rows } = await db.transaction().execute(async (trx) => {
    await sql`SET LOCAL plan_cache_mode = force_generic_plan`.execute(trx);
    await sql`PREPARE rows AS ${sql.raw(text)}`.execute(trx);
    const plan = await sql<{ 'QUERY PLAN': string }>`EXPLAIN EXECUTE rows (${values})`.execute(trx);
    await sql`DEALLOCATE rows`.execute(trx);
    return plan;
  });
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('using work_items_epics_by_due on work_items w');
  expect(plan).not.toContain('Sort');
});
