import { mutation } from '../../../platform/graphql/mutations.ts';
import { findVisibleGroup } from '../../namespaces/commands.ts';
import { GroupRef } from '../../namespaces/graphql.ts';
import { createSnapshot, deleteSnapshot, retrySnapshot, setSnapshotSchedule } from '../commands.ts';
import { readSnapshotId, SnapshotRef, SnapshotScheduleEnum } from '../graphql.ts';

export function mutateSnapshots(): void {
  mutation('roadmapSnapshotCreate', {
    description: "Milepost extension. Saves a snapshot of a group's roadmap in the background",
    input: (t) => ({
      groupPath: t.id({ required: true }),
      name: t.string({ required: true }),
      note: t.string(),
    }),
    resolve: async ({ groupPath, name, note }, ctx) =>
      createSnapshot(ctx, await findVisibleGroup(ctx, groupPath), { name, note: note ?? null }),
    payload: (t) => ({ snapshot: t.field({ type: SnapshotRef, nullable: true, resolve: ({ result }) => result }) }),
  });
  mutation('roadmapSnapshotRetry', {
    description: 'Milepost extension. Saves a snapshot that failed, as of now',
    input: (t) => ({ id: t.id({ required: true }) }),
    resolve: ({ id }, ctx) => retrySnapshot(ctx, readSnapshotId(id)),
    payload: (t) => ({ snapshot: t.field({ type: SnapshotRef, nullable: true, resolve: ({ result }) => result }) }),
  });
  mutation('roadmapSnapshotDelete', {
    description: 'Milepost extension. Deletes a snapshot',
    input: (t) => ({ id: t.id({ required: true }) }),
    resolve: ({ id }, ctx) => deleteSnapshot(ctx, readSnapshotId(id)),
    payload: (t) => ({ snapshot: t.field({ type: SnapshotRef, nullable: true, resolve: ({ result }) => result }) }),
  });
  mutation('roadmapSnapshotSchedule', {
    description: 'Milepost extension. Sets how often snapshots are saved; null: never',
    input: (t) => ({
      groupPath: t.id({ required: true }),
      frequency: t.field({ type: SnapshotScheduleEnum }),
    }),
    resolve: async ({ groupPath, frequency }, ctx) => {
      const group = await findVisibleGroup(ctx, groupPath);
      await setSnapshotSchedule(ctx, group, frequency ?? null);
      return group;
    },
    payload: (t) => ({ group: t.field({ type: GroupRef, nullable: true, resolve: ({ result }) => result }) }),
  });
}
