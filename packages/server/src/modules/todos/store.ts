import type { NamespaceId, NoteId, TodoId, UserId, WorkItemId } from '@milepost/core/ids';
import type { TodoAction, TodoState } from '@milepost/core/notifications/todos';
import type { WorkItemType } from '@milepost/core/work-items';
import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import { defineLoader, type Context } from '../../platform/context.ts';
import { readIntegers } from '../../platform/cursors.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Slice } from '../../platform/cursors.ts';
import type { PageRequest } from '../../platform/rest/paging.ts';
import { isOneOf } from '../../platform/database/one-of.ts';
import { readableNotes } from '../notes/policy.ts';
import { namespacesWithRole, readableCode } from '../namespaces/policy.ts';
import { visibleWorkItems } from '../work-items/policy.ts';
import type { NamespaceKind } from '../namespaces/table.ts';
import { sortKeyOf, type TodoOrder } from './store/orders.ts';
import type { TodoTable } from './table.ts';

export type Todo = Selectable<TodoTable>;

/** Filters of the viewer's to-dos; an omitted filter matches everything. */
export interface TodoFilter {
  states?: readonly TodoState[];
  actions?: readonly string[];
  types?: readonly WorkItemType[];
  /** In addition to `types`: requests for access to groups or projects. */
  namespaceKinds?: readonly NamespaceKind[];
  /** In addition to `types`: merge requests. */
  hasRequests?: boolean;
  /** In addition to `types`: tokens of people. */
  hasOwnTokens?: boolean;
  authorIds?: readonly number[];
  projectIds?: readonly number[];
  /** In these groups and everything below them. */
  groupIds?: readonly number[];
  workItemId?: WorkItemId;
}

/** The base of every read: the viewer's to-dos on items that they may still see, and for access requests they may still settle. */
function findTodos(ctx: Context, filter: TodoFilter) {
  return (
    ctx.db
      .selectFrom('todos as t')
      .leftJoin('workItems as w', 'w.id', 't.workItemId')
      // Tokens of people have no namespace.
      .leftJoin('namespaces as n', (join) => join.on(sql<SqlBool>`n.id = coalesce(w.namespace_id, t.namespace_id)`))
      .leftJoin('notes as note', 'note.id', 't.noteId')
      .leftJoinLateral(otherCauses(ctx), (join) =>
        join.on(sql<SqlBool>`note.id IS NOT NULL AND NOT ${readableNotes(ctx.viewer)}`),
      )
      .where(sql<SqlBool>`${sql.join([...visible(ctx), ...conditionsOf(filter)], sql` AND `)}`)
  );
}

function selectTodos(ctx: Context, filter: TodoFilter) {
  return findTodos(ctx, filter)
    .select([
      't.id',
      't.userId',
      't.workItemId',
      't.namespaceId',
      't.deploymentId',
      't.mergeRequestId',
      't.accessTokenId',
      't.action',
      't.state',
      't.createdAt',
      't.updatedAt',
    ])
    .select([shownAuthor.as('authorId'), shownNote.as('noteId')]);
}

/**
 * A to-do may have several causes, and shows the latest. If that one is now hidden, this is the latest other cause since the to-do
 * was created; causes with a to-do of their own do not count.
 */
function otherCauses({ viewer }: Context) {
  return sql<{ isThere: boolean; authorId: UserId | null; noteId: NoteId | null }>`(
    SELECT true AS is_there, m.note_id, CASE WHEN m.note_id IS NULL THEN w.author_id ELSE note.author_id END AS author_id
    FROM mentions m LEFT JOIN notes note ON note.id = m.note_id
    WHERE m.user_id = t.user_id AND m.work_item_id = t.work_item_id AND t.action IN ('mentioned', 'directly_addressed')
      AND coalesce(m.created_at, note.created_at, w.created_at) >= t.created_at AND (m.note_id IS NULL OR ${readableNotes(viewer)})
      AND NOT EXISTS (SELECT FROM todos own
        WHERE own.user_id = t.user_id AND own.work_item_id = t.work_item_id AND own.id <> t.id AND own.note_id IS NOT DISTINCT FROM m.note_id)
    ORDER BY m.note_id DESC NULLS LAST LIMIT 1)`.as('other');
}

const shownAuthor = sql<UserId | null>`CASE WHEN other.is_there THEN other.author_id ELSE t.author_id END`;
const shownNote = sql<NoteId | null>`CASE WHEN other.is_there THEN other.note_id ELSE t.note_id END`;

function visible({ viewer }: Context): RawBuilder<SqlBool>[] {
  return [
    viewer.id === null ? sql<SqlBool>`false` : sql<SqlBool>`t.user_id = ${viewer.id}`,
    sql<SqlBool>`CASE WHEN t.access_token_id IS NOT NULL THEN EXISTS (SELECT FROM personal_access_tokens p
        WHERE p.id = t.access_token_id AND p.revoked_at IS NULL) AND CASE n.kind WHEN 'group' THEN ${namespacesWithRole(viewer, 'owner')}
        WHEN 'project' THEN ${namespacesWithRole(viewer, 'maintainer')} ELSE true END
      WHEN t.deployment_id IS NOT NULL THEN ${namespacesWithRole(viewer, 'reporter')}
      WHEN t.merge_request_id IS NOT NULL THEN ${readableCode(viewer)}
      WHEN t.work_item_id IS NULL THEN ${namespacesWithRole(viewer, 'maintainer')} ELSE ${visibleWorkItems(viewer)} END`,
    sql<SqlBool>`(note.id IS NULL OR other.is_there OR ${readableNotes(viewer)})`,
  ];
}

function conditionsOf(filter: TodoFilter): RawBuilder<SqlBool>[] {
  const {
    states,
    actions,
    types,
    namespaceKinds,
    hasRequests,
    hasOwnTokens,
    authorIds,
    projectIds,
    groupIds,
    workItemId,
  } = filter;
  return [
    ...(states ? [sql<SqlBool>`t.state = ANY(${states}::text[])`] : []),
    ...(actions ? [sql<SqlBool>`t.action = ANY(${actions}::text[])`] : []),
    ...(types || namespaceKinds || hasRequests || hasOwnTokens
      ? [
          sql<SqlBool>`(w.type = ANY(${types ?? []}::text[]) OR (t.merge_request_id IS NOT NULL AND ${hasRequests ?? false})
            OR (t.access_token_id IS NOT NULL AND n.id IS NULL AND ${hasOwnTokens ?? false})
            OR (w.id IS NULL AND t.merge_request_id IS NULL AND n.kind = ANY(${namespaceKinds ?? []}::text[])))`,
        ]
      : []),
    ...(authorIds ? [sql<SqlBool>`(${shownAuthor}) = ANY(${authorIds}::bigint[])`] : []),
    ...(projectIds ? [sql<SqlBool>`n.kind = 'project' AND n.id = ANY(${projectIds}::bigint[])`] : []),
    ...(groupIds ? [sql<SqlBool>`n.traversal_ids && ${groupIds}::bigint[]`] : []),
    ...(workItemId ? [sql<SqlBool>`t.work_item_id = ${workItemId}`] : []),
  ];
}

export interface KeyedTodo extends Todo {
  sortKey: number[];
}

/** A slice of the list in order; one more than requested. */
export async function todosAfter(
  ctx: Context,
  filter: TodoFilter,
  { by, isDescending }: { by: TodoOrder; isDescending: boolean },
  slice: Slice,
): Promise<KeyedTodo[]> {
  const key = sortKeyOf(by, isDescending);
  const goesDown = isDescending !== slice.isBackward;
  return selectTodos(ctx, filter)
    .select(key.as('sortKey'))
    .$if(slice.cursor !== null, (query) =>
      query.where(sql<boolean>`${key} ${goesDown ? sql`<` : sql`>`} ${readIntegers(slice.cursor ?? [])}::bigint[]`),
    )
    .orderBy(by === 'created' ? sql`t.id` : by === 'updated' ? sql`t.updated_at` : key, goesDown ? 'desc' : 'asc')
    .orderBy('t.id', goesDown ? 'desc' : 'asc')
    .limit(slice.limit + 1)
    .execute();
}

/** One numbered page, newest first. */
export async function todosOnPage(ctx: Context, filter: TodoFilter, page: PageRequest): Promise<Todo[]> {
  return selectTodos(ctx, filter).orderBy('t.id', 'desc').limit(page.perPage).offset(page.offset).execute();
}

export async function countTodos(ctx: Context, filter: TodoFilter): Promise<number> {
  const { count } = await findTodos(ctx, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The viewer's to-dos on each item, newest first: one statement for a page of items. */
export const ownTodosOfWorkItem = defineLoader<WorkItemId, Todo[]>('ownTodosOfWorkItem', async (ctx, ids) => {
  if (ctx.viewer.id === null) return new Map();
  const rows = await selectTodos(ctx, {}).where(isOneOf('t.work_item_id', ids)).orderBy('t.id', 'desc').execute();
  const todos = new Map<WorkItemId, Todo[]>(ids.map((id) => [id, []]));
  for (const row of rows) if (row.workItemId !== null) todos.get(row.workItemId)?.push(row);
  return todos;
});

/** Those of these ids that are the viewer's, on items that they may still see. */
export async function ownTodos(ctx: Context, ids: readonly TodoId[]): Promise<Todo[]> {
  return selectTodos(ctx, {})
    .where(sql<boolean>`t.id = ANY(${ids}::bigint[])`)
    .orderBy('t.id')
    .execute();
}

export interface NewTodo {
  userId: UserId;
  authorId: UserId | null;
  workItemId: WorkItemId;
  noteId: NoteId | null;
  action: TodoAction;
}

/** Adds to-dos; updates a pending one of the same cause instead. */
export async function insertTodos(trx: Db, todos: readonly NewTodo[]): Promise<Todo[]> {
  if (todos.length === 0) return [];
  return trx
    .insertInto('todos')
    .values(todos.toSorted((one, other) => one.userId - other.userId))
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'workItemId', 'action'])
        // A literal, because ON CONFLICT with a parameter would not match the partial index.
        .where(sql<boolean>`state = 'pending'`)
        .doUpdateSet((row) => ({
          authorId: row.ref('excluded.authorId'),
          noteId: row.ref('excluded.noteId'),
          updatedAt: sql<Date>`now()`,
        })),
    )
    .returningAll()
    .execute();
}

/** Marks the viewer's to-dos of these ids, or all that match the filter, as done; returns the changed ids. */
export async function finishTodos(
  ctx: Context,
  trx: Db,
  which: { ids: readonly TodoId[] } | { filter: TodoFilter },
): Promise<TodoId[]> {
  const wanted = 'ids' in which ? sql<boolean>`t.id = ANY(${which.ids}::bigint[])` : sql<boolean>`true`;
  const found = findTodos(ctx.within(trx), 'filter' in which ? which.filter : {})
    .select('t.id')
    .where(wanted);
  const rows = await trx
    .updateTable('todos')
    .set({ state: 'done', updatedAt: sql<Date>`now()` })
    .where('state', '=', 'pending')
    .where('id', 'in', found)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Marks all of a person's to-dos on an item as done, visible or not; those added by this transaction stay. */
export async function finishTodosOn(trx: Db, workItemId: WorkItemId, userId: UserId): Promise<void> {
  await finishingTodosOn(workItemId, userId).execute(trx);
}

/** The statement that does so. */
export function finishingTodosOn(workItemId: WorkItemId, userId: UserId): RawBuilder<unknown> {
  return sql`UPDATE todos SET state = 'done', updated_at = now()
    WHERE state = 'pending' AND user_id = ${userId}::bigint AND work_item_id = ${workItemId}::bigint AND created_at < now()`;
}

/** Adds to-dos for the owners of a group or project to which access is requested. */
export async function insertAccessTodos(
  trx: Db,
  { namespaceId, authorId, userIds }: { namespaceId: NamespaceId; authorId: UserId; userIds: readonly UserId[] },
): Promise<void> {
  await sql`
    INSERT INTO todos (user_id, author_id, namespace_id, action)
    SELECT id, ${authorId}, ${namespaceId}, 'member_access_requested' FROM unnest(${userIds.toSorted((a, b) => a - b)}::bigint[]) AS id
    ON CONFLICT DO NOTHING`.execute(trx);
}

/** Completes the to-dos of all owners for a request. */
export async function finishAccessTodos(trx: Db, namespaceId: NamespaceId, authorId: UserId): Promise<void> {
  await trx
    .updateTable('todos')
    .set({ state: 'done', updatedAt: sql<Date>`now()` })
    .where('namespaceId', '=', namespaceId)
    .where('authorId', '=', authorId)
    .where('deploymentId', 'is', null)
    .where('mergeRequestId', 'is', null)
    .where('accessTokenId', 'is', null)
    .where('state', '=', 'pending')
    .execute();
}

/** The identity of a cause; access requests to one namespace differ by their author. */
const causeOf = sql`t.work_item_id, t.namespace_id, t.deployment_id, t.merge_request_id, t.access_token_id, t.action, (CASE WHEN t.namespace_id IS NOT NULL AND t.merge_request_id IS NULL THEN t.author_id END)`;
const isSameCause = sql<SqlBool>`(CASE WHEN t.access_token_id IS NOT NULL THEN other.access_token_id = t.access_token_id
  WHEN t.namespace_id IS NULL
  THEN other.work_item_id = t.work_item_id AND other.action = t.action
  ELSE other.namespace_id = t.namespace_id AND other.action = t.action
    AND (t.merge_request_id IS NOT NULL OR other.author_id = t.author_id) AND other.merge_request_id IS NOT DISTINCT FROM t.merge_request_id
    AND other.deployment_id IS NOT DISTINCT FROM t.deployment_id END)`;

/** Makes done to-dos pending again, unless one for the same cause is pending; returns the changed ids. */
export async function restoreTodos(trx: Db, userId: UserId, ids: readonly TodoId[]): Promise<TodoId[]> {
  const { rows } = await sql<{ id: TodoId }>`
    UPDATE todos SET state = 'pending', updated_at = now()
    WHERE id IN (
      SELECT DISTINCT ON (${causeOf}) t.id FROM todos t
      WHERE t.user_id = ${userId} AND t.id = ANY(${ids}::bigint[]) AND t.state = 'done'
        AND NOT EXISTS (SELECT FROM todos other WHERE other.user_id = t.user_id AND other.state = 'pending'
          AND ${isSameCause})
      ORDER BY ${causeOf}, t.id DESC)
    RETURNING id`.execute(trx);
  return rows.map(({ id }) => id);
}
