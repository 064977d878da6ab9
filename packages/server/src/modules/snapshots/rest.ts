import { recordExport } from '../../platform/audit.ts';
import { NotFoundError } from '@milepost/core/errors';
import type { SnapshotId } from '@milepost/core/ids';
import { MAX_SNAPSHOT_NAME_LENGTH, snapshotSchedules } from '@milepost/core/roadmap/snapshots';
import { Type } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { asDownload } from '../../platform/rest/download.ts';
import { idInput } from '../../platform/rest/input.ts';
import { pageRequest, pagingInput, RestPage } from '../../platform/rest/paging.ts';
import { idParam } from '../../platform/rest/params.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { findVisibleGroup } from '../namespaces/commands.ts';
import type { Namespace } from '../namespaces/store.ts';
import { presentPerson } from '../work-items/rest/presenters.ts';
import { createSnapshot, deleteSnapshot, findSnapshot, retrySnapshot, setSnapshotSchedule } from './commands.ts';
import { comparisonOf } from './commands/comparison.ts';
import { comparisonCsv } from './rest/csv.ts';
import { scheduleOf, snapshotsOf, type Snapshot } from './store.ts';

const tags = ['roadmaps'];
const list = '/groups/:id/roadmap_snapshots';
const one = `${list}/:snapshot_id`;
type Params = Readonly<Record<string, string>>;

const newSnapshot = Type.Object({
  name: Type.String({ description: `1 to ${MAX_SNAPSHOT_NAME_LENGTH} characters, unique in the group without case` }),
  note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

/** Snapshots of a group's roadmap. */
export function addRoutes(routes: Routes): void {
  routes.get(
    list,
    { summary: "Snapshots of a group's roadmap, newest first", tags, input: Type.Object(pagingInput) },
    async ({ params, input }, ctx) => {
      const page = pageRequest(input);
      const snapshots = await snapshotsOf(ctx.db, (await groupAt(ctx, params)).id);
      const rows = snapshots.slice(page.offset, page.offset + page.perPage);
      return new RestPage(await Promise.all(rows.map((row) => present(ctx, row))), snapshots.length, page);
    },
  );
  routes.get(one, { summary: 'One snapshot, with the progress of saving', tags }, async ({ params }, ctx) =>
    present(ctx, await snapshotAt(ctx, params)),
  );
  routes.post(
    list,
    { summary: 'Save a snapshot; a job saves it', tags, signedIn: true, input: newSnapshot },
    async ({ params, input }, ctx) => present(ctx, await createSnapshot(ctx, await groupAt(ctx, params), input)),
  );
  routes.post(
    `${one}/retry`,
    { summary: 'Save a snapshot that failed', tags, signedIn: true },
    async ({ params }, ctx) => present(ctx, await retrySnapshot(ctx, (await snapshotAt(ctx, params)).id)),
  );
  routes.delete(one, { summary: 'Delete a snapshot', tags, signedIn: true }, async ({ params }, ctx) => {
    await deleteSnapshot(ctx, (await snapshotAt(ctx, params)).id);
  });
  addComparison(routes);
  addSchedule(routes);
}

function addComparison(routes: Routes): void {
  routes.get(
    `${one}/compare.csv`,
    {
      summary: 'A snapshot compared with another one, or with today, as CSV',
      tags,
      input: Type.Object({ to: Type.Optional(idInput({ description: 'A snapshot; today by default' })) }),
    },
    async ({ params, input, reply }, ctx) => {
      const { id } = await snapshotAt(ctx, params);
      const comparison = await comparisonOf(ctx, id, input.to ? (input.to as SnapshotId) : null);
      const csv = await comparisonCsv(ctx, comparison);
      await recordExport(ctx, comparison.group, 'a comparison of snapshots as CSV');
      void asDownload(reply, 'text/csv; charset=utf-8', `${comparison.group.path}-comparison.csv`);
      return csv;
    },
  );
}

function addSchedule(routes: Routes): void {
  const path = '/groups/:id/roadmap_snapshot_schedule';
  const presented = async (ctx: Context, { id }: Namespace) => ({ frequency: await scheduleOf(ctx.db, id) });
  routes.get(path, { summary: 'When snapshots are saved; null: never', tags }, async ({ params }, ctx) =>
    presented(ctx, await groupAt(ctx, params)),
  );
  routes.put(
    path,
    {
      summary: 'Set when snapshots are saved',
      tags,
      signedIn: true,
      input: Type.Object({ frequency: Type.Union([Type.Enum([...snapshotSchedules]), Type.Null()]) }),
    },
    async ({ params, input }, ctx) => {
      const group = await groupAt(ctx, params);
      await setSnapshotSchedule(ctx, group, input.frequency);
      return presented(ctx, group);
    },
  );
}

const groupAt = (ctx: Context, params: Params): Promise<Namespace> => findVisibleGroup(ctx, params['id'] ?? '');

/** The snapshot of the path, of the group of the path. */
async function snapshotAt(ctx: Context, params: Params): Promise<Snapshot> {
  const { id } = await groupAt(ctx, params);
  const { snapshot } = await findSnapshot(ctx, idParam<'Snapshot'>(params, 'snapshot_id'));
  if (snapshot.namespaceId !== id) throw new NotFoundError('Snapshot');
  return snapshot;
}

async function present(ctx: Context, snapshot: Snapshot) {
  return {
    id: snapshot.id,
    group_id: snapshot.namespaceId,
    name: snapshot.name,
    note: snapshot.note,
    status: snapshot.status,
    progress: snapshot.progress,
    failure: snapshot.failure,
    schedule: snapshot.schedule,
    author: snapshot.authorId === null ? null : await presentPerson(ctx, snapshot.authorId),
    created_at: snapshot.createdAt,
    taken_at: snapshot.takenAt,
  };
}
