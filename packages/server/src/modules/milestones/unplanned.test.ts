import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import { Viewer } from '@milepost/core/roles';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { Context } from '../../platform/context.ts';
import { connect, targetOf } from '../../platform/database/connect.ts';
import type { Db } from '../../platform/database/tables.ts';
import { test, type Builders } from '../../testing/test.ts';
import { moveNextAudiences } from '../hierarchy/store/audiences.ts';
import { visibleNamespaces } from '../namespaces/policy.ts';
import { visibleWorkItems, workItemPolicy, type GuardedWorkItem } from '../work-items/policy.ts';
import type { FilterFields, WorkItemFilter } from '../work-items/sockets.ts';
import type { WorkItemListing } from '../work-items/store/list-conditions.ts';
import type { ListScope } from '../work-items/store/list-scope.ts';
import { countWorkItems, listKey, workItemsAfter } from '../work-items/store/lists.ts';
import type { Milestone } from './store.ts';
import { latestMilestones } from './store/latest.ts';
import { settleUnplannedEpics, unplannedFor } from './store/unplanned.ts';

/** One batch of the job that follows changes of visibility. */
const moveNext = async (db: Db) => {
  const { rows } = await sql<{ id: NamespaceId }>`
    SELECT n.root_id AS id FROM audience_moves m JOIN namespaces n ON n.id = m.namespace_id LIMIT 1`.execute(db);
  const [root] = rows;
  return root ? db.transaction().execute((trx) => moveNextAudiences(trx, [root.id], 5)) : null;
};

const settle = async (db: Db) => {
  while (await moveNext(db));
  while ((await settleUnplannedEpics(db)) > 0);
};

const one = <Value>(values: readonly Value[], number: number): Value => values[number % values.length] as Value;

/** Builds a tree of groups with different visibility, and returns changes to it of one or two statements each. */
async function buildTree(build: Builders) {
  const group = await build.group({ visibility: 'public', members: { gwen: 'guest', paul: 'planner', ada: 'owner' } });
  const sub = await build.group({ parent: group, visibility: 'private', members: { dana: 'guest', mina: 'planner' } });
  const projects = [
    await build.project({ group }),
    await build.project({ group, visibility: 'private', members: { rita: 'developer' } }),
    await build.project({ group: sub }),
    await build.project({ group: sub, visibility: 'internal' }),
  ];
  const milestones: Milestone[] = [];
  for (const [title, dueDate] of [
    ['spring', '2026-04-30'],
    ['autumn', null],
  ] as const) {
    milestones.push(await build.milestone({ namespace: group, title, dueDate }));
  }
  // An issue that leaves the private project keeps its milestone.
  const secret = projects[1] ?? group;
  milestones.push(await build.milestone({ namespace: secret, title: 'winter', dueDate: '2026-12-31' }));
  const epics: WorkItemId[] = [];
  for (let number = 0; number < 8; number++) {
    epics.push((await build.epic({ group: number % 2 ? sub : group, confidential: number === 6 })).id);
  }
  const issues: WorkItemId[] = [];
  const addIssue = async (number: number) => {
    const epicId = one([...epics, null], number * 7);
    const issue = await build.issue({
      project: one(projects, number),
      parent: epicId === null ? null : { id: epicId },
      milestoneId: one([...milestones, null], number)?.id ?? null,
      confidential: number % 5 === 1,
      author: one(['ada', 'otto', 'dana'] as const, number),
      assignees: number % 3 === 0 ? ['gwen'] : [],
    });
    issues.push(issue.id);
  };
  for (let number = 0; number < 16; number++) await addIssue(number);

  const someone = sql`(SELECT id FROM users WHERE username = ${'otto'})`;
  const parents = (number: number) => one([...epics, null], number);
  /** Changes of an issue, an epic, a project or a milestone, by number, so that writers can run concurrently. */
  const changes: readonly ((at: number, how: number, on: Db) => Promise<unknown>)[] = [
    (at, how, on) => {
      const milestoneId = one([...milestones, null], how)?.id ?? null;
      return sql`UPDATE work_items SET milestone_id = ${milestoneId} WHERE id = ${one(issues, at)}`.execute(on);
    },
    (at, how, on) => {
      const to = parents(how);
      return sql`UPDATE work_items SET parent_id = ${to}, ancestor_ids = ${to === null ? [] : [to]}::bigint[]
        WHERE id = ${one(issues, at)} AND (${to}::bigint IS NULL OR EXISTS (SELECT FROM work_items e WHERE e.id = ${to}))`.execute(
        on,
      );
    },
    (at, _how, on) =>
      sql`UPDATE work_items SET is_confidential = NOT is_confidential WHERE id = ${one(issues, at)}`.execute(on),
    (at, how, on) =>
      how % 2
        ? sql`INSERT INTO hidden_work_items (work_item_id, reason) SELECT id, 'spam' FROM work_items WHERE id = ${one(issues, at)} ON CONFLICT DO NOTHING`.execute(
            on,
          )
        : sql`DELETE FROM hidden_work_items WHERE work_item_id = ${one(issues, at)}`.execute(on),
    (at, how, on) =>
      sql`UPDATE namespaces SET visibility = ${one(['public', 'internal', 'private'], how)} WHERE id = ${one(projects, at).id}`.execute(
        on,
      ),
    (at, how, on) => {
      const due = one(['2026-03-01', '2026-10-31', '2027-03-01', null], how);
      return sql`UPDATE milestones SET due_date = ${due}::date WHERE id = ${one(milestones, at).id}`.execute(on);
    },
    (at, how, on) =>
      sql`UPDATE work_items SET namespace_id = ${one(projects, how).id}, iid = nextval(pg_get_serial_sequence('work_items', 'id')) + 1000000 WHERE id = ${one(issues, at)}`.execute(
        on,
      ),
    (at, how, on) =>
      how % 2
        ? sql`INSERT INTO work_item_assignees (work_item_id, user_id) SELECT w.id, ${someone} FROM work_items w WHERE w.id = ${one(issues, at)} ON CONFLICT DO NOTHING`.execute(
            on,
          )
        : sql`DELETE FROM work_item_assignees WHERE work_item_id = ${one(issues, at)} AND user_id = ${someone}`.execute(
            on,
          ),
  ];
  /** Changes that the tests run serially, because others would have to wait. */
  const rareChanges: typeof changes = [
    (at) => addIssue(at),
    (at, _how, on) => sql`DELETE FROM work_items WHERE id = ${one(issues, at)}`.execute(on),
    (at, _how, on) =>
      at % 4 ? Promise.resolve() : sql`DELETE FROM work_items WHERE id = ${one(epics, at)}`.execute(on),
    async (at) => {
      epics.push((await build.epic({ group: at % 2 ? sub : group })).id);
    },
    async (at, _how, on) => {
      const gone = one(milestones, at);
      await sql`DELETE FROM milestones WHERE id = ${gone.id}`.execute(on);
      const namespace = gone.namespaceId === group.id ? group : secret;
      milestones[milestones.indexOf(gone)] = await build.milestone({ namespace, title: gone.title });
    },
    (_at, _how, on) => settle(on),
  ];
  return { group, sub, changes, rareChanges };
}

/** The epics whose latest milestone differs from its definition, in one statement. */
async function wrongLatest(on: Db, { viewer }: Pick<Context, 'viewer'>, rootId: NamespaceId): Promise<WorkItemId[]> {
  const all = sql`(SELECT e.id FROM work_items e WHERE e.type = 'epic' AND e.root_id = ${rootId})`;
  const { rows } = await sql<{ id: WorkItemId }>`
    SELECT epic.id FROM ${all} AS epic LEFT JOIN (${latestMilestones({ viewer, asOf: null }, rootId, all)}) AS found ON found.id = epic.id
    WHERE found.value IS DISTINCT FROM (
      SELECT m.id FROM work_items child JOIN namespaces home ON home.id = child.namespace_id
      JOIN milestones m ON m.id = child.milestone_id JOIN namespaces mn ON mn.id = m.namespace_id
      WHERE child.parent_id = epic.id AND child.type <> 'epic' AND ${visibleWorkItems(viewer, 'child', 'home')}
        AND ${visibleNamespaces(viewer, 'mn')}
      ORDER BY m.due_date DESC NULLS LAST, m.id LIMIT 1)`.execute(on);
  return rows.map(({ id }) => id);
}

interface Known extends GuardedWorkItem {
  id: WorkItemId;
  parentId: WorkItemId | null;
  milestone: string | null;
}

/** All items as the policy needs them, read from stored rows only. */
async function everything(db: Db): Promise<Known[]> {
  const { rows } = await sql<Omit<Known, 'scope'> & Known['scope']>`
    SELECT w.id, w.type, w.parent_id, w.is_confidential, w.author_id, false AS is_archived, m.title AS milestone,
      w.id IN (SELECT work_item_id FROM hidden_work_items) AS is_hidden, n.id AS namespace_id, n.traversal_ids, n.visibility,
      n.disabled_features,
      ARRAY(SELECT a.user_id FROM work_item_assignees a WHERE a.work_item_id = w.id) AS confidant_ids
    FROM work_items w JOIN namespaces n ON n.id = w.namespace_id LEFT JOIN milestones m ON m.id = w.milestone_id
    ORDER BY w.id`.execute(db);
  return rows.map((row) => ({ ...row, scope: row }));
}

const fits = (titles: readonly string[], value: string): boolean => {
  if (value === 'None') return titles.length === 0;
  return value === 'Any' ? titles.length > 0 : titles.includes(value);
};

/** The expected epics of a list, by definition. */
function expected(
  items: readonly Known[],
  viewer: Viewer,
  scope: ListScope,
  { is, not }: WorkItemFilter,
): WorkItemId[] {
  const seen = items.filter((item) => workItemPolicy.read(viewer, item));
  const passes = (epic: Known) => {
    const titles = seen
      .filter(({ parentId, type }) => parentId === epic.id && type !== 'epic')
      .flatMap(({ milestone }) => milestone ?? []);
    const has = ({ milestoneTitle = [] }: FilterFields) => milestoneTitle.some((value) => fits(titles, value));
    return (!is.milestoneTitle || has(is)) && !has(not);
  };
  const { of, includeDescendants } = scope;
  const isIn = ({ scope }: Known) =>
    scope.namespaceId === of.id || (includeDescendants === true && scope.traversalIds.includes(of.id));
  return seen.filter((item) => item.type === 'epic' && isIn(item) && passes(item)).map(({ id }) => id);
}

const filters: readonly WorkItemFilter[] = [
  ...[['None'], ['Any'], ['spring'], ['None', 'autumn'], ['Any', 'spring']].map((milestoneTitle) => ({
    is: { milestoneTitle },
    not: {},
    or: {},
  })),
  ...[['None'], ['Any'], ['autumn']].map((milestoneTitle) => ({ is: {}, not: { milestoneTitle }, or: {} })),
];

async function listed(ctx: Context, scope: ListScope, filter: WorkItemFilter, limit: number): Promise<WorkItemId[]> {
  const order = { by: 'createdAt', isDescending: false } as const;
  const listing: WorkItemListing = { scope, types: ['epic'], filter, order };
  const ids: WorkItemId[] = [];
  for (let cursor: readonly unknown[] | null = null; ;) {
    const rows = await workItemsAfter(ctx, listing, { limit, isBackward: false, cursor });
    const page = rows.slice(0, limit);
    ids.push(...page.map(({ id }) => id));
    const end = page.at(-1);
    if (rows.length <= limit || !end) break;
    cursor = listKey(end);
  }
  expect(await countWorkItems(ctx, listing)).toBe(ids.length);
  return ids.toSorted((a, b) => a - b);
}

describe('the milestones of epics', () => {
  test('GQ-RM-13: a filter matches by visible issues, whatever changed and whether it was recomputed', async ({
    as,
    build,
    db,
    services,
  }) => {
    const { group, sub, changes, rareChanges } = await buildTree(build);
    const people = ['nobody', 'otto', 'gwen', 'dana', 'mina', 'rita', 'paul', 'ada', 'root'] as const;
    const viewers: Viewer[] = [
      ...people.map((name) => as(name).viewer),
      Viewer.ofLink(group.id),
      Viewer.ofLink(sub.id),
    ];
    const scopes: ListScope[] = [group, sub].flatMap((of) => [{ of, includeDescendants: true }, { of }]);
    const question = fc.record({
      viewer: fc.constantFrom(...viewers),
      scope: fc.constantFrom(...scopes),
      filter: fc.constantFrom(...filters),
    });
    const step = fc.record({
      change: fc.constantFrom(...changes, ...changes, ...rareChanges),
      at: fc.nat(40),
      how: fc.nat(40),
    });
    const runs = fc.record({
      steps: fc.array(step, { maxLength: 8 }),
      questions: fc.array(question, { minLength: 20, maxLength: 20 }),
      limit: fc.integer({ min: 2, max: 20 }),
    });
    const check = fc.asyncProperty(runs, async ({ steps, questions, limit }) => {
      for (const { change, at, how } of steps) await change(at, how, db);
      const items = await everything(db);
      for (const { viewer, scope, filter } of questions) {
        const about = JSON.stringify([viewer.key, scope.of.fullPath, scope.includeDescendants, filter]);
        const ids = await listed(new Context(services, viewer), scope, filter, limit);
        expect({ about, ids }).toEqual({ about, ids: expected(items, viewer, scope, filter) });
      }
      for (const { viewer } of questions.slice(0, 4))
        expect([viewer.key, await wrongLatest(db, { viewer }, group.id)]).toEqual([viewer.key, []]);
    });
    // Changes accumulate over the runs, so a shorter sequence would not reproduce them.
    await fc.assert(check, { numRuns: 25, endOnFailure: true });
    await settle(db);
    await fc.assert(check, { numRuns: 5, endOnFailure: true });
  });

  test('are correct at every moment during concurrent changes and recomputation', async ({ as, build, db }) => {
    const { group, changes } = await buildTree(build);
    const own = connect(targetOf(db), { size: 8 });
    const viewers = (['nobody', 'dana', 'root'] as const).map((name) => as(name).viewer);
    /** The number of epics whose stored value differs from their issues, in one statement. */
    const wrong = async (viewer: Viewer) => {
      const { rows } = await sql<{ id: WorkItemId }>`
        SELECT w.id FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
        WHERE w.type = 'epic' AND w.root_id = ${group.id} AND ${visibleWorkItems(viewer)}
          AND (w.id IN (${unplannedFor(viewer, group.id) ?? sql`NULL`})) = EXISTS (
            SELECT FROM work_items child JOIN namespaces home ON home.id = child.namespace_id
            WHERE child.parent_id = w.id AND child.type <> 'epic' AND child.milestone_id IS NOT NULL AND ${visibleWorkItems(viewer, 'child', 'home')})`.execute(
        own.db,
      );
      return [...rows.map(({ id }) => id), ...(await wrongLatest(own.db, { viewer }, group.id))];
    };
    const writing = new AbortController();
    const { signal } = writing;
    const write = async (writer: number) => {
      for (let turn = 0; turn < 60; turn++) {
        const number = turn * 13 + writer * 29;
        const work = (on: Db) => one(changes, number)(number * 3, turn + writer, on);
        // Some transactions are rolled back, and some hold their locks to make others wait.
        const isUndone = turn % 7 === 3;
        await own.db
          .transaction()
          .execute(async (trx) => {
            await work(trx);
            if (turn % 5 === 0) await one(changes, 0)(number + 1, turn, trx);
            if (isUndone) throw new RangeError('undone');
          })
          .catch((error: unknown) => {
            const isDeadlock = (error as { code?: string }).code === '40P01';
            if (!isDeadlock && !(error instanceof RangeError)) throw error;
          });
      }
    };
    const read = async () => {
      while (!signal.aborted) for (const viewer of viewers) expect(await wrong(viewer)).toEqual([]);
    };
    const keepSettling = async () => {
      while (!signal.aborted) {
        await moveNext(own.db);
        await settleUnplannedEpics(own.db);
      }
    };
    try {
      const written = Promise.all([0, 1, 2, 3].map(write)).finally(() => writing.abort());
      await Promise.all([written, read(), keepSettling(), keepSettling()]);
      await settle(own.db);
      for (const viewer of viewers) expect(await wrong(viewer)).toEqual([]);
      // Nothing is pending, and the stored values equal a recomputation.
      const { rows } = await sql<{ waiting: number; differing: number; outdated: number }>`
        SELECT (SELECT count(*) FROM unplanned_epics_waiting) AS waiting, (
          SELECT count(*) FROM (
            SELECT * FROM unplanned_among(ARRAY(SELECT id FROM work_items WHERE type = 'epic')) AS f WHERE f.audience > 0
          ) AS found FULL JOIN unplanned_epics e USING (work_item_id, namespace_id, audience, near_audience)
          WHERE found IS NULL OR e IS NULL
        ) AS differing, (
          SELECT count(*) FROM latest_milestones_among(ARRAY(SELECT id FROM work_items WHERE type = 'epic')) AS found
          FULL JOIN latest_milestones l USING (work_item_id)
          WHERE (found.milestone_id, found.has_withheld) IS DISTINCT FROM (l.milestone_id, l.has_withheld)
        ) AS outdated`.execute(db);
      expect(rows).toEqual([{ waiting: 0, differing: 0, outdated: 0 }]);
    } finally {
      writing.abort();
      await own.db.destroy();
    }
  });
});
