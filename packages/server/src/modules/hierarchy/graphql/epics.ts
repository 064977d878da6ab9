import { dayText, dueText, parseDay, utcDayOf, type Day } from '@milepost/core/days';
import { EPIC_LEVELS, nothingBelow, type Rollup } from '@milepost/core/hierarchy';
import type { HealthStatus } from '@milepost/core/work-items';
import { type MilestoneId, formatGlobalId } from '@milepost/core/ids';
import { hasFeature } from '@milepost/core/settings/features';
import type { Context } from '../../../platform/context.ts';
import { builder, costOfPage } from '../../../platform/graphql/builder.ts';
import {
  costOfShortList,
  pageArguments,
  pageOfWhole,
  type Page,
  type PageArguments,
} from '../../../platform/graphql/connections.ts';
import { fromLoader, fromLoaderOfMany } from '../../../platform/graphql/preload.ts';
import { milestonesById, type Milestone } from '../../milestones/store.ts';
import { MilestoneRef } from '../../milestones/graphql.ts';
import { ProjectRef } from '../../namespaces/graphql.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { EpicPermissionsRef } from '../../work-items/graphql/epics.ts';
import { HealthStatusEnum } from '../../work-items/graphql/enums.ts';
import { epicFilterOf, epicListArguments } from '../../work-items/graphql/epic-list.ts';
import { searchOf } from '../../work-items/graphql/lists.ts';
import { orderOfEpicSort } from '../../work-items/graphql/sorts.ts';
import { EpicConnection, EpicIssueConnection, EpicRef, issueFaces, EpicIssueRef } from '../../work-items/graphql.ts';
import { workItemPolicy } from '../../work-items/policy.ts';
import { visibleItem } from '../../work-items/graphql/fields.ts';
import { visibleWorkItem, workItemsById, type WorkItem } from '../../work-items/store.ts';
import { pageOfChildren } from './children.ts';
import { inheritedDatesOf, seenMilestonesOf, type InheritedDate, type InheritedDates } from '../store/dates.ts';
import { hasChildrenWithin, inDueOrder, inTreeOrder, withinKey } from '../store/children.ts';
import { rollupsSeen, seenKey } from '../store/rollups.ts';
import { childFlagsOf, defaultProjectsOf } from '../store.ts';

const DescendantCountRef = builder.objectRef<Rollup>('EpicDescendantCount');
const DescendantWeightsRef = builder.objectRef<Rollup>('EpicDescendantWeights');
/** The counts below with the epic's own health status. */
interface EpicHealth extends Rollup {
  own: HealthStatus | null;
}

const HealthRef = builder.objectRef<EpicHealth>('EpicHealthStatus');

/** A field that shows something of the totals below the row. */
const fromSums = <Shown>(show: (rollup: Rollup, item: WorkItem) => Shown) =>
  fromLoader(
    rollupsSeen,
    (item: WorkItem, ctx) => seenKey(ctx, item),
    (rollup, item) => show(rollup ?? nothingBelow, item),
  );
const sums = fromSums((rollup) => rollup);
export const rollupBelow = sums.resolve;

/** From the root of the tree; invisible ancestors are left out. */
export const ancestors = fromLoaderOfMany(
  workItemsById,
  (item: WorkItem) => item.ancestorIds,
  (items, _item, args: PageArguments, ctx): Page<WorkItem> =>
    pageOfWhole(
      items.filter((each) => ctx.can(workItemPolicy.read, each)),
      args,
    ),
);

/** The path that removes the item from its parent; null when the parent is invisible. */
export async function relationPathOf(item: WorkItem, _args: object, ctx: Context): Promise<string | null> {
  const parent = await visibleWorkItem(ctx, item.parentId);
  if (!parent) return null;
  const part = item.type === 'epic' ? 'links' : 'issues';
  return `/groups/${parent.namespacePath}/-/epics/${parent.iid}/${part}/${item.id}`;
}

/** A sum clamped to GraphQL's Int. */
const clamped = (sum: number) => Math.min(sum, 2_147_483_647);

export function describeSums(): void {
  DescendantCountRef.implement({
    description: 'Number of epics and issues below, at any depth',
    fields: (t) => ({
      openedEpics: t.exposeInt('openedEpics', { nullable: true }),
      closedEpics: t.exposeInt('closedEpics', { nullable: true }),
      openedIssues: t.exposeInt('openedIssues', { nullable: true }),
      closedIssues: t.exposeInt('closedIssues', { nullable: true }),
    }),
  });
  DescendantWeightsRef.implement({
    description: 'The total weight of the issues below',
    fields: (t) => ({
      openedIssues: t.int({ nullable: true, resolve: ({ openedWeight }) => clamped(openedWeight) }),
      closedIssues: t.int({ nullable: true, resolve: ({ closedWeight }) => clamped(closedWeight) }),
      openedIssuesTotal: t.field({ type: 'BigInt', nullable: true, resolve: ({ openedWeight }) => openedWeight }),
      closedIssuesTotal: t.field({ type: 'BigInt', nullable: true, resolve: ({ closedWeight }) => closedWeight }),
    }),
  });
  HealthRef.implement({
    description: 'Health of the open issues below',
    fields: (t) => ({
      issuesOnTrack: t.exposeInt('issuesOnTrack', { nullable: true }),
      issuesNeedingAttention: t.exposeInt('issuesNeedingAttention', { nullable: true }),
      issuesAtRisk: t.exposeInt('issuesAtRisk', { nullable: true }),
      own: t.expose('own', {
        type: HealthStatusEnum,
        nullable: true,
        description: "Milepost extension. The epic's own health status, set by people",
      }),
    }),
  });
}

/** An epic at any depth implies a child epic; pages that query this also query the sums. */
const childEpics = fromSums(({ openedEpics, closedEpics }) => openedEpics + closedEpics > 0);
const ownIssues = fromLoader(
  childFlagsOf,
  (item: WorkItem) => item.id,
  (flags) => flags?.hasIssues ?? false,
);

export function extendEpics(): void {
  addFamily();
  addSums();
  addDateSources();
}

function addFamily(): void {
  builder.objectField(EpicPermissionsRef, 'readEpicRelation', (t) =>
    t.boolean({
      description: 'Whether the viewer may see the children of the epic',
      resolve: (epic, _args, ctx) => ctx.can(workItemPolicy.read, epic),
    }),
  );
  builder.objectFields(EpicRef, (t) => ({
    parent: t.field({
      type: EpicRef,
      nullable: true,
      ...visibleItem((epic: WorkItem) => epic.parentId),
    }),
    hasParent: t.boolean({ resolve: (epic) => epic.parentId !== null }),
    ancestors: t.field({
      type: EpicConnection,
      nullable: true,
      args: pageArguments,
      complexity: costOfShortList,
      ...ancestors,
    }),
    hasChildren: t.boolean({ ...childEpics }),
    hasIssues: t.boolean({ ...ownIssues }),
    humanReadableEndDate: t.string({
      nullable: true,
      description: 'The due date in English words',
      resolve: ({ dueDate }) => (dueDate === null ? null : dayText(parseDay(dueDate) as Day)),
    }),
    humanReadableTimestamp: t.string({
      nullable: true,
      description: 'The time until the due date, in English',
      resolve: ({ dueDate }) => (dueDate === null ? null : dueText(parseDay(dueDate) as Day, utcDayOf(new Date()))),
    }),
    allowSubEpics: t.boolean({
      description: 'Whether it can have child epics: not on the deepest level, nor where sub-epics are switched off',
      resolve: (epic) => epic.ancestorIds.length + 1 < EPIC_LEVELS && hasFeature(epic.scope, 'sub_epics'),
    }),
    hasChildrenWithinTimeframe: t.boolean({
      description: 'Whether a child epic touches the timeframe of the surrounding list',
      ...fromLoader(
        hasChildrenWithin,
        (epic: WorkItem) => (epic.listTimeframe ? withinKey(epic.id, epic.listTimeframe) : null),
        (isSo, epic, args, ctx) => (epic.listTimeframe ? (isSo ?? false) : childEpics.resolve(epic, args, ctx)),
      ),
    }),
    relationPath: t.string({ nullable: true, resolve: relationPathOf }),
    children: t.field({
      type: EpicConnection,
      nullable: true,
      complexity: costOfPage,
      args: epicListArguments('childEpics'),
      resolve: (epic, args, ctx, info) => {
        const order = args.sort ? orderOfEpicSort(args.sort) : inTreeOrder;
        const listing = { kind: 'epics', filter: epicFilterOf(args, null), search: searchOf(args), order } as const;
        return pageOfChildren(ctx, epic.id, args, listing, info);
      },
    }),
    issues: t.field({
      type: EpicIssueConnection,
      nullable: true,
      complexity: costOfPage,
      args: {
        ...pageArguments,
        byDueDate: t.arg.boolean({
          description:
            'Milepost extension. By due date, without one last, then by number; by default in the order of the tree',
        }),
      },
      resolve: (epic, { byDueDate, ...args }, ctx, info) => {
        const order = byDueDate ? inDueOrder : inTreeOrder;
        const listing = { kind: 'others', filter: { is: {}, not: {}, or: {} }, search: null, order } as const;
        return pageOfChildren(ctx, epic.id, args, listing, info);
      },
    }),
    defaultProjectForIssueCreation: t.field({
      type: ProjectRef,
      nullable: true,
      description: 'The project below the group where the viewer last created an issue',
      resolve: async (epic, _args, ctx) => {
        const projectId = await ctx.load(defaultProjectsOf, epic.namespaceId);
        return projectId === null ? null : ctx.load(namespacesById, projectId);
      },
    }),
  }));
  for (const face of issueFaces) {
    builder.objectFields(face, (t) => ({
      hasParent: t.boolean({ resolve: (issue) => issue.parentId !== null }),
      hasEpic: t.boolean({ resolve: async (issue, args, ctx) => (await epicAbove.resolve(issue, args, ctx)) !== null }),
      epic: t.field({ type: EpicRef, nullable: true, ...epicAbove }),
    }));
  }
}

const epicAbove = visibleItem(
  ({ parentId }: WorkItem) => parentId,
  ({ type }) => type === 'epic',
);

function addSums(): void {
  builder.objectFields(EpicRef, (t) => ({
    descendantCounts: t.field({ type: DescendantCountRef, nullable: true, ...sums }),
    descendantWeightSum: t.field({ type: DescendantWeightsRef, nullable: true, ...sums }),
    healthStatus: t.field({
      type: HealthRef,
      nullable: true,
      ...fromSums((rollup, epic): EpicHealth | null =>
        hasFeature(epic.scope, 'health_status') ? { ...rollup, own: epic.healthStatus } : null,
      ),
    }),
  }));
}

/** The inherited date of one end with its source, even where a fixed date is shown: people compare the two. Null for none. */
async function inherited(ctx: Context, epic: WorkItem, side: keyof InheritedDates): Promise<InheritedDate | null> {
  const [isFixed, date, itemId, milestoneId] =
    side === 'start'
      ? [epic.startDateIsFixed, epic.startDate, epic.startDateSourcingWorkItemId, epic.startDateSourcingMilestoneId]
      : [epic.dueDateIsFixed, epic.dueDate, epic.dueDateSourcingWorkItemId, epic.dueDateSourcingMilestoneId];
  if (!isFixed) return date === null ? null : { date, itemId, milestoneId };
  return (await ctx.load(inheritedDatesOf, epic.id))?.[side] ?? null;
}

/** The milestone that a stored date comes from, if the viewer sees it on one of the epic's children. */
async function sourcingMilestone(ctx: Context, epic: WorkItem, id: MilestoneId): Promise<Milestone | null> {
  const [seen, milestone] = await Promise.all([ctx.load(seenMilestonesOf, epic.id), ctx.load(milestonesById, id)]);
  return seen?.has(id) ? milestone : null;
}

function addDateSources(): void {
  for (const side of ['start', 'due'] as const) {
    const dateOf = async (epic: WorkItem, _args: object, ctx: Context) =>
      (await inherited(ctx, epic, side))?.date ?? null;
    builder.objectField(EpicRef, `${side}DateFromMilestones`, (t) =>
      t.field({
        type: 'Time',
        nullable: true,
        description: `The inherited ${side} date, from milestones and child epics, even where a fixed date is shown`,
        resolve: dateOf,
      }),
    );
    builder.objectField(EpicRef, `${side}DateFromInheritedSource`, (t) =>
      t.field({ type: 'Time', nullable: true, resolve: dateOf }),
    );
    builder.objectField(EpicRef, `${side}DateSourcingMilestone`, (t) =>
      t.field({
        type: MilestoneRef,
        nullable: true,
        resolve: async (epic, _args, ctx) => {
          const id = (await inherited(ctx, epic, side))?.milestoneId ?? null;
          if (id === null) return null;
          // What would be inherited instead of a fixed date comes from visible children only.
          const isFixed = side === 'start' ? epic.startDateIsFixed : epic.dueDateIsFixed;
          return isFixed ? ctx.load(milestonesById, id) : sourcingMilestone(ctx, epic, id);
        },
      }),
    );
    builder.objectField(EpicRef, `${side}DateSourcingEpic`, (t) =>
      t.field({
        type: EpicRef,
        nullable: true,
        resolve: async (epic, _args, ctx) => visibleWorkItem(ctx, (await inherited(ctx, epic, side))?.itemId ?? null),
      }),
    );
  }
}

/** The fields that an issue has only as a child of an epic; all others are on both types. */
export function extendEpicIssue(): void {
  builder.objectFields(EpicIssueRef, (t) => ({
    epicIssueId: t.id({ resolve: (issue) => formatGlobalId('EpicIssue', issue.id) }),
    hasChildren: t.boolean({
      description: 'Whether it has tasks',
      ...ownIssues,
    }),
    relationPath: t.string({ nullable: true, resolve: relationPathOf }),
  }));
}
