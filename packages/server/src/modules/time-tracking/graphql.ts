import { formatDuration } from '@milepost/core/dates/durations';
import { formatGlobalId } from '@milepost/core/ids';
import type { Context } from '../../platform/context.ts';
import { builder } from '../../platform/graphql/builder.ts';
import {
  connectionType,
  costOfShortList,
  pageArguments,
  pageOfWhole,
  type Page,
  type PageArguments,
} from '../../platform/graphql/connections.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { mutation } from '../../platform/graphql/mutations.ts';
import { UserCoreRef } from '../users/graphql.ts';
import { ghost, usersById, type User } from '../users/store.ts';
import { issueFaces, IssueRef } from '../work-items/graphql.ts';
import { readItemId } from '../work-items/graphql/item-mutations.ts';
import { visibleWorkItem, workItemsById, type WorkItem } from '../work-items/store.ts';
import { addSpentTime, deleteTimelog } from './commands.ts';
import { showEstimates } from './graphql/fields.ts';
import { timelogPolicy } from './policy.ts';
import { timelogsOf, timeSpentOn, type Timelog } from './store.ts';

export const TimelogRef = builder.objectRef<Timelog>('Timelog');
const TimelogConnection = connectionType('Timelog', TimelogRef);
export const WorkItemTimelogRef = builder.objectRef<Timelog>('WorkItemTimelog');
const WorkItemTimelogConnection = connectionType('WorkItemTimelog', WorkItemTimelogRef);
const TimelogPermissionsRef = builder.objectRef<Timelog>('TimelogPermissions');

const spentOn = async (item: Pick<WorkItem, 'id'>, ctx: Context): Promise<number> =>
  (await ctx.load(timeSpentOn, item.id)) ?? 0;
const logsOf = async (item: Pick<WorkItem, 'id'>, args: PageArguments, ctx: Context): Promise<Page<Timelog>> =>
  pageOfWhole((await ctx.load(timelogsOf, item.id)) ?? [], args);

export function extendSchema(): void {
  TimelogPermissionsRef.implement({
    description: 'What the viewer may do with a time log',
    fields: (t) => ({
      adminTimelog: t.boolean({
        resolve: async (timelog, _args, ctx) => {
          const item = await ctx.load(workItemsById, timelog.workItemId);
          return item !== null && ctx.can(timelogPolicy.destroy, { item, userId: timelog.userId });
        },
      }),
    }),
  });
  for (const [ref, description] of [
    [TimelogRef, 'A time log of an issue'],
    [WorkItemTimelogRef, 'A time log of a work item'],
  ] as const) {
    ref.implement({
      description,
      fields: (t) => ({
        id: t.id({ resolve: ({ id }) => formatGlobalId('Timelog', id) }),
        timeSpent: t.int({ description: 'Seconds', resolve: ({ timeSpent }) => timeSpent }),
        spentAt: t.field({ type: 'Time', nullable: true, resolve: ({ spentAt }) => spentAt }),
        summary: t.string({ nullable: true, resolve: ({ summary }) => summary || null }),
        user: t.field({
          type: UserCoreRef,
          resolve: async ({ userId }, _args, ctx): Promise<User> =>
            (userId === null ? null : await ctx.load(usersById, userId)) ?? ghost,
        }),
        userPermissions: t.field({ type: TimelogPermissionsRef, resolve: (timelog) => timelog }),
      }),
    });
  }
  builder.objectField(TimelogRef, 'issue', (t) =>
    t.field({
      type: IssueRef,
      nullable: true,
      resolve: async ({ workItemId }, _args, ctx) => {
        const item = await visibleWorkItem(ctx, workItemId);
        return item && item.type !== 'epic' ? item : null;
      },
    }),
  );
  for (const face of issueFaces) {
    builder.objectFields(face, (t) => ({
      totalTimeSpent: t.int({ resolve: (issue, _args, ctx) => spentOn(issue, ctx) }),
      humanTotalTimeSpent: t.string({
        nullable: true,
        resolve: async (issue, _args, ctx) => formatDuration(await spentOn(issue, ctx)),
      }),
      timelogs: t.field({
        type: TimelogConnection,
        args: pageArguments,
        complexity: costOfShortList,
        resolve: (issue, args, ctx) => logsOf(issue, args, ctx),
      }),
    }));
  }
  builder.objectFields(showEstimates().ref, (t) => ({
    totalTimeSpent: t.int({ nullable: true, resolve: ({ item }, _args, ctx) => spentOn(item, ctx) }),
    timelogs: t.field({
      type: WorkItemTimelogConnection,
      nullable: true,
      args: pageArguments,
      complexity: costOfShortList,
      resolve: ({ item }, args, ctx) => logsOf(item, args, ctx),
    }),
  }));
  mutateTimelogs();
}

function mutateTimelogs(): void {
  mutation('timelogCreate', {
    description: 'Logs time spent on an issue or another work item',
    input: (t) => ({
      issuableId: t.field({ type: 'IssuableID', required: true }),
      timeSpent: t.string({ required: true, description: 'A duration such as `1h 30m`; a leading minus subtracts' }),
      summary: t.string({ required: true }),
      spentAt: t.field({ type: 'Time', description: 'Now by default' }),
    }),
    resolve: (input, ctx) =>
      addSpentTime(ctx, {
        itemId: readItemId(input.issuableId),
        duration: input.timeSpent,
        summary: input.summary,
        spentAt: input.spentAt ?? null,
      }),
    payload: (t) => ({ timelog: t.field({ type: TimelogRef, nullable: true, resolve: ({ result }) => result }) }),
  });
  mutation('timelogDelete', {
    description: 'Deletes a time log',
    input: (t) => ({ id: t.field({ type: 'TimelogID', required: true }) }),
    resolve: (input, ctx) => deleteTimelog(ctx, readGlobalId<'Timelog'>(input.id, 'Timelog')),
    payload: (t) => ({ timelog: t.field({ type: TimelogRef, nullable: true, resolve: ({ result }) => result }) }),
  });
}
