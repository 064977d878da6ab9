import { ConflictError, NotFoundError } from '@milepost/core/errors';
import type { BulkUpdateId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { BatchSize } from '../../platform/jobs/batches.ts';
import { test as base } from '../../testing/http.ts';
import type { CastName } from '../../testing/cast.ts';
import { cancelUpdate, MAX_PENDING, undoUpdate } from './commands.ts';
import { runBulkUpdate, updateNext } from './commands/run.ts';
import { resumeBulkUpdatesJob } from './jobs.ts';
import { bulkUpdateById, pendingBulkUpdates } from './store.ts';

interface Shown {
  id: string;
  status: string;
  totalCount: number;
  processedCount: number;
  changedCount: number;
  refusedCount: number;
  undoable: boolean;
  failure: string | null;
  refusals: { reason: string; count: number; workItems: { title: string }[] }[];
}
const fields = `id status failure totalCount processedCount changedCount refusedCount undoable
  refusals { reason count workItems { title } }`;
const ITEMS = 12;

const test = base.extend('bulk', async ({ ask, build, db, services }) => {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ group, visibility: 'public' });
  for (let index = 0; index < ITEMS; index++) await build.issue({ project, title: `Issue ${index}`, author: 'ada' });
  await build.issue({ project, title: 'Beside', weight: 8, author: 'ada' });
  const start = async (who: CastName, filters: string, change: object = { stateEvent: 'CLOSE' }, list = 'ISSUES') => {
    const { data, errors } = await ask<{
      workItemBulkUpdateStart: { errors: string[]; workItemBulkUpdate: Shown | null } | null;
    }>(
      who,
      `mutation ($input: WorkItemBulkUpdateStartInput!) {
        workItemBulkUpdateStart(input: $input) { errors workItemBulkUpdate { ${fields} } } }`,
      { input: { fullPath: group.fullPath, list, filters, title: 'Close', ...change } },
    );
    const answer = data?.workItemBulkUpdateStart;
    const gid = answer?.workItemBulkUpdate?.id ?? '';
    return {
      ...answer,
      refusal: errors?.[0]?.message,
      id: Number(gid.slice(gid.lastIndexOf('/') + 1)) as BulkUpdateId,
    };
  };
  const shown = async (who: CastName): Promise<Shown[]> => {
    const { data } = await ask<{ group: { workItemBulkUpdates: Shown[] } }>(
      who,
      `query ($path: ID!) { group(fullPath: $path) { workItemBulkUpdates { ${fields} } } }`,
      { path: group.fullPath },
    );
    return data.group.workItemBulkUpdates;
  };
  /** The number of events of each item that was closed or reopened. */
  const events = async (name: string): Promise<number[]> => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM events e JOIN work_items w ON w.id = e.work_item_id
      WHERE w.namespace_id = ${project.id} AND e.name = ${name} GROUP BY w.id ORDER BY 1`.execute(db);
    return rows.map(({ count }) => count);
  };
  /** Runs the job as often as it queues itself again. */
  const finish = async (id: BulkUpdateId, size?: number): Promise<void> => {
    do await runBulkUpdate(services, id, undefined, size === undefined ? undefined : inBatchesOf(size));
    while ((await bulkUpdateById(db, id))?.status === 'pending');
  };
  return { group, project, start, shown, events, finish };
});

const inBatchesOf = (rows: number) => new BatchSize({ first: rows, max: rows });
const once = (count: number): number[] => Array.from({ length: count }, () => 1);

test('all items that match a list are closed in batches, each once although the server is killed, and undone once', async ({
  as,
  build,
  bulk,
  db,
  services,
  world,
}) => {
  const { project, start, shown, events, finish } = bulk;
  const { id, workItemBulkUpdate } = await start('paul', 'state=opened&not[weight]=8');
  expect(workItemBulkUpdate).toMatchObject({ status: 'PENDING', totalCount: ITEMS, processedCount: 0 });
  // It did not match at the start.
  await build.issue({ project, title: 'Late', author: 'ada' });

  // The server stops after a batch.
  expect(await updateNext(services, id, 5)).toBe(true);
  expect(await shown('paul')).toMatchObject([
    { status: 'PENDING', processedCount: 5, changedCount: 5, undoable: false },
  ]);
  expect(await events('workItem.closed')).toEqual(once(5));
  // PostgreSQL ends the connection in the middle of a batch: all of it is undone.
  await sql`CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`.execute(db);
  await sql`CREATE TRIGGER dies AFTER UPDATE ON bulk_updates EXECUTE FUNCTION end_connection()`.execute(db);
  await expect(runBulkUpdate(services, id, undefined, inBatchesOf(5))).rejects.toThrow(/terminat/i);
  await sql`DROP FUNCTION end_connection CASCADE`.execute(db);
  expect(await events('workItem.closed')).toEqual(once(5));
  expect((await bulkUpdateById(db, id))?.processed).toBe(5);

  // The next server resumes it. Two workers do not do it twice.
  expect(await pendingBulkUpdates(db)).toEqual([id]);
  await resumeBulkUpdatesJob.run(services, {}, new AbortController().signal);
  await Promise.all([finish(id, 5), finish(id, 5)]);
  expect(await events('workItem.closed')).toEqual(once(ITEMS));
  expect(await shown('paul')).toMatchObject([
    { status: 'DONE', processedCount: ITEMS, changedCount: ITEMS, refusedCount: 0, undoable: true, refusals: [] },
  ]);
  expect(await shown('ada')).toEqual([]);

  await expect(undoUpdate(as('ada'), id)).rejects.toThrow(NotFoundError);
  const undo = await undoUpdate(as('paul'), id);
  await expect(undoUpdate(as('paul'), id)).rejects.toThrow(ConflictError);
  await finish(undo.id);
  expect(await events('workItem.reopened')).toEqual(once(ITEMS));
  expect(await shown('paul')).toMatchObject([{ status: 'DONE', changedCount: ITEMS, undoable: false }]);
  const { rows: audited } = await sql<{ message: string }>`
    SELECT custom_message AS message FROM audit_events WHERE kind = 'bulk_update_started' AND entity_id = ${bulk.group.id}
      AND author_id = ${world.userIds.paul} ORDER BY id`.execute(db);
  expect(audited.map(({ message }) => message.replace(/: .*/, ''))).toEqual([
    `Started a bulk update of ${ITEMS} items`,
    `Started to undo a bulk update of ${ITEMS} items`,
  ]);
});

test('each item is changed with the permissions of that moment, and the result says why others were not', async ({
  as,
  build,
  bulk,
  db,
  services,
  world,
}) => {
  const { group, start, shown, finish } = bulk;
  await build
    .project({ group, visibility: 'public' })
    .then((other) => build.issue({ project: other, title: 'Elsewhere' }));
  const { id } = await start('paul', 'state=all');
  expect(await updateNext(services, id, 4)).toBe(true);
  // The person loses the role, and an item is deleted.
  await db.updateTable('members').set({ accessLevel: 10 }).where('userId', '=', world.userIds.paul).execute();
  await sql`DELETE FROM work_items WHERE title = 'Elsewhere'`.execute(db);
  await finish(id);
  expect(await shown('paul')).toMatchObject([
    {
      status: 'DONE',
      changedCount: 4,
      refusedCount: ITEMS - 2,
      refusals: [
        { reason: 'You do not have permission to do this', count: ITEMS - 3 },
        { reason: 'Work item not found', count: 1, workItems: [] },
      ],
    },
  ]);
  expect((await shown('paul'))[0]?.refusals[0]?.workItems).toHaveLength(5);

  // A bug with one item leaves that one out.
  await sql`CREATE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE 'bug'; RETURN NULL; END $$`.execute(db);
  await sql`CREATE TRIGGER fails AFTER UPDATE ON work_items FOR EACH ROW WHEN (NEW.title = 'Issue 6') EXECUTE FUNCTION fails()`.execute(
    db,
  );
  const second = await start('ada', `state=opened`);
  await expect(runBulkUpdate(services, second.id, undefined, inBatchesOf(8))).rejects.toThrow('bug');
  await finish(second.id, 8);
  await sql`DROP FUNCTION fails CASCADE`.execute(db);
  expect(await shown('ada')).toMatchObject([
    { status: 'DONE', changedCount: ITEMS - 4, refusals: [{ reason: 'An unexpected error occurred', count: 1 }] },
  ]);

  // It ends where it was cancelled, and where the person cannot sign in any more.
  const third = await start('ada', 'state=closed', { stateEvent: 'REOPEN' });
  await updateNext(services, third.id, 3);
  await expect(cancelUpdate(as('paul'), third.id)).rejects.toThrow(NotFoundError);
  await cancelUpdate(as('ada'), third.id);
  await finish(third.id);
  expect((await shown('ada'))[0]).toMatchObject({ status: 'CANCELLED', processedCount: 3, undoable: true });
  const fourth = await start('ada', 'state=closed', { confidential: true });
  await db.updateTable('users').set({ state: 'blocked' }).where('id', '=', world.userIds.ada).execute();
  await finish(fourth.id);
  await db.updateTable('users').set({ state: 'active' }).where('id', '=', world.userIds.ada).execute();
  expect(await bulkUpdateById(db, fourth.id)).toMatchObject({ status: 'failed', processed: 0 });
});

test('a bulk update of a list refuses what is unclear or too much', async ({ build, bulk, db }) => {
  const { start } = bulk;
  expect((await start('gwen', 'state=opened')).refusal).toMatch(/403|permission/i);
  expect((await start('nobody', 'state=opened')).refusal).toBeDefined();
  for (const [filters, error] of [
    ['state=opened&label_nme[]=bug', 'Filters has a parameter that is not used: label_nme[]'],
    ['state=open', 'Filters has a parameter that is not used: state'],
    ['state=closed', 'No items match'],
  ] as const)
    expect((await start('paul', filters)).errors).toEqual([error]);
  expect((await start('paul', 'state=opened', {})).errors).toEqual(['No change is given']);
  const { fullPath } = await build.group({ visibility: 'private', members: { ada: 'owner' } });
  expect((await start('paul', 'state=opened', { stateEvent: 'CLOSE', fullPath })).refusal).toMatch(/does not exist/);
  for (let count = 0; count < MAX_PENDING; count++) expect((await start('paul', '')).errors).toEqual([]);
  expect((await start('paul', '')).errors).toEqual([
    'You have 3 bulk updates in progress. Wait for one of them, or cancel it.',
  ]);
  await db.deleteFrom('bulkUpdates').execute();
});

test('all epics of a list get a label in the background', async ({ build, bulk, db }) => {
  const { group, start, finish } = bulk;
  const epics = [await build.epic({ group, title: 'One' }), await build.epic({ group, title: 'Two' })];
  const label = await build.label({ namespace: group, title: 'bug' });
  const labels = { labelsWidget: { addLabelIds: [`gid://gitlab/Label/${label.id}`] } };
  const { id } = await start('paul', 'state=all&search=o', labels, 'EPICS');
  await finish(id);
  const { rows } = await sql<{ id: number }>`
    SELECT work_item_id AS id FROM work_item_labels WHERE label_id = ${label.id} ORDER BY 1`.execute(db);
  expect(rows.map((row) => row.id)).toEqual(epics.map((epic) => epic.id));
  expect(await bulkUpdateById(db, id)).toMatchObject({ status: 'done', changed: 2, processed: 2 });
});
