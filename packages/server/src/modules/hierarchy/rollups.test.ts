import { setTimeout } from 'node:timers/promises';
import { DomainError } from '@milepost/core/errors';
import { audiences, contributionOf, nothingBelow, rollupFields, sumOf, type Rollup } from '@milepost/core/hierarchy';
import type { MilestoneId, WorkItemId } from '@milepost/core/ids';
import { visibilities } from '@milepost/core/roles';
import { healthStatuses, workItemStates, workItemTypes } from '@milepost/core/work-items';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { CastName } from '../../testing/cast.ts';
import { test } from '../../testing/test.ts';
import { createMilestone, updateMilestone } from '../milestones/commands.ts';
import type { Milestone } from '../milestones/store.ts';
import { updateGroup, updateProject } from '../namespaces/commands/writing.ts';
import { namespaceById, type Namespace } from '../namespaces/store.ts';
import { createWorkItem, deleteWorkItem, updateWorkItem } from '../work-items/commands.ts';
import type { WorkItem } from '../work-items/store.ts';
import type { WorkItemRow } from '../work-items/table.ts';
import { addChild, setChildPosition, removeChild } from './commands.ts';
import { recomputeRollups } from './commands/recompute.ts';
import { foldAll } from './jobs.ts';
import { moveNextAudiences } from './store/audiences.ts';
import { foldChanges, foldDeltas } from './store/folding.ts';
import { rollupKey, rollupSeenBelow, rollupsFor } from './store/rollups.ts';

const WORKERS = 6;
const STEPS = 200;

/** Reproducible pseudo-random numbers (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const dayOf = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10);

interface Playground {
  groups: Namespace[];
  projects: Namespace[];
  milestones: Milestone[];
  items: WorkItemId[];
}

/** One random change, as a person would make it; refusals by the rules are fine. */
async function step(ctx: Context, ground: Playground, random: () => number): Promise<void> {
  const pick = <Each>(list: readonly Each[]): Each => list[Math.floor(random() * list.length)] as Each;
  const anyItem = () => pick(ground.items);
  const day = () => (random() < 0.2 ? null : dayOf(Math.floor(random() * 400)));
  const parentId = random() < 0.7 && ground.items.length > 0 ? anyItem() : null;
  const milestoneId = (): MilestoneId | null => (random() < 0.2 ? null : pick(ground.milestones).id);
  const choice = random();
  if (choice < 0.12 || ground.items.length < 20) {
    const epic = { namespace: pick(ground.groups), type: 'epic', title: 'Epic', parentId } as const;
    const dates = random() < 0.5 ? { startDateFixed: day(), startDateIsFixed: true } : { dueDateFixed: day() };
    ground.items.push((await createWorkItem(ctx, { ...epic, ...dates })).id);
  } else if (choice < 0.26) {
    const type = random() < 0.75 ? 'issue' : 'task';
    const issue = { namespace: pick(ground.projects), type, title: 'Issue', parentId } as const;
    const more = { weight: Math.floor(random() * 9), healthStatus: pick([...healthStatuses, null]) };
    ground.items.push((await createWorkItem(ctx, { ...issue, ...more, milestoneId: milestoneId() })).id);
  } else if (choice < 0.4) {
    await updateWorkItem(ctx, anyItem(), { stateEvent: random() < 0.6 ? 'close' : 'reopen' });
  } else if (choice < 0.44) {
    await updateWorkItem(ctx, anyItem(), { isConfidential: random() < 0.5 });
  } else if (choice < 0.45) {
    await updateProject(ctx, pick(ground.projects).id, { visibility: pick(visibilities) });
  } else if (choice < 0.46) {
    // Left to the worker that moves audiences.
    await sql`UPDATE namespaces SET visibility = ${pick(visibilities)} WHERE id = ${pick(ground.projects).id}`.execute(
      ctx.db,
    );
  } else if (choice < 0.5) {
    await updateWorkItem(ctx, anyItem(), { weight: Math.floor(random() * 9), healthStatus: pick(healthStatuses) });
  } else if (choice < 0.62) {
    await addChild(ctx, { parentId: anyItem(), childId: anyItem() });
  } else if (choice < 0.7) {
    await updateWorkItem(ctx, anyItem(), { parentId, stateEvent: random() < 0.5 ? 'close' : 'reopen' });
  } else if (choice < 0.74) {
    const childId = anyItem();
    const child = await ctx.db.selectFrom('workItems').select('parentId').where('id', '=', childId).executeTakeFirst();
    if (child?.parentId) await removeChild(ctx, { parentId: child.parentId, childId });
  } else if (choice < 0.8) {
    await setChildPosition(ctx, { parentId: anyItem(), childId: anyItem(), spot: pick(['top', 'end']) });
  } else if (choice < 0.87) {
    await updateWorkItem(ctx, anyItem(), { startDateFixed: day(), startDateIsFixed: random() < 0.4 });
  } else if (choice < 0.92) {
    await updateWorkItem(ctx, anyItem(), { milestoneId: milestoneId() });
  } else if (choice < 0.95) {
    await updateMilestone(ctx, pick(ground.milestones).id, { startDate: dayOf(Math.floor(random() * 200)) });
  } else if (choice < 0.98) {
    await deleteWorkItem(ctx, anyItem());
  } else {
    await foldChanges(ctx.db, 10);
    await foldDeltas(ctx.db, 5);
  }
}

/** Adds a deep tree that counts for more than one audience, since the random changes may leave none. */
async function addKnownTree(ctx: Context, { groups, projects }: Playground): Promise<void> {
  let parentId: WorkItemId | null = null;
  for (let depth = 0; depth < 4; depth++) {
    const namespace = groups[depth % groups.length] as Namespace;
    parentId = (await createWorkItem(ctx, { namespace, type: 'epic', title: 'Known', parentId })).id;
  }
  for (const [index, visibility] of (['public', 'private'] as const).entries()) {
    const namespace = projects[index] as Namespace;
    await createWorkItem(ctx, { namespace, type: 'issue', title: 'Known', weight: 8, parentId });
    await updateProject(ctx, namespace.id, { visibility });
  }
}

/** The expected paths, roll-ups and dates, computed from parents alone. */
async function expected(db: Db) {
  const rows = await db.selectFrom('workItems').selectAll().execute();
  const milestones = new Map((await db.selectFrom('milestones').selectAll().execute()).map((each) => [each.id, each]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const childrenOf = (id: WorkItemId) => rows.filter((row) => row.parentId === id);
  const pathOf = (row: WorkItemRow): WorkItemId[] => {
    const parent = row.parentId === null ? undefined : byId.get(row.parentId);
    return parent ? [...pathOf(parent), parent.id] : [];
  };
  const seenBy = new Map(
    (await db.selectFrom('namespaces').selectAll().execute()).map((each) => [each.id, each.visibility]),
  );
  const audienceOf = (row: WorkItemRow): number => {
    if (row.isConfidential) return audiences.insiders;
    const visibility = seenBy.get(row.namespaceId) ?? 'private';
    return { private: audiences.members, internal: audiences.signedIn, public: audiences.everyone }[visibility];
  };
  const below = (id: WorkItemId, audience: number): Rollup =>
    childrenOf(id).reduce(
      (sum, child) =>
        sumOf(
          sum,
          sumOf(audienceOf(child) <= audience ? contributionOf(child) : nothingBelow, below(child.id, audience)),
        ),
      { ...nothingBelow },
    );
  const dateOf = (row: WorkItemRow, side: 'start' | 'due'): string | null => {
    if (row.type !== 'epic' || row[`${side}DateIsFixed`]) return row[`${side}DateFixed`];
    const dates = childrenOf(row.id)
      .map((child) =>
        child.type === 'epic'
          ? dateOf(child, side)
          : (milestones.get(child.milestoneId as MilestoneId)?.[`${side}Date`] ?? null),
      )
      .filter((date) => date !== null)
      .sort();
    return (side === 'start' ? dates[0] : dates.at(-1)) ?? null;
  };
  return rows.map((row) => ({
    id: row.id,
    path: pathOf(row),
    rollups: Object.values(audiences).map((audience) => below(row.id, audience)),
    start: dateOf(row, 'start'),
    due: dateOf(row, 'due'),
  }));
}

async function actual(ctx: Context) {
  const fresh = ctx.within(ctx.db);
  const rows = await ctx.db.selectFrom('workItems').selectAll().execute();
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      path: row.ancestorIds,
      rollups: await fresh.loadMany(
        rollupsFor,
        Object.values(audiences).map((audience) => rollupKey(row.id, audience)),
      ),
      start: row.startDate,
      due: row.dueDate,
    })),
  );
}

describe('roll-ups, paths and inherited dates', () => {
  test('equal a count from scratch after more than a thousand concurrent changes on many connections', async ({
    as,
    build,
    db,
  }) => {
    const top = await build.group({ visibility: 'public' });
    const sub = await build.group({ parent: top });
    const projects = [await build.project({ group: top }), await build.project({ group: sub })];
    const milestones: Milestone[] = [];
    for (let number = 0; number < 6; number++) {
      const dates = { startDate: dayOf(number * 20), dueDate: dayOf(600 + number * 20) };
      milestones.push(await createMilestone(as('ada'), top, { title: `M${number}`, ...dates }));
    }
    const ground: Playground = { groups: [top, sub], projects, milestones, items: [] };
    const work = async (seed: number) => {
      const random = randomFrom(seed);
      for (let count = 0; count < STEPS; count++) {
        await step(as('ada'), ground, random).catch((error: unknown) => {
          if (!(error instanceof DomainError)) throw error;
        });
      }
    };
    const moveNext = () => db.transaction().execute((trx) => moveNextAudiences(trx, top.scope.traversalIds, 3));
    const working = new AbortController();
    const move = async () => {
      while (!working.signal.aborted) {
        await moveNext();
        await setTimeout(10);
      }
    };
    const worked = Promise.all(Array.from({ length: WORKERS }, (_each, seed) => work(seed)));
    await Promise.all([worked.finally(() => working.abort()), move()]);
    await addKnownTree(as('ada'), ground);
    while (await moveNext());

    const now = await actual(as('ada'));
    expect(now.length).toBeGreaterThan(100);
    expect(Math.max(...now.map(({ path }) => path.length))).toBeGreaterThan(3);
    expect(now.some(({ rollups }) => (rollups.at(-1)?.openedWeight ?? 0) > 10)).toBe(true);
    expect(
      now.some(({ rollups: [first, ...rest] }) => rest.some((each) => each.openedIssues > (first?.openedIssues ?? 0))),
    ).toBe(true);
    expect(now.some(({ rollups: [first] }) => (first?.openedIssues ?? 0) > 0)).toBe(true);
    expect(now).toEqual(await expected(db));

    await foldAll(db);
    expect(await db.selectFrom('workItemRollupDeltas').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('workItemRollupChanges').selectAll().execute()).toEqual([]);
    expect(await actual(as('ada'))).toEqual(now);
  });

  test('a recomputation corrects all values that were written directly to the database', async ({ as, build, db }) => {
    const top = await build.epic();
    const epic = await build.epic({ parent: top });
    const issue = await build.issue({ parent: epic, weight: 3 });
    const milestone = await createMilestone(as('ada'), await groupOf(db, top), { title: 'M', startDate: '2026-03-01' });
    await sql`UPDATE work_items SET milestone_id = ${milestone.id}, weight = 7, ancestor_ids = ${[epic.id]}::bigint[]
      WHERE id = ${issue.id}`.execute(db);
    const result = await recomputeRollups(as('root'), [top.rootId]);
    expect(result).toEqual({ groups: 1, repairedPaths: 1 });
    const rollup = await rollupSeenBelow(as('root'), top);
    expect(rollup).toMatchObject({ openedEpics: 1, openedIssues: 1, openedWeight: 7 });
    expect(await build.reread(top)).toMatchObject({ startDate: '2026-03-01', startDateSourcingWorkItemId: epic.id });
    expect(await build.reread(epic)).toMatchObject({ startDateSourcingMilestoneId: milestone.id });
    expect(await build.reread(issue)).toMatchObject({ ancestorIds: [top.id, epic.id] });
  });

  test('a change of an item writes one row for all ancestors, counted before and after it is folded', async ({
    as,
    build,
    db,
  }) => {
    const top = await build.epic();
    const issue = await build.issue({ parent: await build.epic({ parent: top }), weight: 3 });
    await foldAll(db);
    await updateWorkItem(as('root'), issue.id, { stateEvent: 'close' });
    const { rows } =
      await sql`SELECT FROM work_item_rollup_changes UNION ALL SELECT FROM work_item_rollup_deltas`.execute(db);
    expect(rows).toHaveLength(1);
    const counted = { openedEpics: 1, openedIssues: 0, closedIssues: 1, openedWeight: 0, closedWeight: 3 };
    expect(await rollupSeenBelow(as('root'), top)).toMatchObject(counted);
    await foldAll(db);
    expect(await rollupSeenBelow(as('root'), top)).toMatchObject(counted);
  });

  test('deleting a project subtracts its issues from every sum above', async ({ as, build, db }) => {
    const top = await build.epic();
    const epic = await build.epic({ parent: top });
    const issue = await build.issue({ parent: epic, weight: 3 });
    const stays = await build.issue({ parent: epic, weight: 1 });
    const task = await build.issue({ type: 'task', parent: issue, project: await groupOf(db, stays) });
    await db.deleteFrom('namespaces').where('id', '=', issue.namespaceId).execute();
    const rollup = await rollupSeenBelow(as('root'), top);
    expect(rollup).toMatchObject({ openedEpics: 1, openedIssues: 1, openedWeight: 1, openedTasks: 0 });
    expect(await build.reread(task)).toMatchObject({ parentId: null, ancestorIds: [] });
  });

  test('counts never include items that the viewer may not see', async ({ as, build }) => {
    const group = await build.group({ visibility: 'public' });
    const inner = await build.group({ parent: group, visibility: 'internal' });
    const top = await build.epic({ group });
    await build.epic({ group, parent: top });
    await build.epic({ group: inner, parent: top });
    await build.epic({ group: await build.group({ parent: group, visibility: 'private' }), parent: top });
    await build.epic({ group, parent: top, confidential: true });
    const seen = async (name: CastName) => (await rollupSeenBelow(as(name), top)).openedEpics;
    expect(await seen('nobody')).toBe(1);
    expect(await seen('otto')).toBe(2);
    expect(await seen('gwen')).toBe(3);
    expect(await seen('paul')).toBe(4);
    expect(await seen('root')).toBe(4);
    await updateGroup(as('ada'), inner.id, { visibility: 'private' });
    expect(await seen('otto')).toBe(1);
    expect(await seen('gwen')).toBe(3);
  });

  test('the database computes an item’s contribution as the rules do', async ({ db }) => {
    for (const type of workItemTypes) {
      for (const state of workItemStates) {
        for (const healthStatus of [...healthStatuses, null]) {
          for (const weight of [null, 0, 5]) {
            const { rows } = await sql<Rollup>`
              SELECT * FROM work_item_contribution(${type}, ${state}, ${weight}, ${healthStatus})`.execute(db);
            expect(rows[0]).toEqual(contributionOf({ type, state, healthStatus, weight }));
          }
        }
      }
    }
    expect(rollupFields).toHaveLength(11);
  });
});

async function groupOf(db: Db, item: Pick<WorkItem, 'namespaceId'>): Promise<Namespace> {
  return (await namespaceById(db, item.namespaceId)) as Namespace;
}
