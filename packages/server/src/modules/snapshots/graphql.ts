import { formatGlobalId, type SnapshotId } from '@milepost/core/ids';
import { driftText, snapshotSchedules, snapshotStatuses } from '@milepost/core/roadmap/snapshots';
import type { Context } from '../../platform/context.ts';
import { builder } from '../../platform/graphql/builder.ts';
import { connectionType, costOfShortList, pageArguments, pageOfWhole } from '../../platform/graphql/connections.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { GroupPermissionsRef, GroupRef } from '../namespaces/graphql.ts';
import { UserCoreRef } from '../users/graphql.ts';
import { usersById } from '../users/store.ts';
import { EpicRef } from '../work-items/graphql.ts';
import { snapshotPolicy } from './policy.ts';
import { namespacesById } from '../namespaces/store.ts';
import { driftSince, type EpicDrift } from './commands/drift.ts';
import { scheduleOf, snapshotsById, snapshotsOf, type Snapshot } from './store.ts';
import { datesOverTime, milestoneDueOf, type DatesInSnapshot } from './store/compare.ts';

export const SnapshotRef = builder.objectRef<Snapshot>('RoadmapSnapshot');
const SnapshotConnection = connectionType('RoadmapSnapshot', SnapshotRef);
export const SnapshotScheduleEnum = builder.enumType('RoadmapSnapshotFrequency', { values: snapshotSchedules });
const SnapshotStatusEnum = builder.enumType('RoadmapSnapshotStatus', { values: snapshotStatuses });
const DriftKindEnum = builder.enumType('EpicDriftKind', { values: ['added', 'unchanged', 'moved'] as const });

const DriftRef = builder.objectRef<EpicDrift>('EpicDrift');
const DatesRef = builder.objectRef<DatesInSnapshot>('EpicSnapshotDates');

/** Parses the id of a snapshot as clients send it. */
export const readSnapshotId = (id: string): SnapshotId => readGlobalId<'Snapshot'>(id, 'RoadmapSnapshot');

export function extendSchema(): void {
  describeSnapshot();
  describeDrift();
  extendGroup();
  extendEpic();
}

function describeSnapshot(): void {
  SnapshotRef.implement({
    description: 'Milepost extension. A saved plan: the epics of a group and the groups below it at one moment',
    fields: (t) => ({
      id: t.id({ resolve: ({ id }) => formatGlobalId('RoadmapSnapshot', id) }),
      name: t.exposeString('name'),
      note: t.exposeString('note'),
      status: t.field({ type: SnapshotStatusEnum, resolve: ({ status }) => status }),
      progress: t.exposeInt('progress', { description: 'The progress of saving, in percent' }),
      failure: t.exposeString('failure', { nullable: true, description: 'Why it could not be saved' }),
      frequency: t.field({
        type: SnapshotScheduleEnum,
        nullable: true,
        description: 'The frequency of the schedule that saved it; null: saved by hand',
        resolve: ({ schedule }) => schedule,
      }),
      author: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: ({ authorId }, _args, ctx) => (authorId === null ? null : ctx.load(usersById, authorId)),
      }),
      createdAt: t.field({ type: 'Time', resolve: ({ createdAt }) => createdAt }),
      takenAt: t.field({
        type: 'Time',
        nullable: true,
        description: 'The moment that it shows; null until it is saved',
        resolve: ({ takenAt }) => takenAt,
      }),
    }),
  });
}

function describeDrift(): void {
  DriftRef.implement({
    description: 'Milepost extension. How the dates of an epic differ from a snapshot',
    fields: (t) => ({
      kind: t.field({ type: DriftKindEnum, resolve: ({ drift }) => drift.kind }),
      days: t.int({
        nullable: true,
        description: 'The due date now minus the due date then; null when one of the two is missing',
        resolve: ({ drift }) => (drift.kind === 'moved' ? drift.days : drift.kind === 'unchanged' ? 0 : null),
      }),
      startDays: t.int({
        nullable: true,
        description: 'The start date now minus the start date then; null when one of the two is missing',
        resolve: ({ drift }) => (drift.kind === 'moved' ? drift.startDays : drift.kind === 'unchanged' ? 0 : null),
      }),
      text: t.string({
        description: '+12 d, End set, End removed, added, or empty',
        resolve: ({ drift }) => driftText(drift),
      }),
      milestoneDueDate: t.field({
        type: 'Date',
        nullable: true,
        description: 'The due date of the milestone of the epic, or of the latest one among its issues',
        resolve: ({ epic }, _args, ctx) => ctx.load(milestoneDueOf, `${epic.scope.traversalIds[0]}|${epic.id}`),
      }),
      startDate: t.field({
        type: 'Date',
        nullable: true,
        description: 'In the snapshot',
        resolve: ({ before }) => before?.startDate,
      }),
      dueDate: t.field({
        type: 'Date',
        nullable: true,
        description: 'In the snapshot',
        resolve: ({ before }) => before?.dueDate,
      }),
    }),
  });
  DatesRef.implement({
    description: 'Milepost extension. The dates of an epic in a snapshot',
    fields: (t) => ({
      snapshot: t.field({
        type: SnapshotRef,
        nullable: true,
        resolve: ({ snapshotId }, _args, ctx) => ctx.load(snapshotsById, snapshotId),
      }),
      startDate: t.field({ type: 'Date', nullable: true, resolve: ({ startDate }) => startDate }),
      dueDate: t.field({ type: 'Date', nullable: true, resolve: ({ dueDate }) => dueDate }),
    }),
  });
}

function extendGroup(): void {
  builder.objectFields(GroupRef, (t) => ({
    roadmapSnapshots: t.field({
      type: SnapshotConnection,
      nullable: true,
      description: 'Milepost extension. Newest first',
      args: pageArguments,
      complexity: costOfShortList,
      resolve: async (group, args, ctx) => pageOfWhole(await snapshotsOf(ctx.db, group.id), args),
    }),
    roadmapSnapshotFrequency: t.field({
      type: SnapshotScheduleEnum,
      nullable: true,
      description: 'Milepost extension. How often snapshots are saved; null: never',
      resolve: (group, _args, ctx) => scheduleOf(ctx.db, group.id),
    }),
  }));
  builder.objectFields(GroupPermissionsRef, (t) => ({
    createRoadmapSnapshot: t.boolean({
      description: 'Milepost extension. Whether the viewer may save and delete snapshots',
      resolve: (group, _args, ctx) => ctx.can(snapshotPolicy.save, group),
    }),
    scheduleRoadmapSnapshots: t.boolean({
      description: 'Milepost extension',
      resolve: (group, _args, ctx) => ctx.can(snapshotPolicy.schedule, group),
    }),
  }));
}

function extendEpic(): void {
  builder.objectFields(EpicRef, (t) => ({
    drift: t.field({
      type: DriftRef,
      nullable: true,
      description:
        'Milepost extension. Since a snapshot of its group or of a group above; null if there is no such snapshot',
      args: { snapshotId: t.arg.id({ required: true }) },
      resolve: (epic, { snapshotId }, ctx) => driftSince(ctx, epic, readSnapshotId(snapshotId)),
    }),
    snapshotDates: t.field({
      type: [DatesRef],
      nullable: true,
      description: 'Milepost extension. Its dates in each snapshot that has it, oldest first',
      complexity: { field: 5, multiplier: 100 },
      resolve: async (epic, _args, ctx) => seenSnapshots(ctx, (await ctx.load(datesOverTime, epic.id)) ?? []),
    }),
  }));
}

/** The snapshots of groups that the viewer may see. */
async function seenSnapshots(ctx: Context, rows: readonly DatesInSnapshot[]): Promise<DatesInSnapshot[]> {
  const seen = await Promise.all(
    rows.map(async ({ snapshotId }) => {
      const snapshot = await ctx.load(snapshotsById, snapshotId);
      const group = snapshot && (await ctx.load(namespacesById, snapshot.namespaceId));
      return Boolean(group && ctx.can(snapshotPolicy.read, group));
    }),
  );
  return rows.filter((_row, index) => seen[index]);
}
