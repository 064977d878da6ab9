import type { Module } from '../../platform/rooms/module.ts';
import { plugInDrift } from '../roadmaps/sockets.ts';
import { driftTextSince } from './commands/drift.ts';
import { extendSchema } from './graphql.ts';
import { addComparison } from './graphql/comparison.ts';
import { mutateSnapshots } from './graphql/mutations.ts';
import { resumeSnapshotsJob, saveSnapshotJob, scheduleSnapshotsJob, sweepSnapshotsJob } from './jobs.ts';
import { keepDeletedEpics } from './listeners.ts';
import { addRoutes } from './rest.ts';

export const snapshotsModule: Module = {
  name: 'snapshots',
  extendSchema() {
    extendSchema();
    addComparison();
    mutateSnapshots();
  },
  addRoutes,
  plugIn: () => plugInDrift(driftTextSince),
  listeners: [keepDeletedEpics],
  jobs: [saveSnapshotJob, sweepSnapshotsJob, scheduleSnapshotsJob, resumeSnapshotsJob],
};
