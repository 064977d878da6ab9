import type { Visibility } from '@milepost/core/roles';
import { findVisibleGroup } from '../../modules/namespaces/commands.ts';
import { createSnapshot, deleteSnapshot, findSnapshot, setSnapshotSchedule } from '../../modules/snapshots/commands.ts';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

const group = (build: Builders, visibility: Visibility) => build.group({ visibility });
const snapshot = async (build: Builders, visibility: Visibility) =>
  createSnapshot(build.as('root'), await group(build, visibility), { name: 'Plan' });

export const snapshotPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'see the snapshots of a roadmap',
    least: 'visitor',
    isReading: true,
    given: snapshot,
    perform: (ctx, { id }) => findSnapshot(ctx, id),
  }),
  permission({
    operation: 'save a snapshot of a roadmap',
    least: 'planner',
    given: group,
    perform: async (ctx, { id }) => createSnapshot(ctx, await findVisibleGroup(ctx, id), { name: 'Mine' }),
  }),
  permission({
    operation: 'delete a snapshot of a roadmap',
    least: 'planner',
    given: snapshot,
    perform: (ctx, { id }) => deleteSnapshot(ctx, id),
  }),
  permission({
    operation: 'set when snapshots of a roadmap are saved',
    least: 'maintainer',
    given: group,
    perform: async (ctx, { id }) => setSnapshotSchedule(ctx, await findVisibleGroup(ctx, id), 'weekly'),
  }),
];
