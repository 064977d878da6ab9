import { childTypesOf, EPIC_LEVELS, parentTypesOf, type Rollup } from '@milepost/core/hierarchy';
import type { HealthStatus, WorkItemType } from '@milepost/core/work-items';
import { builder, costOfPage } from '../../../platform/graphql/builder.ts';
import { costOfShortList, pageArguments, pageOfWhole } from '../../../platform/graphql/connections.ts';
import { HealthStatusEnum, WorkItemStateEnum } from '../../work-items/graphql/enums.ts';
import { WorkItemTypeConnection, WorkItemTypeRef, typesBelow } from '../../work-items/graphql/types.ts';
import { addWidget, widgetAdded } from '../../work-items/graphql/widgets.ts';
import { WorkItemConnection, WorkItemRef } from '../../work-items/graphql.ts';
import { visibleWorkItem } from '../../work-items/store.ts';
import { pageOfChildren } from './children.ts';
import { ancestors, rollupBelow } from './epics.ts';
import { inTreeOrder } from '../store/children.ts';
import { childFlagsOf } from '../store.ts';

interface StateCounts {
  opened: number;
  closed: number;
}

const StateCountsRef = builder.objectRef<StateCounts>('WorkItemStateCountsType');
const CountsByTypeRef = builder.objectRef<{ type: WorkItemType; counts: StateCounts }>('WorkItemTypeCountsByState');
const DepthLimitRef = builder.objectRef<{ type: WorkItemType; isReached: boolean }>(
  'WorkItemTypeDepthLimitReachedByType',
);
const HealthCountRef = builder.objectRef<{ healthStatus: HealthStatus; count: number }>(
  'WorkItemWidgetHealthStatusCount',
);

const countsOf: Readonly<Record<'epic' | 'issue' | 'task', (rollup: Rollup) => StateCounts>> = {
  epic: ({ openedEpics, closedEpics }) => ({ opened: openedEpics, closed: closedEpics }),
  issue: ({ openedIssues, closedIssues }) => ({ opened: openedIssues, closed: closedIssues }),
  task: ({ openedTasks, closedTasks }) => ({ opened: openedTasks, closed: closedTasks }),
};

/** Parents, children and their sums, on the WorkItem type. */
export function addHierarchyWidget(): void {
  describeCounts();
  addWidget('HIERARCHY', {
    name: 'Hierarchy',
    fields: (t) => ({
      parent: t.field({
        type: WorkItemRef,
        nullable: true,
        resolve: ({ item }, _args, ctx) => visibleWorkItem(ctx, item.parentId),
      }),
      hasParent: t.boolean({ resolve: ({ item }) => item.parentId !== null }),
      ancestors: t.field({
        type: WorkItemConnection,
        nullable: true,
        args: pageArguments,
        complexity: costOfShortList,
        resolve: ({ item }, args, ctx) => ancestors.resolve(item, args, ctx),
      }),
      hasChildren: t.boolean({
        resolve: async ({ item }, _args, ctx) => {
          const flags = await ctx.load(childFlagsOf, item.id);
          return flags !== null && (flags.hasEpics || flags.hasIssues);
        },
      }),
      children: t.field({
        type: WorkItemConnection,
        nullable: true,
        complexity: costOfPage,
        args: { ...pageArguments, state: t.arg({ type: WorkItemStateEnum }) },
        resolve: ({ item }, args, ctx, info) =>
          pageOfChildren(
            ctx,
            item.id,
            args,
            {
              kind: 'all',
              filter: { is: args.state ? { state: args.state } : {}, not: {}, or: {} },
              search: null,
              order: inTreeOrder,
            },
            info,
          ),
      }),
      depthLimitReachedByType: t.field({
        type: [DepthLimitRef],
        resolve: ({ item }) =>
          childTypesOf(item.type).map((type) => ({
            type,
            isReached: type === 'epic' && item.ancestorIds.length + 1 >= EPIC_LEVELS,
          })),
      }),
      rolledUpCountsByType: t.field({
        type: [CountsByTypeRef],
        resolve: async ({ item }, args, ctx) => {
          const rollup = await rollupBelow(item, args, ctx);
          return (['epic', 'issue', 'task'] as const).map((type) => ({ type, counts: countsOf[type](rollup) }));
        },
      }),
    }),
    definition: (t) => ({
      allowedChildTypes: t.field({
        type: WorkItemTypeConnection,
        nullable: true,
        args: pageArguments,
        complexity: costOfShortList,
        resolve: ({ type, rootId }, args) => pageOfWhole(typesBelow(rootId, childTypesOf(type)), args),
      }),
      allowedParentTypes: t.field({
        type: WorkItemTypeConnection,
        nullable: true,
        args: pageArguments,
        complexity: costOfShortList,
        resolve: ({ type, rootId }, args) => pageOfWhole(typesBelow(rootId, parentTypesOf(type)), args),
      }),
    }),
  });
  addSumsToWidgets();
}

function describeCounts(): void {
  StateCountsRef.implement({
    description: 'Counts by state',
    fields: (t) => ({
      all: t.int({ nullable: true, resolve: ({ opened, closed }) => opened + closed }),
      opened: t.exposeInt('opened', { nullable: true }),
      closed: t.exposeInt('closed', { nullable: true }),
    }),
  });
  CountsByTypeRef.implement({
    description: 'Number of items of a type below, at any depth',
    fields: (t) => ({
      workItemType: t.field({ type: WorkItemTypeRef, resolve: ({ type }) => ({ type, rootId: null }) }),
      countsByState: t.field({ type: StateCountsRef, resolve: ({ counts }) => counts }),
    }),
  });
  DepthLimitRef.implement({
    description: 'Whether a child of this type would be one level too deep',
    fields: (t) => ({
      workItemType: t.field({ type: WorkItemTypeRef, resolve: ({ type }) => ({ type, rootId: null }) }),
      depthLimitReached: t.boolean({ resolve: ({ isReached }) => isReached }),
    }),
  });
  HealthCountRef.implement({
    description: 'The number of open issues below with this health status',
    fields: (t) => ({
      healthStatus: t.expose('healthStatus', { type: HealthStatusEnum }),
      count: t.exposeInt('count'),
    }),
  });
}

function addSumsToWidgets(): void {
  builder.objectFields(widgetAdded('WEIGHT').ref, (t) => ({
    rolledUpWeight: t.int({
      nullable: true,
      resolve: async ({ item }, args, ctx) => {
        const { openedWeight, closedWeight } = await rollupBelow(item, args, ctx);
        return openedWeight + closedWeight;
      },
    }),
    rolledUpCompletedWeight: t.int({
      nullable: true,
      resolve: async ({ item }, args, ctx) => (await rollupBelow(item, args, ctx)).closedWeight,
    }),
  }));
  builder.objectField(widgetAdded('HEALTH_STATUS').ref, 'rolledUpHealthStatus', (t) =>
    t.field({
      type: [HealthCountRef],
      nullable: true,
      resolve: async ({ item }, args, ctx) => {
        const rollup = await rollupBelow(item, args, ctx);
        return [
          { healthStatus: 'on_track' as const, count: rollup.issuesOnTrack },
          { healthStatus: 'needs_attention' as const, count: rollup.issuesNeedingAttention },
          { healthStatus: 'at_risk' as const, count: rollup.issuesAtRisk },
        ];
      },
    }),
  );
}
