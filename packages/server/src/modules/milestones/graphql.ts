import { formatDay, parseDay, utcDayOf, type Span } from '@milepost/core/days';
import { formatGlobalId } from '@milepost/core/ids';
import { isExpired, isUpcoming, milestoneFlags, milestonePath } from '@milepost/core/timeboxes/milestones';
import { hasFeature } from '@milepost/core/settings/features';
import type { Context } from '../../platform/context.ts';
import { builder } from '../../platform/graphql/builder.ts';
import {
  connectionType,
  pageArguments,
  pageOf,
  sliceOf,
  type Page,
  type PageArguments,
} from '../../platform/graphql/connections.ts';
import { fromLoader } from '../../platform/graphql/preload.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { readTimeframe, TimeframeInput } from '../../platform/graphql/timeframe.ts';
import { presentHtml } from '../../platform/remote-images/present.ts';
import { visibleNamespace } from '../namespaces/commands.ts';
import { GroupPermissionsRef, GroupRef, ProjectPermissionsRef, ProjectRef } from '../namespaces/graphql.ts';
import { namespacesById } from '../namespaces/store.ts';
import { addWidget } from '../work-items/graphql/widgets.ts';
import { EpicRef, issueFaces } from '../work-items/graphql.ts';
import type { WorkItem } from '../work-items/store.ts';
import { visibleMilestone } from './commands.ts';
import { describeReport, fullPathArgument, reportFor, TimeboxReportRef } from './graphql/report.ts';
import { milestonePolicy } from './policy.ts';
import { issueCountsOfMilestone, type IssueCounts } from './store/items.ts';
import {
  countMilestones,
  milestonesAfter,
  milestonesById,
  milestoneSorts,
  type Milestone,
  type MilestoneListing,
  type MilestoneSort,
} from './store.ts';

export const MilestoneRef = builder.objectRef<Milestone>('Milestone');
export const MilestoneConnection = connectionType('Milestone', MilestoneRef);
/** The viewer's permissions on a milestone. */
interface MilestoneVerdicts {
  adminMilestone: boolean;
  promoteMilestone: boolean;
}
const MilestonePermissionsRef = builder.objectRef<MilestoneVerdicts>('MilestonePermissions');
const MilestoneStatsRef = builder.objectRef<IssueCounts>('MilestoneStats');

export const MilestoneStateEnum = builder.enumType('MilestoneStateEnum', { values: ['active', 'closed'] as const });
const MilestoneSortEnum = builder.enumType('MilestoneSort', {
  values: [...milestoneSorts, 'created_asc', 'created_desc', 'updated_asc', 'updated_desc'] as const,
});

/** The field of the milestone of a work item, for each type that has it. */
const milestone = fromLoader(
  milestonesById,
  (item: Pick<WorkItem, 'milestoneId'>) => item.milestoneId,
  (found) => found,
);

export function extendSchema(): void {
  describeReport();
  describeMilestone();
  for (const permissions of [GroupPermissionsRef, ProjectPermissionsRef]) {
    builder.objectField(permissions, 'adminMilestone', (t) =>
      t.boolean({ resolve: (namespace, _args, ctx) => ctx.can(milestonePolicy.manage, namespace) }),
    );
  }
  for (const face of issueFaces) {
    builder.objectField(face, 'milestone', (t) => t.field({ type: MilestoneRef, nullable: true, ...milestone }));
  }
  builder.objectField(EpicRef, 'milestone', (t) =>
    t.field({
      type: MilestoneRef,
      nullable: true,
      description: 'Milepost extension. The milestone of the epic itself, not of its issues',
      ...milestone,
    }),
  );
  addWidget('MILESTONE', {
    name: 'Milestone',
    fields: (t) => ({
      milestone: t.field({
        type: MilestoneRef,
        nullable: true,
        resolve: ({ item }, args, ctx) => milestone.resolve(item, args, ctx),
      }),
    }),
  });
  listMilestones();
  builder.queryField('milestone', (t) =>
    t.field({
      type: MilestoneRef,
      nullable: true,
      args: { id: t.arg({ type: 'MilestoneID', required: true }) },
      resolve: (_root, { id }, ctx) => visibleMilestone(ctx, readGlobalId<'Milestone'>(id, 'Milestone')),
    }),
  );
}

const spanOf = ({ startDate, dueDate }: Milestone): Span => ({
  start: parseDay(startDate ?? ''),
  due: parseDay(dueDate ?? ''),
});
const flagsOf = (milestone: Milestone) => milestoneFlags(milestone.namespaceKind, milestone.namespaceDepth);
const pathOf = ({ namespaceKind, namespacePath, iid }: Milestone) => milestonePath(namespaceKind, namespacePath, iid);

async function verdictsOf(ctx: Context, { namespaceId }: Milestone): Promise<MilestoneVerdicts> {
  const namespace = await ctx.load(namespacesById, namespaceId);
  const adminMilestone = namespace !== null && ctx.can(milestonePolicy.manage, namespace);
  const isOfProject = adminMilestone && namespace.kind === 'project' && namespace.parentId !== null;
  const group = isOfProject && namespace.parentId ? await ctx.load(namespacesById, namespace.parentId) : null;
  return { adminMilestone, promoteMilestone: group !== null && ctx.can(milestonePolicy.manage, group) };
}

function describeMilestone(): void {
  MilestonePermissionsRef.implement({
    description: 'Milepost extension. What the viewer may do with a milestone',
    fields: (t) => ({
      adminMilestone: t.exposeBoolean('adminMilestone', { description: 'Change, close and delete it' }),
      promoteMilestone: t.exposeBoolean('promoteMilestone', { description: 'Promote it to the group of its project' }),
    }),
  });
  MilestoneStatsRef.implement({
    description: 'Issue counts of a milestone',
    fields: (t) => ({
      totalIssuesCount: t.exposeInt('total', { nullable: true }),
      closedIssuesCount: t.exposeInt('closed', { nullable: true }),
      totalWeight: t.exposeInt('weight', { description: 'Milepost extension. The weight of all issues' }),
      closedWeight: t.exposeInt('closedWeight', { description: 'Milepost extension. The weight of closed issues' }),
      epicsCount: t.exposeInt('epics', { description: 'Milepost extension. Epics with this milestone of their own' }),
    }),
  });
  MilestoneRef.implement({
    description: 'A goal with dates, of a group or of a project',
    fields: (t) => ({
      id: t.id({ resolve: (milestone) => formatGlobalId('Milestone', milestone.id) }),
      iid: t.id({ resolve: (milestone) => String(milestone.iid) }),
      title: t.exposeString('title'),
      description: t.exposeString('description', { nullable: true }),
      descriptionHtml: t.string({
        nullable: true,
        resolve: ({ descriptionHtml }, _args, ctx) => presentHtml(ctx.services, descriptionHtml),
      }),
      state: t.expose('state', { type: MilestoneStateEnum }),
      startDate: t.expose('startDate', { type: 'Time', nullable: true }),
      dueDate: t.expose('dueDate', { type: 'Time', nullable: true }),
      expired: t.boolean({ resolve: (milestone) => isExpired(spanOf(milestone), utcDayOf(new Date())) }),
      upcoming: t.boolean({ resolve: (milestone) => isUpcoming(spanOf(milestone), utcDayOf(new Date())) }),
      groupMilestone: t.boolean({ resolve: (milestone) => flagsOf(milestone).groupMilestone }),
      subgroupMilestone: t.boolean({ resolve: (milestone) => flagsOf(milestone).subgroupMilestone }),
      projectMilestone: t.boolean({ resolve: (milestone) => flagsOf(milestone).projectMilestone }),
      webPath: t.string({ resolve: pathOf }),
      webUrl: t.string({ resolve: (milestone, _args, ctx) => ctx.baseUrl + pathOf(milestone) }),
      createdAt: t.expose('createdAt', { type: 'Time' }),
      updatedAt: t.expose('updatedAt', { type: 'Time' }),
      stats: t.field({
        type: MilestoneStatsRef,
        nullable: true,
        resolve: (milestone, _args, ctx) => ctx.load(issueCountsOfMilestone, milestone.id),
      }),
      userPermissions: t.field({
        type: MilestonePermissionsRef,
        resolve: (milestone, _args, ctx) => verdictsOf(ctx, milestone),
      }),
      report: t.field({
        type: TimeboxReportRef,
        nullable: true,
        args: { fullPath: t.arg.string({ description: fullPathArgument }) },
        resolve: (milestone, { fullPath }, ctx) =>
          reportFor(ctx, { milestoneId: milestone.id }, milestone.namespaceId, spanOf(milestone), fullPath),
      }),
      group: t.field({
        type: GroupRef,
        nullable: true,
        resolve: (milestone, _args, ctx) =>
          milestone.namespaceKind === 'group' ? visibleNamespace(ctx, milestone.namespaceId) : null,
      }),
      project: t.field({
        type: ProjectRef,
        nullable: true,
        resolve: (milestone, _args, ctx) =>
          milestone.namespaceKind === 'project' ? visibleNamespace(ctx, milestone.namespaceId) : null,
      }),
    }),
  });
}

function listMilestones(): void {
  const search = builder.args((t) => ({
    ...pageArguments,
    ids: t.idList(),
    iids: t.idList(),
    state: t.field({ type: MilestoneStateEnum }),
    title: t.string({ description: 'Exactly this title' }),
    searchTitle: t.string(),
    timeframe: t.field({ type: TimeframeInput, description: 'Milestones that touch these days' }),
    containingDate: t.field({ type: 'Time', description: 'Milestones that touch this day' }),
    includeAncestors: t.boolean(),
    sort: t.field({ type: MilestoneSortEnum }),
  }));
  builder.objectField(GroupRef, 'milestones', (t) =>
    t.field({
      type: MilestoneConnection,
      nullable: true,
      args: {
        ...search,
        includeDescendants: t.arg.boolean({ description: 'Includes milestones of subgroups and projects' }),
      },
      resolve: (namespace, args, ctx) =>
        pageOfMilestones(ctx, args, {
          ...listingOf(args),
          namespace,
          includeDescendants: args.includeDescendants ?? false,
        }),
    }),
  );
  builder.objectField(ProjectRef, 'milestones', (t) =>
    t.field({
      type: MilestoneConnection,
      nullable: true,
      args: search,
      resolve: (namespace, args, ctx) =>
        hasFeature(namespace, 'milestones') ? pageOfMilestones(ctx, args, { ...listingOf(args), namespace }) : null,
    }),
  );
}

interface SearchArguments extends PageArguments {
  ids?: readonly (string | number)[] | null;
  iids?: readonly (string | number)[] | null;
  state?: Milestone['state'] | null;
  title?: string | null;
  searchTitle?: string | null;
  timeframe?: { start: string; end: string } | null;
  containingDate?: Date | null;
  includeAncestors?: boolean | null;
  sort?: string | null;
}

function listingOf(args: SearchArguments): Omit<MilestoneListing, 'namespace'> {
  return {
    ids: args.ids?.map((id) => readGlobalId<'Milestone'>(String(id), 'Milestone')),
    iids: args.iids?.map(Number).filter((iid) => Number.isInteger(iid) && iid > 0 && iid <= 2_147_483_647),
    state: args.state,
    title: args.title,
    searchTitle: args.searchTitle,
    timeframe: readTimeframe(args.timeframe),
    containedDay: args.containingDate ? formatDay(utcDayOf(args.containingDate)) : null,
    includeAncestors: args.includeAncestors ?? false,
    sort: (args.sort?.toUpperCase() as MilestoneSort | undefined) ?? null,
  };
}

async function pageOfMilestones(
  ctx: Context,
  args: PageArguments,
  listing: MilestoneListing,
): Promise<Page<Milestone>> {
  const slice = sliceOf(args);
  const rows = await milestonesAfter(ctx, listing, slice);
  const keys = new Map(rows.map((row) => [row.id, row.sortKey]));
  return pageOf<Milestone>(
    rows,
    slice,
    (milestone) => keys.get(milestone.id) ?? [],
    () => countMilestones(ctx, listing),
  );
}
