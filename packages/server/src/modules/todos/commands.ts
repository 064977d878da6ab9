import { ConflictError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { NoteId, TodoId, UserId } from '@milepost/core/ids';
import { MAX_TODOS_PER_CALL, type TodoAction } from '@milepost/core/notifications/todos';
import type { Context, Trx } from '../../platform/context.ts';
import { lockNamed } from '../../platform/database/locks.ts';
import { viewersById } from '../members/commands/identify.ts';
import { guarded } from '../notes/commands.ts';
import { notePolicy } from '../notes/policy.ts';
import { notesById } from '../notes/store.ts';
import { workItemPolicy } from '../work-items/policy.ts';
import type { WorkItem } from '../work-items/store.ts';
import { namespaceTodoPolicy } from './policy.ts';
import {
  finishTodos,
  finishTodosOn,
  insertTodos,
  ownTodos,
  ownTodosOfWorkItem,
  restoreTodos,
  type Todo,
  type TodoFilter,
} from './store.ts';

/** Adds an item to the viewer's own list. Null if it is already pending there, for any reason. */
export async function addTodo(ctx: Context, item: WorkItem): Promise<Todo | null> {
  const userId = ctx.viewer.requireId();
  ctx.require(namespaceTodoPolicy.add, item);
  return ctx.transaction(async (trx) => {
    // Otherwise two calls at the same moment would both find none, and both report that they added it.
    await lockNamed(trx, `todos:${userId}:${item.id}`);
    const waiting = (await ctx.within(trx).load(ownTodosOfWorkItem, item.id)) ?? [];
    if (waiting.some(({ state }) => state === 'pending')) return null;
    const [todo = null] = await insertTodos(trx, [
      { userId, authorId: userId, workItemId: item.id, noteId: null, action: 'marked' },
    ]);
    return todo;
  });
}

/** Adds an item to the viewer's own list. Throws ConflictError if it is already pending there. */
export async function addTodoOnce(ctx: Context, item: WorkItem): Promise<Todo> {
  const todo = await addTodo(ctx, item);
  if (!todo) throw new ConflictError('A to-do for this item is already pending');
  return todo;
}

/** The viewer's pending to-do for an item; null when there is none. */
export async function pendingTodoOf(ctx: Context, item: Pick<WorkItem, 'id'>): Promise<Todo | null> {
  return (await ctx.load(ownTodosOfWorkItem, item.id))?.find(({ state }) => state === 'pending') ?? null;
}

/** Marks a to-do as done. Throws NotFoundError unless it is the viewer's, on an item they may see. */
export async function markTodoDone(ctx: Context, id: TodoId): Promise<Todo> {
  ctx.viewer.requireId();
  await ctx.transaction((trx) => finishTodos(ctx, trx, { ids: [id] }));
  return findOwnTodo(ctx, id);
}

/** Makes a done to-do pending again. Throws as `markTodoDone` does. */
export async function restoreTodo(ctx: Context, id: TodoId): Promise<Todo> {
  const userId = ctx.viewer.requireId();
  await findOwnTodo(ctx, id);
  await ctx.transaction((trx) => restoreTodos(trx, userId, [id]));
  return findOwnTodo(ctx, id);
}

/** Makes several to-dos pending again, skipping those of others. Throws NotFoundError if none of them is the viewer's. */
export async function restoreManyTodos(ctx: Context, ids: readonly TodoId[]): Promise<Todo[]> {
  const userId = ctx.viewer.requireId();
  const own = await someOwnTodos(ctx, ids);
  const changed = await ctx.transaction((trx) => restoreTodos(trx, userId, own));
  return ownTodos(ctx, changed);
}

/** Marks several to-dos as done. Throws as `restoreManyTodos` does. */
export async function finishManyTodos(ctx: Context, ids: readonly TodoId[]): Promise<Todo[]> {
  ctx.viewer.requireId();
  const own = await someOwnTodos(ctx, ids);
  return ownTodos(ctx, await ctx.transaction((trx) => finishTodos(ctx, trx, { ids: own })));
}

/** Marks all pending to-dos that match the filter as done; returns the ids, for undo. */
export async function finishAllTodos(ctx: Context, filter: TodoFilter = {}): Promise<TodoId[]> {
  ctx.viewer.requireId();
  return ctx.transaction((trx) => finishTodos(ctx, trx, { filter: { ...filter, states: ['pending'] } }));
}

/** Marks all of the viewer's to-dos on an item as done. */
export async function finishOwnTodosOn(ctx: Context, { id }: Pick<WorkItem, 'id'>): Promise<void> {
  const userId = ctx.viewer.requireId();
  await ctx.transaction((trx) => finishTodosOn(trx, id, userId));
}

async function someOwnTodos(ctx: Context, ids: readonly TodoId[]): Promise<TodoId[]> {
  const own = await ownTodos(ctx, checked(ids));
  if (own.length === 0 && ids.length > 0) throw new NotFoundError('Todo');
  return own.map(({ id }) => id);
}

async function findOwnTodo(ctx: Context, id: TodoId): Promise<Todo> {
  const [todo] = Number.isSafeInteger(id) ? await ownTodos(ctx, [id]) : [];
  if (!todo) throw new NotFoundError('Todo');
  return todo;
}

function checked(ids: readonly TodoId[]): readonly TodoId[] {
  if (ids.length > MAX_TODOS_PER_CALL) throw new ValidationError({ ids: [`must be ${MAX_TODOS_PER_CALL} at most`] });
  return ids;
}

/** The cause of to-dos: an item or comment, and the people concerned. */
export interface TodoCause {
  item: WorkItem;
  noteId: NoteId | null;
  userIds: readonly UserId[];
  action: TodoAction;
}

/** Adds to-dos for these people, except the actor and those who may not read the item or comment. */
export async function addTodos(ctx: Context, trx: Trx, { item, noteId, userIds, action }: TodoCause): Promise<void> {
  const concerned = userIds.filter((id) => !ctx.viewer.is(id));
  const note = noteId === null ? null : await ctx.load(notesById, noteId);
  if (concerned.length === 0 || (noteId !== null && !note)) return;
  const viewers = await ctx.loadMany(viewersById, concerned);
  const readers = viewers.filter((viewer) =>
    note ? notePolicy.read(viewer, guarded(note, item)) : workItemPolicy.read(viewer, item),
  );
  await insertTodos(
    trx,
    readers.flatMap(({ id: userId }) =>
      userId === null ? [] : [{ userId, authorId: ctx.viewer.id, workItemId: item.id, noteId, action }],
    ),
  );
}
