import type { WorkItemId } from '@milepost/core/ids';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { describe, expect } from 'vitest';
import type { Db } from '../../platform/database/tables.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { kubernetesArchives, readKubernetesFacts, type KubernetesFacts } from '../../testing/kubernetes.ts';
import { test } from '../../testing/kubernetes-test.ts';
import { recomputeRollups } from '../hierarchy/commands/recompute.ts';
import { audiences } from '@milepost/core/hierarchy';
import { rollupKey, rollupsFor } from '../hierarchy/store/rollups.ts';
import { importArchive } from './commands.ts';

const facts = readKubernetesFacts();

async function rowsOf<Row>(db: Db, question: RawBuilder<Row>): Promise<Row[]> {
  return (await question.execute(db)).rows;
}

async function count(db: Db, question: RawBuilder<unknown>): Promise<number> {
  const [row] = await rowsOf(db, sql<{ count: number }>`SELECT count(*) AS count FROM (${question}) AS counted`);
  return row?.count ?? -1;
}

async function tallied(db: Db, key: RawBuilder<unknown>, rest: RawBuilder<unknown>): Promise<Record<string, number>> {
  const rows = await rowsOf(
    db,
    sql<{ key: unknown; count: number }>`SELECT ${key} AS key, count(*) AS count FROM ${rest} GROUP BY 1`,
  );
  return Object.fromEntries(rows.map((row) => [String(row.key), row.count]));
}

const reference = sql<string>`n.full_path || CASE w.type WHEN 'epic' THEN '&' ELSE '#' END || w.iid`;
const items = sql`work_items w JOIN namespaces n ON n.id = w.namespace_id`;

type Narrowed =
  | KubernetesFacts['filters'][number]
  | KubernetesFacts['windows'][number]
  | KubernetesFacts['search'][number];

function conditionOf(facts: Partial<Narrowed> & { scope: string; type?: 'epic' | 'issue' }): RawBuilder<SqlBool> {
  const titles = sql`ARRAY(SELECT l.title FROM work_item_labels wl JOIN labels l ON l.id = wl.label_id WHERE wl.work_item_id = w.id)`;
  const parts = [
    sql`(n.full_path = ${facts.scope} OR n.full_path LIKE ${`${facts.scope}/%`})`,
    facts.type === 'issue' ? sql`w.type <> 'epic'` : sql`w.type = 'epic'`,
    ...(facts.parentless === undefined ? [] : [sql`(w.parent_id IS NULL) = ${facts.parentless}`]),
    ...(facts.state === undefined ? [] : [sql`w.state = ${facts.state}`]),
    ...(facts.from === undefined
      ? []
      : [
          sql`(w.start_date IS NOT NULL OR w.due_date IS NOT NULL)
            AND coalesce(w.start_date <= ${facts.to}::date, true) AND coalesce(w.due_date >= ${facts.from}::date, true)`,
        ]),
    ...(facts.all_of ? [sql`${titles} @> ${facts.all_of}::text[]`] : []),
    ...(facts.any_of ? [sql`${titles} && ${facts.any_of}::text[]`] : []),
    ...(facts.none_of ? [sql`NOT ${titles} && ${facts.none_of}::text[]`] : []),
    ...(facts.author ? [sql`(SELECT username FROM users u WHERE u.id = w.author_id) = ${facts.author}`] : []),
    ...(facts.assignee
      ? [
          sql`EXISTS (SELECT FROM work_item_assignees a JOIN users u ON u.id = a.user_id
            WHERE a.work_item_id = w.id AND u.username = ${facts.assignee})`,
        ]
      : []),
    ...(facts.milestone
      ? [sql`(SELECT title FROM milestones m WHERE m.id = w.milestone_id) = ${facts.milestone}`]
      : []),
    ...(facts.no_milestone ? [sql`w.milestone_id IS NULL`] : []),
  ];
  return sql<SqlBool>`${sql.join(parts, sql` AND `)}`;
}

async function refsWhere(db: Db, condition: RawBuilder<SqlBool>): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sql<{ ref: string }>`SELECT ${reference} AS ref FROM ${items} WHERE ${condition} ORDER BY n.full_path, w.iid`,
  );
  return rows.map(({ ref }) => ref);
}

describe('the Kubernetes group and its project, imported', () => {
  test('every count', async ({ db }) => {
    const epics = sql`work_items WHERE type = 'epic'`;
    const issues = sql`work_items WHERE type <> 'epic'`;
    const groups = sql`SELECT n.* FROM namespaces n WHERE n.kind = 'group'`;
    const projects = sql`SELECT n.* FROM namespaces n WHERE n.kind = 'project'`;
    const [dates] = await rowsOf(
      db,
      sql<Record<string, number>>`
        SELECT count(*) FILTER (WHERE start_date IS NOT NULL AND due_date IS NOT NULL) AS start_and_due,
          count(*) FILTER (WHERE start_date IS NOT NULL AND due_date IS NULL) AS start_only,
          count(*) FILTER (WHERE start_date IS NULL AND due_date IS NOT NULL) AS due_only,
          count(*) FILTER (WHERE start_date IS NULL AND due_date IS NULL) AS none,
          count(*) FILTER (WHERE NOT due_date_is_fixed AND due_date_sourcing_work_item_id IS NOT NULL) AS due_inherited_from_epic,
          count(*) FILTER (WHERE NOT due_date_is_fixed AND due_date_sourcing_milestone_id IS NOT NULL) AS due_inherited_from_milestone,
          count(*) FILTER (WHERE NOT start_date_is_fixed AND start_date_sourcing_work_item_id IS NOT NULL) AS start_inherited_from_epic,
          count(*) FILTER (WHERE NOT start_date_is_fixed AND start_date_sourcing_milestone_id IS NOT NULL) AS start_inherited_from_milestone
        FROM ${epics}`,
    );
    const [texts] = await rowsOf(
      db,
      sql<{ title: number; bytes: number; total: number; completed: number }>`
        SELECT max(char_length(title)) FILTER (WHERE type = 'epic') AS title, max(octet_length(description)) AS bytes,
          sum(task_count) AS total, sum(task_completed_count) AS completed FROM work_items`,
    );
    const byGroup = await rowsOf(
      db,
      sql<{ path: string } & Record<string, number>>`
        SELECT n.full_path AS path,
          count(w.id) FILTER (WHERE w.namespace_id = n.id) AS direct,
          count(w.id) FILTER (WHERE w.namespace_id = n.id AND w.state = 'opened') AS direct_opened,
          count(w.id) FILTER (WHERE w.namespace_id = n.id AND w.parent_id IS NULL) AS direct_parentless,
          count(w.id) AS with_subgroups,
          count(w.id) FILTER (WHERE w.state = 'opened') AS with_subgroups_opened,
          count(w.id) FILTER (WHERE w.parent_id IS NULL) AS with_subgroups_parentless,
          (SELECT count(*) FROM labels l WHERE l.namespace_id = n.id) AS labels,
          (SELECT count(*) FROM milestones m WHERE m.namespace_id = n.id) AS milestones,
          (SELECT count(*) FROM members m WHERE m.namespace_id = n.id) AS members
        FROM namespaces n
        LEFT JOIN namespaces below ON below.traversal_ids @> ARRAY[n.id]
        LEFT JOIN work_items w ON w.namespace_id = below.id AND w.type = 'epic'
        WHERE n.kind = 'group' GROUP BY n.id`,
    );
    const memberships = (kind: RawBuilder<unknown>) => sql`members m JOIN (${kind}) AS n ON n.id = m.namespace_id`;
    const counted = {
      groups: await count(db, groups),
      group_depths: await tallied(db, sql`cardinality(traversal_ids) - 1`, sql`(${groups}) AS g`),
      users: await count(db, sql`SELECT FROM users WHERE email LIKE '%@users.k8s.example'`),
      group_memberships: await count(db, sql`SELECT FROM ${memberships(groups)}`),
      project_memberships: await count(db, sql`SELECT FROM ${memberships(projects)}`),
      access_levels: await tallied(db, sql`access_level`, memberships(groups)),
      epics: await count(db, sql`SELECT FROM ${epics}`),
      epics_by_state: await tallied(db, sql`state`, epics),
      epics_parentless_by_state: await tallied(db, sql`state`, sql`${epics} AND parent_id IS NULL`),
      epics_children_by_state: await tallied(db, sql`state`, sql`${epics} AND parent_id IS NOT NULL`),
      epics_with_parent_in_another_group: await count(
        db,
        sql`SELECT FROM work_items w JOIN work_items p ON p.id = w.parent_id WHERE w.type = 'epic' AND p.namespace_id <> w.namespace_id`,
      ),
      // Ids follow the order of the archive.
      epics_written_before_their_parent: await count(db, sql`SELECT FROM ${epics} AND parent_id > id`),
      epic_depth: await tallied(db, sql`cardinality(ancestor_ids)`, epics),
      issue_depth_below_epics: await tallied(db, sql`cardinality(ancestor_ids)`, issues),
      epic_dates: dates && snake(dates),
      epics_by_group: Object.fromEntries(byGroup.map(({ path, ...counts }) => [path, snake(counts)])),
      issues: await count(db, sql`SELECT FROM ${issues}`),
      issues_by_state: await tallied(db, sql`state`, issues),
      issues_with_epic: await count(db, sql`SELECT FROM ${issues} AND parent_id IN (SELECT id FROM ${epics})`),
      issues_with_milestone: await count(db, sql`SELECT FROM ${issues} AND milestone_id IS NOT NULL`),
      issues_with_due_date: await count(db, sql`SELECT FROM ${issues} AND due_date IS NOT NULL`),
      issue_assignments: await count(db, sql`SELECT FROM work_item_assignees`),
      issues_without_assignee: await count(
        db,
        sql`SELECT FROM ${issues} AND NOT EXISTS (SELECT FROM work_item_assignees a WHERE a.work_item_id = work_items.id)`,
      ),
      labels: await count(db, sql`SELECT FROM labels l JOIN (${groups}) AS n ON n.id = l.namespace_id`),
      scoped_labels: await count(db, sql`SELECT FROM labels WHERE title LIKE '%::%'`),
      project_labels: await count(db, sql`SELECT FROM labels l JOIN (${projects}) AS n ON n.id = l.namespace_id`),
      epic_label_links: await count(
        db,
        sql`SELECT FROM work_item_labels WHERE work_item_id IN (SELECT id FROM ${epics})`,
      ),
      issue_label_links: await count(
        db,
        sql`SELECT FROM work_item_labels WHERE work_item_id IN (SELECT id FROM ${issues})`,
      ),
      milestones: await count(db, sql`SELECT FROM milestones`),
      milestones_by_state: await tallied(db, sql`state`, sql`milestones`),
      milestones_without_due_date: await count(db, sql`SELECT FROM milestones WHERE due_date IS NULL`),
      links: await tallied(db, sql`type`, sql`work_item_links`),
      links_between_groups: await count(
        db,
        sql`SELECT FROM work_item_links l JOIN work_items s ON s.id = l.source_id JOIN work_items t ON t.id = l.target_id
          WHERE s.namespace_id <> t.namespace_id`,
      ),
      task_items: { total: texts?.total, completed: texts?.completed },
      longest_epic_title: texts?.title,
      longest_description_bytes: texts?.bytes,
    };
    expect(counted).toEqual(facts.counts);
  });

  for (const window of facts.windows) {
    test(`window: ${window.name}`, async ({ db }) => {
      const counted: Record<string, number> = {};
      for (const kind of ['all', 'parentless'] as const) {
        for (const state of ['opened', 'closed', 'any_state'] as const) {
          const narrowed = {
            ...window,
            ...(kind === 'parentless' && { parentless: true }),
            ...(state !== 'any_state' && { state }),
          };
          counted[`${kind}_${state}`] = (await refsWhere(db, conditionOf(narrowed))).length;
        }
      }
      expect(window).toMatchObject(counted);
    });
  }

  for (const list of facts.first) {
    test(`list: ${list.name}`, async ({ db }) => {
      const column = sql.ref(`w.${list.sort}`);
      const order = list.order === 'asc' ? sql`ASC NULLS LAST` : sql`DESC NULLS LAST`;
      const rows = await rowsOf(
        db,
        sql<{ ref: string; title: string; state: string; startDate: string | null; dueDate: string | null }>`
          SELECT ${reference} AS ref, w.title, w.state, w.start_date, w.due_date FROM ${items} WHERE ${conditionOf(list)}
          ORDER BY ${column} ${order}, w.id`,
      );
      expect(rows).toHaveLength(list.count);
      const sorted = rows.map((row) => (list.sort === 'start_date' ? row.startDate : row.dueDate));
      expect(sorted.slice(0, list.limit)).toEqual(list.values.slice(0, list.limit));
      const inDatabase = new Map(rows.map((row) => [row.ref, snake(row)]));
      for (const row of list.rows) expect(inDatabase.get(row.ref)).toEqual(row);
      const last = list.values.at(-1) ?? null;
      const tied = rows.filter((_row, index) => sorted[index] === last).map(({ ref }) => ref);
      expect(tied).toEqual(expect.arrayContaining(list.ties_at_the_end ?? []));
    });
  }

  for (const filter of facts.filters) {
    test(`filter: ${filter.name}`, async ({ db }) => {
      const refs = await refsWhere(db, conditionOf(filter));
      expect(refs).toHaveLength(filter.count);
      expect(refs).toEqual(expect.arrayContaining(filter.refs));
    });
  }

  for (const search of facts.search) {
    test(`search: ${search.term} among ${search.type}`, async ({ db }) => {
      const pattern = search.term.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      const tests: Record<string, (column: RawBuilder<unknown>) => RawBuilder<SqlBool>> = {
        substring: (column) => sql<SqlBool>`${column} ILIKE ${`%${search.term}%`}`,
        word: (column) => sql<SqlBool>`${column} ~* ${`(?<![[:alnum:]_])${pattern}(?![[:alnum:]_])`}`,
      };
      const counted: Record<string, number> = {};
      for (const [way, matches] of Object.entries(tests)) {
        const title = matches(sql`w.title`);
        const description = matches(sql`w.description`);
        const scope = conditionOf(search);
        counted[`title_${way}`] = (await refsWhere(db, sql`${scope} AND ${title}`)).length;
        counted[`description_${way}`] = (await refsWhere(db, sql`${scope} AND ${description}`)).length;
        counted[`title_or_description_${way}`] = (
          await refsWhere(db, sql`${scope} AND (${title} OR ${description})`)
        ).length;
      }
      expect(search).toMatchObject(counted);
      const titled = await refsWhere(db, sql`${conditionOf(search)} AND w.title ILIKE ${`%${search.term}%`}`);
      expect(titled).toEqual(expect.arrayContaining(search.title_refs));
    });
  }

  for (const tasks of facts.task_items) {
    test(`task items: ${tasks.name}`, async ({ db }) => {
      const rows = await rowsOf(
        db,
        sql<{ ref: string; title: string; total: number; completed: number }>`
          SELECT ${reference} AS ref, w.title, w.task_count AS total, w.task_completed_count AS completed FROM ${items}
          WHERE ${conditionOf(tasks)} ORDER BY w.task_count DESC`,
      );
      const inDatabase = new Map(rows.map((row) => [row.ref, row]));
      for (const row of tasks.rows) expect(inDatabase.get(row.ref)).toEqual(row);
      const largest = rows.slice(0, tasks.limit).map(({ total }) => total);
      const named = tasks.rows.map(({ total }) => total);
      expect(tasks.pick === 'largest' ? named : largest).toEqual(largest);
    });
  }

  test('every label named', async ({ db }) => {
    const rows = await rowsOf(
      db,
      sql<Record<string, unknown>>`
        SELECT l.title AS label, count(DISTINCT l.id) AS defined, min(l.color) AS color,
          count(w.id) FILTER (WHERE w.type = 'epic') AS epics,
          count(w.id) FILTER (WHERE w.type = 'epic' AND w.state = 'opened') AS epics_opened,
          count(w.id) FILTER (WHERE w.type = 'epic' AND w.parent_id IS NULL) AS epics_parentless,
          count(w.id) FILTER (WHERE w.type <> 'epic') AS issues,
          count(w.id) FILTER (WHERE w.type <> 'epic' AND w.state = 'opened') AS issues_opened
        FROM labels l LEFT JOIN work_item_labels wl ON wl.label_id = l.id LEFT JOIN work_items w ON w.id = wl.work_item_id
        WHERE l.title = ANY(${facts.labels.map(({ label }) => label)}::text[]) GROUP BY l.title`,
    );
    const byTitle = new Map(rows.map((row) => [row['label'], snake(row)]));
    expect(facts.labels.map(({ label }) => byTitle.get(label))).toEqual(facts.labels);
  });

  test('every milestone named', async ({ db }) => {
    const rows = await rowsOf(
      db,
      sql<Record<string, unknown>>`
        SELECT m.title AS milestone, n.full_path AS "group", m.start_date, m.due_date, m.state, count(w.id) AS issues,
          count(w.id) FILTER (WHERE w.state = 'opened') AS issues_opened, count(w.id) FILTER (WHERE w.state = 'closed') AS issues_closed
        FROM milestones m JOIN namespaces n ON n.id = m.namespace_id LEFT JOIN work_items w ON w.milestone_id = m.id
        WHERE m.title = ANY(${facts.milestones.map(({ milestone }) => milestone)}::text[]) GROUP BY m.id, n.id`,
    );
    const byTitle = new Map(rows.map((row) => [row['milestone'], snake(row)]));
    expect(facts.milestones.map(({ milestone }) => byTitle.get(milestone))).toEqual(facts.milestones);
  });

  for (const tree of facts.trees) {
    test(`tree: ${tree.title}`, async ({ db }) => {
      const [epic] = await rowsOf(
        db,
        sql<Record<string, unknown> & { id: number; closedIssues: number }>`
          SELECT w.id, ${reference} AS ref, w.title, w.state, w.start_date, w.due_date, w.due_date_is_fixed AS due_is_fixed,
            ARRAY(SELECT l.title FROM work_item_labels wl JOIN labels l ON l.id = wl.label_id WHERE wl.work_item_id = w.id ORDER BY l.title) AS labels,
            (SELECT coalesce(sum(r.closed_issues), 0) FROM work_item_rollups r WHERE r.work_item_id = w.id)
              + (SELECT coalesce(sum(d.closed_issues), 0) FROM work_item_rollup_deltas d WHERE d.work_item_id = w.id) AS closed_issues
          FROM ${items} WHERE ${reference} = ${tree.ref}`,
      );
      const id = epic?.id ?? 0;
      const childrenOf = (type: RawBuilder<SqlBool>) =>
        rowsOf(
          db,
          sql<Record<string, unknown> & { ref: string }>`
            SELECT ${reference} AS ref, w.title, w.state, w.start_date, w.due_date FROM ${items}
            WHERE w.parent_id = ${id} AND ${type} ORDER BY w.relative_position, w.id`,
        );
      const linked = (ends: RawBuilder<SqlBool>) =>
        refsWhere(db, sql`EXISTS (SELECT FROM work_item_links l WHERE ${ends})`);
      const [parent] = await refsWhere(
        db,
        sql`w.id = (SELECT child.parent_id FROM work_items child WHERE child.id = ${id})`,
      );
      const children = await childrenOf(sql`w.type = 'epic'`);
      const issues = await childrenOf(sql`w.type <> 'epic'`);
      const shown = {
        ref: epic?.['ref'],
        title: epic?.['title'],
        state: epic?.['state'],
        start_date: epic?.['startDate'],
        due_date: epic?.['dueDate'],
        due_is_fixed: epic?.['dueIsFixed'],
        labels: epic?.['labels'],
        parent: parent ?? null,
        children: children.map(snake),
        child_count: children.length,
        issues: issues.map(({ ref }) => ref),
        issue_count: issues.length,
        issues_closed: epic?.closedIssues,
        linked: {
          relates_to: await linked(
            sql`l.type = 'relates_to' AND (l.source_id, l.target_id) IN ((w.id, ${id}::bigint), (${id}::bigint, w.id))`,
          ),
          blocks: await linked(sql`l.type = 'blocks' AND l.source_id = ${id} AND l.target_id = w.id`),
          is_blocked_by: await linked(sql`l.type = 'blocks' AND l.target_id = ${id} AND l.source_id = w.id`),
        },
      };
      expect(shown).toEqual(tree);
    });
  }

  test('recomputing all counts and dates gives the same', async ({ as, db }) => {
    const derived = sql<Record<string, unknown>>`
      SELECT w.id, w.ancestor_ids, w.start_date, w.due_date, w.start_date_sourcing_work_item_id, w.start_date_sourcing_milestone_id,
        w.due_date_sourcing_work_item_id, w.due_date_sourcing_milestone_id
      FROM work_items w ORDER BY w.id`;
    const parents = await rowsOf(
      db,
      sql<{ id: WorkItemId }>`SELECT DISTINCT parent_id AS id FROM work_items ORDER BY 1`,
    );
    const ids = parents.flatMap(({ id }) => id ?? []);
    const keys = ids.flatMap((id) => Object.values(audiences).map((audience) => rollupKey(id, audience)));
    const before = { rows: await rowsOf(db, derived), rollups: await as('root').loadMany(rollupsFor, keys) };
    await recomputeRollups(as('root'));
    expect({ rows: await rowsOf(db, derived), rollups: await as('root').loadMany(rollupsFor, keys) }).toEqual(before);
  });

  test('doing it again changes nothing', async ({ as, db }) => {
    const before = await fingerprint(db);
    for (const archive of [kubernetesArchives.group, kubernetesArchives.project]) {
      const { counts } = await importArchive(as('root'), archive);
      expect(Object.values(counts).map(({ added }) => added)).toEqual(Object.values(counts).map(() => 0));
    }
    expect(await fingerprint(db)).toEqual(before);
  });

  test('the name of the project comes from the name of its archive', ({ kubernetes }) => {
    expect(kubernetes.project.fullPath).toBe(facts.projects[0]?.path);
    expect([kubernetes.group.problems, kubernetes.project.problems]).toEqual([[], []]);
  });
});

function snake(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}
