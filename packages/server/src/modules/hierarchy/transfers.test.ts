import { ForbiddenError, TransferInProgressError, ValidationError } from '@milepost/core/errors';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { sessionHeaders, test as base } from '../../testing/http.ts';
import type { CastName } from '../../testing/cast.ts';
import { scheduleDeletion, setArchived } from '../namespaces/commands/lifecycle.ts';
import { transferNamespace } from '../namespaces/commands/transfers.ts';
import { findVisibleProject } from '../namespaces/commands.ts';
import { createGroup, updateGroup } from '../namespaces/commands/writing.ts';
import { pendingTransfers, transferOf } from '../namespaces/store/transfers.ts';
import { namespaceById, type Namespace } from '../namespaces/store.ts';
import { promoteLabel } from '../labels/commands.ts';
import { promoteMilestone } from '../milestones/commands.ts';
import { createWorkItem, updateWorkItem } from '../work-items/commands.ts';
import { runTransfer } from './commands/transfers.ts';
import { rollupSeenBelow } from './store/rollups.ts';

/** With so many items a transfer is done by a job. */
const MAX_ITEMS = 1;

const test = base.extend('big', async ({ as, build, db }) => {
  const group = await build.group({ visibility: 'public' });
  const sub = await build.group({ parent: group });
  const project = await build.project({ group: sub });
  const parent = await build.epic({ group });
  const epic = await build.epic({ group: sub, parent, title: 'Wheel' });
  const issue = await build.issue({ project, parent: epic, weight: 3 });
  const target = await build.group({ visibility: 'public' });
  const start = (of: Namespace = group, to: Namespace | null = target, who: CastName = 'ada') =>
    transferNamespace(as(who), of.kind, of.id, to?.id ?? null, {}, MAX_ITEMS);
  const roots = async () => {
    const rows = await db
      .selectFrom('workItems')
      .select('rootId')
      .where('id', 'in', [parent.id, epic.id, issue.id])
      .execute();
    return [...new Set(rows.map(({ rootId }) => rootId))];
  };
  /** How many are read-only, and whether a job is to do it. */
  const state = async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(transfer_started_at)::integer AS count FROM namespaces WHERE ${group.id} = ANY(traversal_ids)`.execute(
      db,
    );
    return {
      readOnly: rows[0]?.count,
      isPending: (await pendingTransfers(db)).includes(group.id),
      roots: await roots(),
    };
  };
  return { group, sub, project, parent, epic, issue, target, start, state };
});

describe('a transfer of many items', () => {
  test('TM-LM-03: is answered at once, refuses changes, and blocks no reads', async ({
    as,
    big,
    build,
    call,
    db,
    send,
    services,
    world,
  }) => {
    const headers = await sessionHeaders(world, world.userIds.ada);
    const { group, sub, project, epic, issue, target } = big;
    const beside = await build.epic({ group: target, title: 'Beside' });
    const answer = await big.start();
    expect(answer).toMatchObject({ id: group.id, fullPath: group.fullPath, archivedAt: null });
    expect(await big.state()).toEqual({ readOnly: 3, isPending: true, roots: [group.id] });

    const changes = [
      () => updateWorkItem(as('ada'), issue.id, { title: 'Late' }),
      async () =>
        createWorkItem(as('ada'), {
          type: 'issue',
          namespace: await findVisibleProject(as('ada'), project.id),
          title: 'Late',
        }),
      () => createGroup(as('ada'), { name: 'late', path: 'late', parent: sub.id }),
      () => updateGroup(as('ada'), group.id, { path: 'late' }),
      () => setArchived(as('ada'), 'group', sub.id, true),
      () => scheduleDeletion(as('ada'), 'group', group.id),
      () => big.start(sub, target),
    ];
    for (const change of changes) await expect(change()).rejects.toThrow(TransferInProgressError);
    const refused = await call<{ message: string }>('ada', 'PUT', `/projects/${project.id}/issues/${issue.iid}`, {
      title: 'Late',
    });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toMatch(/^This group or project is being transferred\./);

    // Another transaction keeps the job waiting at its end, after it has written the items.
    const kept = await db.startTransaction().execute();
    await sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${`namespaces:${target.id}`}, 0))`.execute(kept);
    const job = runTransfer(services, group.id);
    await expect.poll(async () => (await transferOf(db, group.id))?.progress).toBe(99);
    const issues = await call<unknown[]>('ada', 'GET', `/groups/${group.id}/issues`);
    expect([issues.status, issues.body.length]).toEqual([200, 1]);
    expect((await call<unknown[]>('ada', 'GET', `/groups/${target.id}/issues`)).body).toEqual([]);
    await updateWorkItem(as('ada'), beside.id, { title: 'Changed meanwhile' });
    const settings = await send({ url: `/groups/${group.fullPath}/-/settings.json`, headers });
    expect(settings.body).toMatchObject({
      transferring: true,
      transfer: { status: 'pending', progress: 99, failure: null },
    });
    await kept.commit().execute();
    await job;

    expect(await namespaceById(db, sub.id)).toMatchObject({
      fullPath: `${target.path}/${group.path}/${sub.path}`,
      rootId: target.id,
      transferStartedAt: null,
    });
    expect(await big.state()).toEqual({ readOnly: 0, isPending: false, roots: [target.id] });
    expect(await transferOf(db, group.id)).toMatchObject({ status: 'done', progress: 100 });
    await updateWorkItem(as('ada'), epic.id, { title: 'Afterwards' });
    expect((await call<unknown[]>('ada', 'GET', `/groups/${target.id}/issues`)).body).toHaveLength(1);
  });

  test('refuses that labels and milestones above become those of its items meanwhile', async ({
    as,
    big,
    build,
    db,
  }) => {
    const { group, sub, project, issue } = big;
    const beside = await build.project({ group });
    const [label] = [
      await build.label({ namespace: beside, title: 'bug' }),
      await build.label({ namespace: project, title: 'bug', on: [issue] }),
    ];
    const milestone = await build.milestone({ namespace: beside, title: 'v1' });
    await big.start(sub, null);
    await expect(promoteLabel(as('ada'), label.id)).rejects.toThrow(TransferInProgressError);
    await expect(promoteMilestone(as('ada'), milestone.id)).rejects.toThrow(TransferInProgressError);
    // Who may not promote does not learn of the transfer.
    await expect(promoteLabel(as('gwen'), label.id)).rejects.toThrow(ForbiddenError);
    await runTransfer(as('ada').services, sub.id);
    await promoteMilestone(as('ada'), milestone.id);
    const promoted = await promoteLabel(as('ada'), label.id);
    const rows = await db.selectFrom('workItemLabels').select('labelId').where('workItemId', '=', issue.id).execute();
    expect(rows).not.toContainEqual({ labelId: promoted.id });
  });

  test('a project is transferred in the same way', async ({ big, build, services }) => {
    const { project, target, issue } = big;
    await build.issue({ project });
    expect((await big.start(project)).fullPath).toBe(project.fullPath);
    await runTransfer(services, project.id);
    expect(await namespaceById(services.db, project.id)).toMatchObject({ parentId: target.id });
    const row = await services.db
      .selectFrom('workItems')
      .select(['rootId', 'parentId'])
      .where('id', '=', issue.id)
      .executeTakeFirstOrThrow();
    // Its epic stayed in the other top-level group.
    expect(row).toEqual({ rootId: target.id, parentId: null });
  });

  test('is checked before it is answered', async ({ as, big, build }) => {
    const { group, target } = big;
    await build.group({ parent: target, path: group.path.toUpperCase(), visibility: 'public' });
    await expect(big.start()).rejects.toThrow('Path has already been taken');
    const hidden = await build.group({ visibility: 'private' });
    await expect(big.start(group, hidden)).rejects.toThrow(/public is not allowed/);
    await expect(big.start(group, target, 'dana')).rejects.toThrow(ForbiddenError);
    expect((await big.state()).readOnly).toBe(0);
    // A group cannot be transferred while a part of it is being transferred.
    await big.start(big.sub, null);
    await expect(transferNamespace(as('ada'), 'group', group.id, hidden.id)).rejects.toThrow(ValidationError);
  });

  test('leaves the old state and gives the reason when it fails', async ({ as, big, build, db, services }) => {
    const { group, target, issue } = big;
    await big.start();
    await build.group({ parent: target, path: group.path, visibility: 'public' });
    await runTransfer(services, group.id);
    expect(await transferOf(db, group.id)).toMatchObject({ status: 'failed', failure: 'Path has already been taken' });
    expect(await big.state()).toEqual({ readOnly: 0, isPending: false, roots: [group.id] });
    await updateWorkItem(as('ada'), issue.id, { title: 'Open again' });
    expect((await namespaceById(db, group.id))?.fullPath).toBe(group.fullPath);
  });

  test('resumes on another server when the first one stops', async ({ big, services }) => {
    const { group, target } = big;
    await big.start();
    await expect(runTransfer(services, group.id, AbortSignal.abort())).rejects.toThrow(/abort/);
    expect(await big.state()).toEqual({ readOnly: 3, isPending: true, roots: [group.id] });
    await Promise.all([runTransfer(services, group.id), runTransfer(services, group.id)]);
    expect(await big.state()).toEqual({ readOnly: 0, isPending: false, roots: [target.id] });
  });

  test('gives items what a direct transfer gives them, and a crash in the middle leaves everything as it was', async ({
    as,
    build,
    call,
    db,
    services,
    world,
  }) => {
    const makeTree = async () => {
      const from = await build.group({ visibility: 'private' });
      const target = await build.group({ visibility: 'private' });
      const moved = await build.group({ parent: from, visibility: 'private' });
      const [project, stays] = [await build.project({ group: moved }), await build.project({ group: from })];
      const above = await build.epic({ group: from });
      const inner = await build.epic({ group: moved, parent: above });
      const issue = await build.issue({ project, parent: inner, weight: 3 });
      const torn = await build.issue({ project, parent: above, weight: 5 });
      const left = await build.issue({ project: stays, parent: inner, weight: 7 });
      const dates = { startDate: '2026-03-01', dueDate: '2026-03-31' };
      const spring = await build.milestone({ namespace: from, title: 'Spring', ...dates });
      await build.label({ namespace: from, title: 'bug', on: [issue, inner, left] });
      await build.label({ namespace: from, title: 'area', on: [issue] });
      await build.label({ namespace: target, title: 'area' });
      for (const { id } of [issue, left]) await updateWorkItem(as('ada'), id, { milestoneId: spring.id });
      // Otto is a member of the target alone, and Dana of the former group.
      await build.member(target, 'otto', 'reporter');
      await db
        .deleteFrom('members')
        .where('namespaceId', '=', target.id)
        .where('userId', '=', world.userIds.dana)
        .execute();
      const seen = async () => {
        const counts: Record<string, (number | string)[]> = {};
        for (const who of ['otto', 'dana', 'ada'] as const) {
          counts[who] = [];
          for (const [group, kind] of [from, target].flatMap((each) => [
            [each, 'issues'] as const,
            [each, 'epics'] as const,
          ])) {
            const { status, body } = await call<unknown[]>(who, 'GET', `/groups/${group.id}/${kind}`);
            counts[who].push(status === 200 ? body.length : status);
          }
        }
        return counts;
      };
      const state = async () => {
        const { rows } = await sql`
          SELECT w.title, w.root_id = ${target.id} AS is_moved, w.parent_id IS NOT NULL AS has_parent, cardinality(w.ancestor_ids) AS depth,
            w.due_date::text, t.root_id = w.root_id AS is_title_moved, coalesce(r.root_id = w.root_id, true) AS is_rank_moved,
            (SELECT m.namespace_id - ${from.id} FROM milestones m WHERE m.id = w.milestone_id) AS milestone,
            (SELECT m.namespace_id - ${from.id} FROM milestones m WHERE m.id = w.due_date_sourcing_milestone_id) AS source,
            ARRAY(SELECT DISTINCT m.namespace_id - ${from.id} FROM timebox_events e JOIN milestones m ON m.id = e.milestone_id WHERE e.work_item_id = w.id) AS charted,
            ARRAY(SELECT l.title || ' ' || l.namespace_id - ${from.id} FROM work_item_labels wl JOIN labels l ON l.id = wl.label_id
              WHERE wl.work_item_id = w.id ORDER BY l.title) AS labels,
            EXISTS (SELECT FROM work_item_past_labels past WHERE past.work_item_id = w.id) AS lost_labels,
            EXISTS (SELECT FROM work_item_past past WHERE past.work_item_id = w.id AND past.old ? 'parent_id') AS lost_parent
          FROM work_items w JOIN work_item_titles t ON t.work_item_id = w.id LEFT JOIN issue_ranks r ON r.work_item_id = w.id
          WHERE w.id = ANY(${[above, inner, issue, torn, left].map(({ id }) => id)}::bigint[]) ORDER BY w.id`.execute(
          db,
        );
        const sums = [];
        for (const item of [above, inner]) {
          const { openedIssues, openedEpics, openedWeight } = await rollupSeenBelow(as('root'), item);
          sums.push([openedIssues, openedEpics, openedWeight]);
        }
        return { items: rows.map((row) => ({ ...(row as object), title: '' })), sums };
      };
      return { moved, target, state, seen };
    };
    const seenBefore = { otto: [404, 404, 0, 0], dana: [3, 2, 404, 404], ada: [3, 2, 0, 0] };
    const seenAfter = { otto: [404, 404, 2, 1], dana: [1, 1, 404, 404], ada: [1, 1, 2, 1] };
    const [one, other] = [await makeTree(), await makeTree()];
    const before = await other.state();
    for (const { seen } of [one, other]) expect(await seen()).toEqual(seenBefore);
    await transferNamespace(as('ada'), 'group', one.moved.id, one.target.id);
    await transferNamespace(as('ada'), 'group', other.moved.id, other.target.id, {}, MAX_ITEMS);
    expect(await other.seen()).toEqual(seenBefore);
    // PostgreSQL ends the connection after the items were written.
    await sql`CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`.execute(db);
    await sql`CREATE TRIGGER dies AFTER UPDATE ON work_item_labels EXECUTE FUNCTION end_connection()`.execute(db);
    await expect(runTransfer(services, other.moved.id)).rejects.toThrow(/terminat/i);
    await sql`DROP FUNCTION end_connection CASCADE`.execute(db);
    expect(await transferOf(db, other.moved.id)).toMatchObject({ status: 'pending' });
    expect([await other.state(), await other.seen()]).toEqual([before, seenBefore]);
    await runTransfer(services, other.moved.id);
    for (const { seen } of [one, other]) expect(await seen()).toEqual(seenAfter);
    const direct = await one.state();
    expect(await other.state()).toEqual(direct);
    expect(direct.sums).toEqual([
      [0, 0, 0],
      [1, 0, 3],
    ]);
    expect(direct.items).toMatchObject([
      { isMoved: false, depth: 0 },
      {
        isMoved: true,
        hasParent: false,
        milestone: null,
        source: 2,
        dueDate: '2026-03-31',
        labels: ['bug 2'],
        lostLabels: false,
      },
      { isMoved: true, hasParent: true, milestone: 2, labels: ['area 1', 'bug 2'], charted: [2] },
      { isMoved: true, hasParent: false },
      { isMoved: false, hasParent: false, milestone: 0, labels: ['bug 0'] },
    ]);
  });
});
