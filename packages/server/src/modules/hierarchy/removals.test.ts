import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { BatchSize } from '../../platform/jobs/batches.ts';
import { acquireLeases, releaseLease } from '../../platform/jobs/leases.ts';
import { jobInSlices } from '../../platform/jobs/resumable.ts';
import { sessionHeaders, test } from '../../testing/http.ts';
import { removeDeleted, restoreNamespace, scheduleDeletion } from '../namespaces/commands/lifecycle.ts';
import { pendingRemovals } from '../namespaces/store/removals.ts';
import { namespaceById } from '../namespaces/store.ts';
import { removeNext, runRemoval } from './commands/removals.ts';
import { removalJob, resumeRemovalsJob } from './jobs.ts';
import { rollupSeenBelow } from './store/rollups.ts';

const inBatchesOf5 = () => new BatchSize({ first: 5, max: 5 });

const ITEMS = 30;

test('TM-GS-20: a group with many items is removed in batches, and a crash leaves the rest to the next server', async ({
  as,
  build,
  db,
  send,
  services,
  world,
}) => {
  const top = await build.group({ visibility: 'public' });
  const group = await build.group({ parent: top, visibility: 'public' });
  const project = await build.project({ group, visibility: 'public' });
  const above = await build.epic({ group: top });
  const epic = await build.epic({ group, parent: above });
  const stays = await build.project({ group: top, visibility: 'public' });
  for (let count = 0; count < ITEMS; count++) await build.issue({ project, parent: epic });
  const kept = await build.issue({ project: stays, parent: epic });
  const count = async () => {
    const { rows } = await sql<{ items: number; namespaces: number }>`
      SELECT (SELECT count(*)::int FROM work_items w JOIN namespaces n ON n.id = w.namespace_id WHERE ${group.id} = ANY(n.traversal_ids)) AS items,
        (SELECT count(*)::int FROM namespaces n WHERE ${group.id} = ANY(n.traversal_ids)) AS namespaces`.execute(db);
    return rows[0];
  };
  await scheduleDeletion(as('ada'), 'group', group.id);
  const path = `${group.fullPath}-deletion_scheduled-${group.id}`;
  await removeDeleted(as('ada'), 'group', group.id, path, 10);
  expect(await count()).toEqual({ items: ITEMS + 1, namespaces: 2 });
  await expect(restoreNamespace(as('ada'), 'group', group.id)).rejects.toThrow('Group is being removed permanently');

  // The server stops after a batch.
  expect(await removeNext(services, group, 5)).toBe(true);
  const left = await count();
  expect(left?.items).toBe(ITEMS + 1 - 5);
  const headers = await sessionHeaders(world, world.userIds.ada);
  const settings = await send({ url: `/groups/${path}/-/settings.json`, headers });
  const share = Math.floor((100 * (ITEMS + 1 - (left?.items ?? 0))) / (ITEMS + 1));
  expect(settings.body).toMatchObject({ removal_progress: share });
  // PostgreSQL ends the connection in the middle of a batch: all of it is undone.
  await sql`CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`.execute(db);
  await sql`CREATE TRIGGER dies AFTER UPDATE ON namespace_removals EXECUTE FUNCTION end_connection()`.execute(db);
  await expect(runRemoval(services, group.id, undefined, inBatchesOf5())).rejects.toThrow(/terminat/i);
  await sql`DROP FUNCTION end_connection CASCADE`.execute(db);
  expect(await count()).toEqual(left);

  expect(await pendingRemovals(db)).toEqual([group.id]);
  await resumeRemovalsJob.run(services, {}, new AbortController().signal);
  await Promise.all([
    runRemoval(services, group.id, undefined, inBatchesOf5()),
    runRemoval(services, group.id, undefined, inBatchesOf5()),
  ]);
  expect(await count()).toEqual({ items: 0, namespaces: 0 });
  expect(await namespaceById(db, group.id)).toBeNull();
  expect(await pendingRemovals(db)).toEqual([]);
  expect(await build.reread(kept)).toMatchObject({ parentId: null, ancestorIds: [] });
  expect(await rollupSeenBelow(as('root'), above)).toMatchObject({ openedIssues: 0, openedEpics: 0 });
  const { rows: audited } = await sql<{ actor: number | null }>`
    SELECT actor_id AS actor FROM events WHERE name = 'namespace.deleted' AND data ->> 'fullPath' = ${path}`.execute(
    db,
  );
  expect(audited).toEqual([{ actor: world.userIds.ada }]);
});

test('a removal that another worker is at is left to it, and one that takes long lets other jobs run', async ({
  as,
  build,
  db,
  services,
}) => {
  const group = await build.group({ visibility: 'public' });
  for (let count = 0; count < 3; count++) await build.epic({ group });
  await scheduleDeletion(as('ada'), 'group', group.id);
  await removeDeleted(as('ada'), 'group', group.id, `${group.fullPath}-deletion_scheduled-${group.id}`, 1);
  const { signal } = new AbortController();
  const [holder, lease] = [randomUUID(), `${removalJob.name}.${group.id}`];
  await acquireLeases(db, holder, [lease], 60);
  await removalJob.run(services, { namespaceId: group.id }, signal);
  expect(await namespaceById(db, group.id)).not.toBeNull();
  await releaseLease(db, holder, lease);
  await removalJob.run(services, { namespaceId: group.id }, signal);
  expect(await namespaceById(db, group.id)).toBeNull();

  const queued: number[] = [];
  const long = jobInSlices({
    name: 'test.long',
    key: 'id',
    work: async (_services, _id, slice) => {
      if (!slice.aborted) await once(slice, 'abort');
    },
    queue: (_db, id: number) => Promise.resolve(void queued.push(id)),
    sliceMs: 1,
  });
  await long.run(services, { id: 7 }, signal);
  // A server that stops queues nothing: the next one does.
  await long.run(services, { id: 8 }, AbortSignal.abort());
  expect(queued).toEqual([7]);
});
