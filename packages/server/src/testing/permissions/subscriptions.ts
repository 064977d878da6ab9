import type { Visibility } from '@milepost/core/roles';
import { findVisibleGroup } from '../../modules/namespaces/commands.ts';
import {
  changeNotificationLevel,
  changeNotificationLevelIn,
  chooseSubscription,
} from '../../modules/subscriptions/commands.ts';
import { addTodo, finishAllTodos } from '../../modules/todos/commands.ts';
import { findVisibleWorkItemById, type WorkItem } from '../../modules/work-items/store.ts';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

const issue = async (build: Builders, visibility: Visibility): Promise<WorkItem> =>
  build.issue({ project: await build.project({ visibility }), author: null });
const epic = async (build: Builders, visibility: Visibility): Promise<WorkItem> =>
  build.epic({ group: await build.group({ visibility }), author: null });
const confidentialIssue = async (build: Builders, visibility: Visibility): Promise<WorkItem> =>
  build.issue({ project: await build.project({ visibility }), author: null, confidential: true });

export const subscriptionPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'subscribe to an issue',
    least: 'person',
    given: issue,
    perform: async (ctx, { id }) => chooseSubscription(ctx, await findVisibleWorkItemById(ctx, id), true),
  }),
  permission({
    operation: 'subscribe to an epic',
    least: 'person',
    given: epic,
    perform: async (ctx, { id }) => chooseSubscription(ctx, await findVisibleWorkItemById(ctx, id), true),
  }),
  permission({
    operation: 'subscribe to a confidential item of others',
    least: 'planner',
    isHidden: true,
    given: confidentialIssue,
    perform: async (ctx, { id }) => chooseSubscription(ctx, await findVisibleWorkItemById(ctx, id), true),
  }),
  permission({
    operation: 'set one’s global notification level',
    least: 'person',
    perform: (ctx) => changeNotificationLevel(ctx, 'participating'),
  }),
  permission({
    operation: 'set one’s notification level for a group',
    least: 'person',
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) => changeNotificationLevelIn(ctx, await findVisibleGroup(ctx, String(id)), 'watch'),
  }),
];

export const todoPermissions: readonly PermissionRow[] = [
  permission({
    operation: "add an item to one's to-do list",
    least: 'person',
    given: issue,
    perform: async (ctx, { id }) => addTodo(ctx, await findVisibleWorkItemById(ctx, id)),
  }),
  permission({
    operation: "add a confidential item of others to one's to-do list",
    least: 'planner',
    isHidden: true,
    given: confidentialIssue,
    perform: async (ctx, { id }) => addTodo(ctx, await findVisibleWorkItemById(ctx, id)),
  }),
  permission({
    operation: "mark all of one's to-dos as done",
    least: 'person',
    perform: (ctx) => finishAllTodos(ctx),
  }),
];
