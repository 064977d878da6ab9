import { formatGlobalId, type TodoId } from '@milepost/core/ids';
import type { TodoState } from '@milepost/core/notifications/todos';
import type { WorkItemType } from '@milepost/core/work-items';
import type { Context } from '../../platform/context.ts';
import { readCursor } from '../../platform/cursors.ts';
import { builder } from '../../platform/graphql/builder.ts';
import {
  pageArguments,
  pageOf,
  sliceOf,
  pageOfWhole,
  type Page,
  type PageArguments,
} from '../../platform/graphql/connections.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { mutation } from '../../platform/graphql/mutations.ts';
import type { NamespaceKind } from '../namespaces/table.ts';
import { CurrentUserRef } from '../users/graphql.ts';
import { addWidget } from '../work-items/graphql/widgets.ts';
import { EpicRef, issueFaces } from '../work-items/graphql.ts';
import { findVisibleWorkItemById, type WorkItem } from '../work-items/store.ts';
import {
  addTodoOnce,
  finishAllTodos,
  finishManyTodos,
  markTodoDone,
  restoreManyTodos,
  restoreTodo,
} from './commands.ts';
import {
  describeTodos,
  orderOf,
  TodoActionEnum,
  TodoConnection,
  TodoRef,
  TodoSortEnum,
  TodoStateEnum,
  TodoTargetEnum,
} from './graphql/types.ts';
import { countTodos, ownTodos, ownTodosOfWorkItem, todosAfter, type Todo, type TodoFilter } from './store.ts';

const filterArguments = builder.args((t) => ({
  action: t.field({ type: [TodoActionEnum] }),
  authorId: t.idList(),
  projectId: t.idList(),
  groupId: t.idList({ description: 'In these groups and everything below them' }),
  type: t.field({ type: [TodoTargetEnum] }),
}));

interface FilterArguments {
  action?: readonly string[] | null;
  authorId?: readonly (string | number)[] | null;
  projectId?: readonly (string | number)[] | null;
  groupId?: readonly (string | number)[] | null;
  type?: readonly string[] | null;
}

/** The item types of each published name. */
const typesOf: Readonly<Record<string, readonly WorkItemType[]>> = {
  EPIC: ['epic'],
  ISSUE: ['issue', 'incident'],
  WORKITEM: ['task'],
};
const kindsOf: Readonly<Record<string, readonly NamespaceKind[]>> = { NAMESPACE: ['group'], PROJECT: ['project'] };

function filterOf(args: FilterArguments): TodoFilter {
  const numbers = (ids: readonly (string | number)[], ...types: string[]) =>
    ids.map((id): number => readGlobalId<'Any'>(String(id), ...types));
  return {
    ...(args.action?.length && { actions: args.action }),
    ...(args.type?.length && {
      types: args.type.flatMap((type) => typesOf[type] ?? []),
      namespaceKinds: args.type.flatMap((type) => kindsOf[type] ?? []),
      hasRequests: args.type.includes('MERGEREQUEST'),
      hasOwnTokens: args.type.includes('USER'),
    }),
    ...(args.authorId?.length && { authorIds: numbers(args.authorId, 'User') }),
    ...(args.projectId?.length && { projectIds: numbers(args.projectId, 'Project') }),
    ...(args.groupId?.length && { groupIds: numbers(args.groupId, 'Group') }),
  };
}

export function extendSchema(): void {
  describeTodos();
  listTodos();
  mutateTodos();
}

function listTodos(): void {
  builder.objectField(CurrentUserRef, 'todos', (t) =>
    t.field({
      type: TodoConnection,
      nullable: true,
      description: 'The viewer’s to-dos, on items that they may still see',
      args: {
        ...pageArguments,
        ...filterArguments,
        state: t.arg({ type: [TodoStateEnum] }),
        isSnoozed: t.arg.boolean({ description: 'Accepted for compatibility; to-dos cannot be snoozed' }),
        sort: t.arg({ type: TodoSortEnum }),
      },
      resolve: async (_user, args, ctx): Promise<Page<Todo>> => {
        if (args.isSnoozed) return pageOfWhole<Todo>([], args);
        const filter = { ...filterOf(args), ...(args.state?.length && { states: args.state }) };
        const slice = sliceOf(args);
        const rows = await todosAfter(ctx, filter, orderOf(args.sort), slice);
        const keys = new Map(rows.map(({ id, sortKey }) => [id, sortKey]));
        return pageOf<Todo>(
          rows,
          slice,
          ({ id }) => keys.get(id) ?? [],
          () => countTodos(ctx, filter),
        );
      },
    }),
  );
  for (const face of [EpicRef, ...issueFaces]) {
    builder.objectField(face, 'currentUserTodos', (t) =>
      t.field({
        type: TodoConnection,
        args: { ...pageArguments, state: t.arg({ type: TodoStateEnum }) },
        resolve: todosOnItem,
      }),
    );
  }
  addWidget('CURRENT_USER_TODOS', {
    name: 'CurrentUserTodos',
    fields: (t) => ({
      currentUserTodos: t.field({
        type: TodoConnection,
        args: { ...pageArguments, state: t.arg({ type: TodoStateEnum }) },
        resolve: ({ item }, args, ctx) => todosOnItem(item, args, ctx),
      }),
    }),
  });
}

/** All of the viewer's to-dos on one item are read in one batch, so that a list of items costs one statement. */
async function todosOnItem(
  item: Pick<WorkItem, 'id'>,
  args: PageArguments & { state?: TodoState | null },
  ctx: Context,
): Promise<Page<Todo>> {
  const slice = sliceOf(args);
  const own = (await ctx.load(ownTodosOfWorkItem, item.id)) ?? [];
  const all = own.filter(({ state }) => !args.state || state === args.state);
  const from = slice.cursor ? readCursor(slice.cursor, 'bigint')[0] : 0;
  const rest = slice.isBackward
    ? all.filter(({ id }) => from === 0 || id > from).toReversed()
    : all.filter(({ id }) => from === 0 || id < from);
  return pageOf(
    rest.slice(0, slice.limit + 1),
    slice,
    ({ id }) => [id],
    () => Promise.resolve(all.length),
  );
}

const readTargetId = (id: string) => readGlobalId<'WorkItem'>(id, 'WorkItem', 'Issue', 'Epic');
const readTodoId = (id: string): TodoId => readGlobalId<'Todo'>(id, 'Todo');

function mutateTodos(): void {
  mutation('todoCreate', {
    description: "Adds an item to the viewer's to-dos",
    input: (t) => ({ targetId: t.field({ type: 'TodoableID', required: true }) }),
    resolve: async (input, ctx) => {
      const id = readTargetId(input.targetId);
      return addTodoOnce(ctx, await findVisibleWorkItemById(ctx, id));
    },
    payload: (t) => ({ todo: t.field({ type: TodoRef, nullable: true, resolve: ({ result }) => result }) }),
  });
  for (const [name, description, change] of [
    ['todoMarkDone', 'Marks a to-do as done', markTodoDone],
    ['todoRestore', 'Restores a done to-do', restoreTodo],
  ] as const) {
    mutation(name, {
      description,
      input: (t) => ({ id: t.field({ type: 'TodoID', required: true }) }),
      resolve: (input, ctx) => change(ctx, readTodoId(input.id)),
      payload: (t) => ({
        todo: t.field({ type: TodoRef, resolve: ({ result }) => result as Todo }),
      }),
    });
  }
  for (const [name, description, change] of [
    ['todoRestoreMany', 'Restores done to-dos', restoreManyTodos],
    ['todoResolveMany', 'Marks to-dos as done', finishManyTodos],
  ] as const) {
    mutation(name, {
      description,
      input: (t) => ({ ids: t.field({ type: ['TodoID'], required: true }) }),
      resolve: async (input, ctx) => ({ todos: await change(ctx, input.ids.map(readTodoId)) }),
      payload: (t) => ({ todos: t.field({ type: [TodoRef], resolve: ({ result }) => result?.todos ?? [] }) }),
    });
  }
  mutation('todosMarkAllDone', {
    description: 'Marks all to-dos, or those that match the filter, as done',
    input: (t) => ({
      action: t.field({ type: [TodoActionEnum] }),
      authorId: t.idList(),
      projectId: t.idList(),
      groupId: t.idList(),
      type: t.field({ type: [TodoTargetEnum] }),
      targetId: t.field({ type: 'TodoableID', description: 'Only those on this item' }),
    }),
    resolve: async ({ targetId, ...input }, ctx) => {
      const target = targetId ? await findVisibleWorkItemById(ctx, readTargetId(targetId)) : null;
      return { ids: await finishAllTodos(ctx, { ...filterOf(input), ...(target && { workItemId: target.id }) }) };
    },
    payload: (t) => ({
      todos: t.field({ type: [TodoRef], resolve: ({ result }, _args, ctx) => ownTodos(ctx, result?.ids ?? []) }),
      updatedIds: t.field({
        type: ['TodoID'],
        description: 'The changed to-dos, for todoRestoreMany',
        resolve: ({ result }) => (result?.ids ?? []).map((id) => formatGlobalId('Todo', id)),
      }),
    }),
  });
}
