import { formatGlobalId } from '@milepost/core/ids';
import { webPathOf } from '@milepost/core/work-items';
import type { Context } from '../../../platform/context.ts';
import { builder, costOfPage } from '../../../platform/graphql/builder.ts';
import { connectionType, pageArguments, pageOf, sliceOf } from '../../../platform/graphql/connections.ts';
import { GroupRef } from '../../namespaces/graphql.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { readGroupKey } from '../../roadmaps/graphql/lane-mutation.ts';
import { EpicStateEnum } from '../../work-items/graphql/enums.ts';
import { EpicRef } from '../../work-items/graphql.ts';
import { visibleWorkItem } from '../../work-items/store.ts';
import { comparisonOf } from '../commands/comparison.ts';
import { laneKeyThen } from '../commands/lane.ts';
import { readSnapshotId, SnapshotRef } from '../graphql.ts';
import {
  comparedAfter,
  comparisonKinds,
  countCompared,
  sortKeyOf,
  type ComparedEpic,
  type Comparison,
  type ComparisonCounts,
} from '../store/compare.ts';

const ComparedRef = builder.objectRef<ComparedEpic>('ComparedEpic');
const ComparedConnection = connectionType('ComparedEpic', ComparedRef);
const ComparisonRef = builder.objectRef<Comparison>('RoadmapSnapshotComparison');
const CountsRef = builder.objectRef<ComparisonCounts>('RoadmapSnapshotComparisonCounts');
const ComparisonKindEnum = builder.enumType('RoadmapSnapshotComparisonKind', { values: comparisonKinds });

/** The comparison of a snapshot with another one, or with today. */
export function addComparison(): void {
  describeComparedEpic();
  CountsRef.implement({
    description: 'Milepost extension. Epics that the viewer may see, by kind of change',
    fields: (t) => ({
      added: t.exposeInt('added'),
      removed: t.exposeInt('removed'),
      later: t.exposeInt('later'),
      earlier: t.exposeInt('earlier'),
      unchanged: t.exposeInt('unchanged', { description: 'With the same dates' }),
    }),
  });
  ComparisonRef.implement({
    description: 'Milepost extension. Two plans of a group compared',
    fields: (t) => ({
      from: t.field({ type: SnapshotRef, resolve: ({ from }) => from }),
      to: t.field({ type: SnapshotRef, nullable: true, description: 'Null: today', resolve: ({ to }) => to }),
      counts: t.field({
        type: CountsRef,
        complexity: costOfPage({}),
        resolve: (comparison, _args, ctx) => countCompared(ctx, comparison),
      }),
      epics: t.field({
        type: ComparedConnection,
        description: 'Largest drift first, then by title',
        complexity: costOfPage,
        args: { ...pageArguments, kinds: t.arg({ type: [ComparisonKindEnum], description: 'All by default' }) },
        resolve: async (comparison, { kinds, ...args }, ctx) => {
          // This list is read forwards only.
          const slice = { ...sliceOf(args), isBackward: false };
          const rows = await comparedAfter(
            ctx,
            { ...comparison, kinds: kinds ?? null },
            { ...slice, limit: slice.limit + 1 },
          );
          return pageOf<ComparedEpic>(rows, slice, sortKeyOf);
        },
      }),
    }),
  });
  builder.objectField(GroupRef, 'roadmapSnapshotComparison', (t) =>
    t.field({
      type: ComparisonRef,
      nullable: true,
      description: 'Milepost extension. Null if the group has no such snapshot',
      args: {
        from: t.arg.id({ required: true }),
        to: t.arg.id({ description: 'Another snapshot; today by default' }),
      },
      resolve: async (group, { from, to }, ctx) => {
        const comparison = await comparisonOf(ctx, readSnapshotId(from), to ? readSnapshotId(to) : null);
        return comparison.group.id === group.id ? comparison : null;
      },
    }),
  );
}

const pathOf = async (ctx: Context, { homeId }: ComparedEpic) =>
  (await ctx.load(namespacesById, homeId))?.fullPath ?? '';

function describeComparedEpic(): void {
  ComparedRef.implement({
    description: 'Milepost extension. An epic in two plans; null where a plan lacks it',
    fields: (t) => ({
      id: t.id({ resolve: ({ workItemId }) => formatGlobalId('Epic', workItemId) }),
      title: t.exposeString('title'),
      reference: t.string({ resolve: async (epic, _args, ctx) => `${await pathOf(ctx, epic)}&${epic.iid}` }),
      webPath: t.string({
        nullable: true,
        description: 'Null for an epic that was deleted',
        resolve: async ({ workItemId }, _args, ctx) => {
          const item = await visibleWorkItem(ctx, workItemId);
          return item && webPathOf(item);
        },
      }),
      kind: t.field({
        type: ComparisonKindEnum,
        nullable: true,
        description: 'Null: only other dates changed',
        resolve: ({ isInFrom, isInTo, drift, ...epic }) => {
          if (!isInFrom) return 'added';
          if (!isInTo) return 'removed';
          if (drift !== null && drift !== 0) return drift > 0 ? 'later' : 'earlier';
          const isSame = epic.fromStartDate === epic.toStartDate && epic.fromDueDate === epic.toDueDate;
          return isSame ? 'unchanged' : null;
        },
      }),
      drift: t.exposeInt('drift', { nullable: true, description: 'Days of the due date' }),
      fromStartDate: t.field({ type: 'Date', nullable: true, resolve: (epic) => epic.fromStartDate }),
      fromDueDate: t.field({ type: 'Date', nullable: true, resolve: (epic) => epic.fromDueDate }),
      toStartDate: t.field({ type: 'Date', nullable: true, resolve: (epic) => epic.toStartDate }),
      toDueDate: t.field({ type: 'Date', nullable: true, resolve: (epic) => epic.toDueDate }),
      fromState: t.field({ type: EpicStateEnum, nullable: true, resolve: (epic) => epic.fromState }),
      toState: t.field({ type: EpicStateEnum, nullable: true, resolve: (epic) => epic.toState }),
      fromParent: t.field({
        type: EpicRef,
        nullable: true,
        resolve: (epic, _args, ctx) => visibleWorkItem(ctx, epic.fromParentId),
      }),
      toParent: t.field({
        type: EpicRef,
        nullable: true,
        resolve: (epic, _args, ctx) => visibleWorkItem(ctx, epic.toParentId),
      }),
      fromProgress: t.field({
        type: ['Int'],
        nullable: true,
        description: 'Closed weight, total weight, closed issues, total issues',
        resolve: ({ isInFrom, fromProgress }) => (isInFrom ? fromProgress : null),
      }),
      toProgress: t.field({
        type: ['Int'],
        nullable: true,
        description: 'Closed weight, total weight, closed issues, total issues',
        resolve: ({ isInTo, toProgress }) => (isInTo ? toProgress : null),
      }),
      fromLaneKey: t.string({
        nullable: true,
        description: 'The key of the lane that it was in; what a snapshot does not hold counts as no value',
        args: { groupBy: t.arg.string({ required: true }), thenBy: t.arg.string() },
        resolve: (epic, { groupBy, thenBy }, ctx) =>
          laneKeyThen(
            ctx,
            epic,
            [groupBy, ...(thenBy ? [thenBy] : [])].map((text) => readGroupKey(text, 'groupBy')),
          ),
      }),
      addedLabels: t.exposeStringList('addedLabels'),
      removedLabels: t.exposeStringList('removedLabels'),
    }),
  });
}
