import { formatDay } from '@milepost/core/days';
import { ValidationError } from '@milepost/core/errors';
import type { UserId, WorkItemId } from '@milepost/core/ids';
import { groupKindOf, laneKeyOf, parseLaneKey, type LaneStep } from '@milepost/core/roadmap/lanes/lane-keys';
import { isSameGroupKey, parseGroupKey, type GroupKey } from '@milepost/core/roadmap/lanes/grouping';
import { progressOf, type Progress } from '@milepost/core/roadmap/progress';
import { layouts } from '@milepost/core/roadmap/ranges';
import { builder, costOfPage } from '../../../platform/graphql/builder.ts';
import {
  connectionType,
  pageArguments,
  pageOf,
  sliceOf,
  type Page,
  type PageArguments,
} from '../../../platform/graphql/connections.ts';
import { encodeCursor } from '../../../platform/cursors.ts';
import { GroupRef } from '../../namespaces/graphql.ts';
import { UserCoreRef } from '../../users/graphql.ts';
import { usersById } from '../../users/store.ts';
import {
  epicListArguments,
  epicListing,
  epicScopeArguments,
  plannedEpics,
  type EpicListArguments,
  type EpicScopeArguments,
} from '../../work-items/graphql/epic-list.ts';
import { plugInGraphql } from '../../work-items/graphql/plugs.ts';
import { EpicRef } from '../../work-items/graphql.ts';
import { visibleWorkItem } from '../../work-items/store.ts';
import { LANE_PAGE, LaneSet, requireLanes, type LaneOfPage, type LanePage } from '../commands/lanes.ts';
import { todayOf } from '../filter/signals.ts';
import { EpicProgressTrackingEnum } from './signals.ts';
import { topRuleOf, type TopRuleArguments } from '../store/lanes/rows.ts';
import { laneKeysetOf } from '../store/lanes/lanes.ts';
import { labelScopes, type LabelScope } from '../store/lanes/scopes.ts';

const LaneRef = builder.objectRef<LaneOfPage>('EpicLane');
const LaneHealthRef = builder.objectRef<LaneOfPage>('EpicLaneHealth');
const LaneProgressRef = builder.objectRef<Progress>('EpicLaneProgress');
const LabelScopeRef = builder.objectRef<LabelScope>('EpicLabelScope').implement({
  description: 'The part of scoped labels before the last `::`',
  fields: (t) => ({
    scope: t.exposeString('scope'),
    count: t.exposeInt('count', { description: 'Epics with a label of the scope' }),
    values: t.exposeInt('values', { description: 'Number of different values of these labels' }),
  }),
});
const LaneConnection = connectionType('EpicLane', LaneRef);
const LayoutEnum = builder.enumType('RoadmapLayout', { values: layouts });

interface LaneFilter extends TopRuleArguments {
  lane?: string | null;
}

/** The rows of a lane: an argument of `epics`. */
export function plugInLanes(): void {
  plugInGraphql<LaneFilter>({
    name: 'lanes',
    filter: {
      arguments: (t, list, operator) =>
        list === 'epics' && operator === 'is'
          ? {
              lane: t.string({
                description: 'Milepost extension. Only the epics of the lane with this key: see `epicLanes`',
              }),
            }
          : {},
      read: ({ lane, ...args }, { of }) => {
        if (lane === null || lane === undefined || of === null) return {};
        const steps = parseLaneKey(lane);
        if (!steps) throw new ValidationError({ lane: ['is invalid'] });
        return {
          topLevel: undefined,
          lane: { of, steps, listing: plannedEpics(of, withoutTopLevel(args)), topRule: topRuleOf(args) },
        };
      },
    },
  });
}

/** Lanes decide themselves which epics are top rows. */
const withoutTopLevel = (args: object): EpicListArguments & EpicScopeArguments =>
  ({ ...args, topLevelHierarchyOnly: null }) as EpicListArguments;

export function extendLanes(): void {
  describeLane();
  builder.objectField(GroupRef, 'epicLabelScopes', (t) =>
    t.field({
      type: [LabelScopeRef],
      description:
        'Milepost extension. The label scopes of the epics that match, those of most epics first. Takes the arguments of `epics`',
      complexity: costOfPage,
      args: { ...epicListArguments('epics'), ...epicScopeArguments },
      resolve: async (group, args, ctx) => labelScopes(ctx, await epicListing(ctx, group, args)),
    }),
  );
  builder.objectField(GroupRef, 'epicLanes', (t) =>
    t.field({
      type: LaneConnection,
      nullable: true,
      description:
        'Milepost extension. The lanes of the roadmap: the epics that match, grouped by a value. Takes the arguments of `epics`',
      complexity: costOfPage,
      args: {
        ...epicListArguments('epics'),
        ...epicScopeArguments,
        groupBy: t.arg.string({
          required: true,
          description:
            'SUBGROUP, LABEL:{scope}, MILESTONE, ITERATION, ASSIGNEE, AUTHOR, HEALTH, STATUS, PARENT or FIELD:{id}',
        }),
        thenBy: t.arg.string({ description: 'The second level: another of these' }),
        showEmptyLanes: t.arg.boolean({ description: 'Includes lanes without a matching epic' }),
        within: t.arg.string({
          description:
            'The key of a lane of the first level: instead of the first level, the lanes of the second level in it',
        }),
      },
      resolve: async (group, { groupBy, thenBy, showEmptyLanes, within, ...args }, ctx) => {
        const keys = groupingOf(groupBy, thenBy);
        requireLanes(ctx, group, [keys.groupBy, keys.thenBy]);
        const listing = await epicListing(ctx, group, withoutTopLevel(args));
        const set = new LaneSet(ctx, {
          of: group,
          listing,
          topRule: topRuleOf(args),
          by: keys.groupBy,
          thenBy: keys.thenBy,
          today: formatDay(todayOf(ctx, listing.filter.is.today)),
          hasEmpty: showEmptyLanes ?? false,
        });
        const above = aboveOf(within, keys);
        return connectionOf(args, (window) =>
          above ? set.pageWithin(above.value, window) : set.page(window, LANE_PAGE),
        );
      },
    }),
  );
}

function groupingOf(
  groupBy: string,
  thenBy: string | null | undefined,
): { groupBy: GroupKey; thenBy: GroupKey | null } {
  const first = parseGroupKey(groupBy);
  if (!first) throw new ValidationError({ groupBy: ['is invalid'] });
  const second = parseGroupKey(thenBy);
  if (thenBy && !second) throw new ValidationError({ thenBy: ['is invalid'] });
  return { groupBy: first, thenBy: isSameGroupKey(first, second) ? null : second };
}

/** The step of a lane of the first level from its key; null for none. */
function aboveOf(
  within: string | null | undefined,
  { groupBy, thenBy }: { groupBy: GroupKey; thenBy: GroupKey | null },
): LaneStep | null {
  if (within === null || within === undefined) return null;
  const [step, ...more] = parseLaneKey(within) ?? [];
  if (!step || more.length > 0 || thenBy === null || !isSameGroupKey(step.by, groupBy)) {
    throw new ValidationError({ within: ['is invalid'] });
  }
  return step;
}

async function connectionOf(
  args: PageArguments,
  load: (window: { limit: number; cursor: readonly unknown[] | null }) => Promise<LanePage>,
): Promise<Page<LaneOfPage>> {
  if (args.last !== null && args.last !== undefined) throw new ValidationError({ last: ['is not supported'] });
  const slice = sliceOf({ ...args, first: args.first ?? LANE_PAGE }, LANE_PAGE);
  const { lanes, hasNext } = await load({ limit: slice.limit, cursor: slice.cursor });
  const page = pageOf(lanes, slice, laneKeysetOf);
  return { ...page, hasNextPage: hasNext, cursorOf: (lane) => encodeCursor(laneKeysetOf(lane)) };
}

/** The steps from the first level to a lane. */
export function stepsOf({ page, within, value }: LaneOfPage): LaneStep[] {
  const { by, thenBy } = page.question;
  return within === null
    ? [{ by, value }]
    : [
        { by, value: within.value },
        { by: thenBy ?? by, value },
      ];
}

const kindOf = (lane: LaneOfPage) => groupKindOf(stepsOf(lane).at(-1)?.by ?? lane.page.question.by);

function describeLane(): void {
  LaneHealthRef.implement({
    description:
      'Open epics of a lane by the health that they show: their own, otherwise the worst one of the issues below',
    fields: (t) => ({
      onTrack: t.exposeInt('onTrack'),
      needsAttention: t.exposeInt('needsAttention'),
      atRisk: t.exposeInt('atRisk'),
      none: t.exposeInt('withoutUpdate'),
    }),
  });
  LaneProgressRef.implement({
    description: 'Closed and total issues below the epics of a lane, or the sums of their weights',
    fields: (t) => ({
      closed: t.float({ resolve: ({ closed }) => closed }),
      total: t.float({ resolve: ({ total }) => total }),
      percentage: t.exposeInt('percentage'),
      countedIn: t.field({ type: EpicProgressTrackingEnum, resolve: ({ countedIn }) => countedIn }),
    }),
  });
  LaneRef.implement({
    description: 'Epics of a roadmap with one value in common. All sums are of epics that the viewer sees',
    fields: (t) => ({
      key: t.string({ description: 'For the argument `lane` of `epics`', resolve: (lane) => laneKeyOf(stepsOf(lane)) }),
      value: t.exposeString('value', { nullable: true, description: 'Null for epics without a value' }),
      title: t.exposeString('title', { nullable: true }),
      color: t.exposeString('color', { nullable: true }),
      user: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: (lane, _args, ctx) =>
          ['ASSIGNEE', 'AUTHOR'].includes(kindOf(lane)) && lane.value !== null
            ? ctx.load(usersById, lane.number as UserId)
            : null,
      }),
      epic: t.field({
        type: EpicRef,
        nullable: true,
        description: 'The parent that the epics have in common',
        resolve: (lane, _args, ctx) =>
          kindOf(lane) === 'PARENT' ? visibleWorkItem(ctx, (lane.number || null) as WorkItemId | null) : null,
      }),
      count: t.exposeInt('count', { description: 'Top rows of the roadmap in this lane' }),
      closed: t.exposeInt('closed', { description: 'Closed epics' }),
      overdue: t.exposeInt('overdue', { description: 'Open epics that were due before today' }),
      health: t.field({ type: LaneHealthRef, resolve: (lane) => lane }),
      progress: t.field({
        type: LaneProgressRef,
        nullable: true,
        args: {
          tracking: t.arg({
            type: EpicProgressTrackingEnum,
            description: 'WEIGHT by default; without any weight issues are counted',
          }),
        },
        resolve: (lane, { tracking }) =>
          progressOf(
            {
              isClosed: false,
              descendantWeightSum: { closedIssues: lane.closedWeight, openedIssues: lane.openedWeight },
              descendantCounts: { closedIssues: lane.closedIssues, openedIssues: lane.openedIssues },
            },
            tracking ?? 'WEIGHT',
          ),
      }),
      startDate: t.expose('startDate', { type: 'Date', nullable: true }),
      dueDate: t.expose('dueDate', { type: 'Date', nullable: true }),
      lacksStartDate: t.exposeBoolean('lacksStartDate', { description: 'Whether an open epic has no start date' }),
      lacksDueDate: t.exposeBoolean('lacksDueDate', { description: 'Whether an open epic has no due date' }),
      shades: t.intList({
        description: 'For each column of the timeframe the number of epics that run in it',
        args: {
          layout: t.arg({ type: LayoutEnum, required: true }),
          firstWeekday: t.arg.int({ description: '0 (Sunday) to 6; 0 by default' }),
        },
        resolve: (lane, { layout, firstWeekday }) => {
          const first = firstWeekday ?? 0;
          if (first < 0 || first > 6) throw new ValidationError({ firstWeekday: ['is invalid'] });
          return lane.page.shadesOf(lane, layout, first) as Promise<number[]>;
        },
      }),
      lanes: t.field({
        type: LaneConnection,
        nullable: true,
        description: 'The lanes of the second level; null without one',
        args: pageArguments,
        complexity: costOfPage,
        resolve: (lane, args) =>
          lane.page.question.thenBy === null || lane.within !== null
            ? null
            : connectionOf(args, (window) => lane.page.lanesIn(lane, window)),
      }),
    }),
  });
}
