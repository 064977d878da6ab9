import { hasFeature } from '@milepost/core/settings/features';
import {
  statusCategories,
  statusGlobalId,
  lifecycleGlobalId,
  type StatusCategory,
} from '@milepost/core/statuses/statuses';
import type { Context } from '../../platform/context.ts';
import { builder } from '../../platform/graphql/builder.ts';
import { connectionType, costOfShortList, pageArguments, pageOfWhole } from '../../platform/graphql/connections.ts';
import { fromLoader } from '../../platform/graphql/preload.ts';
import {
  GroupPermissionsRef,
  GroupRef,
  NamespaceRef,
  ProjectPermissionsRef,
  ProjectRef,
} from '../namespaces/graphql.ts';
import { namespacesById } from '../namespaces/store.ts';
import { EpicRef, issueFaces } from '../work-items/graphql.ts';
import { typesBelow, WorkItemTypeRef, type TypeBelow } from '../work-items/graphql/types.ts';
import { addWidget } from '../work-items/graphql/widgets.ts';
import type { WorkItem } from '../work-items/store.ts';
import {
  countByStatus,
  lifecycleOf,
  lifecyclesOfRoot,
  statusesById,
  type Lifecycle,
  type Status,
  type StatusCount,
} from '../work-items/store/statuses.ts';
import { lifecyclePolicy } from './policy.ts';

/** A status, in the lifecycle where it was requested: of a list of statuses, or of an item. */
export type PlacedStatus = Status & { position?: number; of?: TypeBelow };

export const StatusRef = builder.objectRef<PlacedStatus>('WorkItemStatus');
export const LifecycleRef = builder.objectRef<Lifecycle>('WorkItemLifecycle');
const StatusCountRef = builder.objectRef<StatusCount & TypeBelow & { status: Status }>('WorkItemStatusCount');
const StatusConnection = connectionType('WorkItemStatus', StatusRef);
const LifecycleConnection = connectionType('WorkItemLifecycle', LifecycleRef);

export const StatusCategoryEnum = builder.enumType('WorkItemStatusCategoryEnum', {
  values: Object.fromEntries(
    statusCategories.map((category) => [category.toUpperCase(), { value: category }]),
  ) as Record<Uppercase<StatusCategory>, { value: StatusCategory }>,
});

/** The statuses of a lifecycle with their positions. */
const placed = ({ statuses }: Lifecycle): PlacedStatus[] =>
  statuses.map((status, position) => ({ ...status, position }));

const statusIn = (lifecycle: Lifecycle, id: Status['id']) =>
  placed(lifecycle).find((status) => status.id === id) ?? null;

export function describeStatuses(): void {
  StatusRef.implement({
    description: 'The position of a work item in a workflow',
    fields: (t) => ({
      id: t.field({ type: 'GlobalID', nullable: true, resolve: ({ id }) => statusGlobalId(id) }),
      name: t.exposeString('name', { nullable: true }),
      description: t.string({ nullable: true, resolve: ({ description }) => description || null }),
      category: t.expose('category', { type: StatusCategoryEnum, nullable: true }),
      color: t.exposeString('color', { nullable: true }),
      iconName: t.exposeString('icon', { nullable: true }),
      position: t.int({
        nullable: true,
        async resolve({ id, position, of }, _args, ctx) {
          if (position !== undefined || !of) return position ?? null;
          const lifecycle = await lifecycleBelow(ctx, of);
          return (lifecycle && statusIn(lifecycle, id)?.position) ?? null;
        },
      }),
    }),
  });
  describeLifecycles();
  addWidget('STATUS', {
    name: 'Status',
    feature: 'statuses',
    fields: (t) => ({
      status: t.field({
        type: StatusRef,
        nullable: true,
        resolve: ({ item }, args, ctx) => status.resolve(item, args, ctx),
      }),
    }),
    definition: (t) => ({
      allowedStatuses: t.field({
        type: [StatusRef],
        nullable: true,
        description: 'In order. Null if the type was not requested in a group or project',
        resolve: async (below, _args, ctx) => {
          const lifecycle = await lifecycleBelow(ctx, below);
          return lifecycle && placed(lifecycle);
        },
      }),
      defaultOpenStatus: t.field({
        type: StatusRef,
        nullable: true,
        resolve: async (below, _args, ctx) => {
          const lifecycle = await lifecycleBelow(ctx, below);
          return lifecycle && statusIn(lifecycle, lifecycle.defaultOpenId);
        },
      }),
      defaultClosedStatus: t.field({
        type: StatusRef,
        nullable: true,
        resolve: async (below, _args, ctx) => {
          const lifecycle = await lifecycleBelow(ctx, below);
          return lifecycle && statusIn(lifecycle, lifecycle.defaultClosedId);
        },
      }),
    }),
  });
  for (const face of issueFaces) {
    builder.objectField(face, 'status', (t) => t.field({ type: StatusRef, nullable: true, ...status }));
  }
  builder.objectField(EpicRef, 'status', (t) =>
    t.field({
      type: StatusRef,
      nullable: true,
      description: 'Milepost extension',
      ...status,
    }),
  );
}

const status = fromLoader(
  statusesById,
  (item: WorkItem) => (hasFeature(item.scope, 'statuses') ? item.statusId : null),
  (found, item): PlacedStatus | null => found && { ...found, of: item },
);

const lifecycleBelow = async (ctx: Context, { type, rootId }: TypeBelow) =>
  rootId === null ? null : lifecycleOf(ctx, rootId, type);

function describeLifecycles(): void {
  StatusCountRef.implement({
    description: 'Milepost extension. The number of items of a type in a status',
    fields: (t) => ({
      status: t.expose('status', { type: StatusRef }),
      workItemType: t.field({ type: WorkItemTypeRef, resolve: ({ type, rootId }) => ({ type, rootId }) }),
      count: t.exposeInt('count'),
    }),
  });
  LifecycleRef.implement({
    description: 'The statuses that work items of some types can have, in order',
    fields: (t) => ({
      id: t.field({ type: 'WorkItemsStatusesLifecycleID', resolve: ({ id }) => lifecycleGlobalId(id) }),
      name: t.exposeString('name'),
      statuses: t.field({ type: [StatusRef], resolve: placed }),
      defaultOpenStatus: t.field({
        type: StatusRef,
        nullable: true,
        resolve: (lifecycle) => statusIn(lifecycle, lifecycle.defaultOpenId),
      }),
      defaultClosedStatus: t.field({
        type: StatusRef,
        nullable: true,
        resolve: (lifecycle) => statusIn(lifecycle, lifecycle.defaultClosedId),
      }),
      defaultDuplicateStatus: t.field({
        type: StatusRef,
        nullable: true,
        resolve: (lifecycle) => statusIn(lifecycle, lifecycle.defaultDuplicateId),
      }),
      workItemTypes: t.field({ type: [WorkItemTypeRef], resolve: ({ types, belowId }) => typesBelow(belowId, types) }),
      itemCounts: t.field({
        type: [StatusCountRef],
        nullable: true,
        description: 'Milepost extension. The items in each status; null unless the viewer may change lifecycles',
        async resolve({ belowId, types, statuses }, _args, ctx) {
          const group = await ctx.load(namespacesById, belowId);
          if (!group || !ctx.can(lifecyclePolicy.manage, group)) return null;
          const counts = await countByStatus(ctx.db, belowId, types);
          return counts.flatMap((count) => {
            const status = statuses.find(({ id }) => id === count.statusId);
            return status ? [{ ...count, status, rootId: belowId }] : [];
          });
        },
      }),
      lockVersion: t.exposeInt('lockVersion', { description: 'Milepost extension. For `lifecycleUpdate`' }),
    }),
  });
  for (const face of [GroupRef, ProjectRef, NamespaceRef]) {
    builder.objectFields(face, (t) => ({
      lifecycles: t.field({
        type: LifecycleConnection,
        nullable: true,
        description: 'The lifecycles of the top-level group',
        args: pageArguments,
        complexity: costOfShortList,
        resolve: async (namespace, args, ctx) =>
          hasFeature(namespace, 'statuses')
            ? pageOfWhole((await ctx.load(lifecyclesOfRoot, namespace.rootId)) ?? [], args)
            : null,
      }),
      statuses: t.field({
        type: StatusConnection,
        nullable: true,
        description: 'The statuses of all types, each once',
        args: pageArguments,
        complexity: costOfShortList,
        resolve: async (namespace, args, ctx) =>
          hasFeature(namespace, 'statuses')
            ? pageOfWhole(everyStatus((await ctx.load(lifecyclesOfRoot, namespace.rootId)) ?? []), args)
            : null,
      }),
    }));
  }
  builder.objectField(GroupPermissionsRef, 'adminWorkItemLifecycle', (t) =>
    t.boolean({
      description: 'Whether the viewer may change lifecycles and statuses; only a top-level group has its own',
      resolve: (group, _args, ctx) => group.parentId === null && ctx.can(lifecyclePolicy.manage, group),
    }),
  );
  builder.objectField(ProjectPermissionsRef, 'adminWorkItemLifecycle', (t) =>
    t.boolean({ description: 'Always false: statuses belong to the top-level group', resolve: () => false }),
  );
}

/** The statuses of lifecycles that types follow, each once, by category. */
export function everyStatus(lifecycles: readonly Lifecycle[]): PlacedStatus[] {
  const followed = lifecycles.filter(({ types }) => types.length > 0).flatMap(placed);
  const unique = new Map(followed.map((status) => [status.id, status]));
  return statusCategories.flatMap((wanted) => [...unique.values()].filter(({ category }) => category === wanted));
}
