import { formatGlobalId, type MergeRequestId } from '@milepost/core/ids';
import { accessTokensPathOf, membersPathOf } from '@milepost/core/namespaces';
import { webPathOf } from '@milepost/core/work-items';
import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import { connectionType } from '../../../platform/graphql/connections.ts';
import { GroupRef, ProjectRef } from '../../namespaces/graphql.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { NoteRef } from '../../notes/graphql.ts';
import { notesById } from '../../notes/store.ts';
import { UserCoreRef } from '../../users/graphql.ts';
import { ghost, usersById, type User } from '../../users/store.ts';
import { EpicRef, issueFaces, WorkItemRef } from '../../work-items/graphql.ts';
import { workItemsById, type WorkItem } from '../../work-items/store.ts';
import { tokensOfTodos } from '../store/tokens.ts';
import { pluggedDeployments, pluggedMergeRequests, type MergeRequestTarget, type TodoSubject } from '../sockets.ts';
import type { Todo } from '../store.ts';

export const TodoRef = builder.objectRef<Todo>('Todo');
export const TodoConnection = connectionType('Todo', TodoRef);

/** Targets of to-dos. */
type Todoable = WorkItem | Namespace | MergeRequestTarget | User;
export const TodoableRef = builder.interfaceRef<Todoable>('Todoable');

export const TodoStateEnum = builder.enumType('TodoStateEnum', { values: ['pending', 'done'] as const });

/** The published reasons, of which Milepost uses some; the last two are Milepost extensions. */
export const TodoActionEnum = builder.enumType('TodoActionEnum', {
  values: [
    'assigned',
    'mentioned',
    'directly_addressed',
    'marked',
    'build_failed',
    'approval_required',
    'unmergeable',
    'merge_train_removed',
    'review_requested',
    'member_access_requested',
    'review_submitted',
    'okr_checkin_requested',
    'added_approver',
    'duo_core_access_granted',
    'duo_enterprise_access_granted',
    'duo_pro_access_granted',
    'ssh_key_expired',
    'ssh_key_expiring_soon',
    'status_update_posted',
    'access_token_expiring',
  ] as const,
});

export const TodoTargetEnum = builder.enumType('TodoTargetEnum', {
  values: [
    'EPIC',
    'ISSUE',
    'WORKITEM',
    'ALERT',
    'COMMIT',
    'DESIGN',
    'MERGEREQUEST',
    'NAMESPACE',
    'PROJECT',
    'VULNERABILITY',
    'WIKIPAGEMETA',
    'COMPLIANCE_VIOLATION',
    'KEY',
    'USER',
  ] as const,
});

/** The published orders; some clients send them in lower case. */
const orders = {
  CREATED_ASC: { by: 'created', isDescending: false },
  CREATED_DESC: { by: 'created', isDescending: true },
  UPDATED_ASC: { by: 'updated', isDescending: false },
  UPDATED_DESC: { by: 'updated', isDescending: true },
  LABEL_PRIORITY_ASC: { by: 'labelPriority', isDescending: false },
  LABEL_PRIORITY_DESC: { by: 'labelPriority', isDescending: true },
} as const;
type Order = keyof typeof orders;
const orderNames = Object.keys(orders) as Order[];

export const TodoSortEnum = builder.enumType('TodoSort', {
  values: [...orderNames, ...orderNames.map((name) => name.toLowerCase() as Lowercase<Order>)],
});

/** Newest first by default. */
export function orderOf(sort: Order | Lowercase<Order> | null | undefined): (typeof orders)[Order] {
  return orders[(sort?.toUpperCase() as Order | undefined) ?? 'CREATED_DESC'];
}

/** The published type name. */
function typeNameOf(
  { mergeRequestId }: Todo,
  { item, namespace }: TodoTarget,
): 'EPIC' | 'ISSUE' | 'WORKITEM' | 'NAMESPACE' | 'PROJECT' | 'MERGEREQUEST' | 'USER' {
  if (mergeRequestId !== null) return 'MERGEREQUEST';
  if (!namespace) return 'USER';
  if (!item) return namespace.kind === 'group' ? 'NAMESPACE' : 'PROJECT';
  return item.type === 'epic' ? 'EPIC' : item.type === 'task' ? 'WORKITEM' : 'ISSUE';
}

/**
 * The target of a to-do: a work item, or the group or project of a request for access, a deployment or a token. Neither for the token of a
 * person.
 */
export interface TodoTarget {
  item: WorkItem | null;
  namespace: Namespace | null;
}

export async function targetOf(ctx: Context, { workItemId, namespaceId }: Todo): Promise<TodoTarget> {
  const item = workItemId === null ? null : ((await ctx.load(workItemsById, workItemId)) as WorkItem);
  const id = item?.namespaceId ?? namespaceId;
  return { item, namespace: id === null ? null : await ctx.load(namespacesById, id) };
}

export function describeTodos(): void {
  TodoableRef.implement({
    description: 'Targets of to-dos',
    resolveType: todoableTypeOf,
    fields: (t) => ({
      name: t.string({ nullable: true, resolve: (target) => ('title' in target ? target.title : target.name) }),
      // Other types have fields of their own.
      webUrl: t.string({
        nullable: true,
        resolve: (target, _args, ctx) => ('ancestorIds' in target ? ctx.baseUrl + webPathOf(target) : null),
      }),
    }),
  });
  for (const ref of [EpicRef, ...issueFaces, WorkItemRef, GroupRef, ProjectRef, UserCoreRef])
    ref.addInterfaces([TodoableRef]);
  // Those that it would inherit from both interfaces, of which `Todoable` has nullable ones.
  builder.objectFields(UserCoreRef, (t) => ({
    name: t.exposeString('name'),
    webUrl: t.string({ resolve: (user, _args, ctx) => `${ctx.baseUrl}/${user.username}` }),
  }));
  TodoRef.implement({
    description: 'A to-do of the viewer',
    fields: (t) => ({
      id: t.id({ resolve: ({ id }) => formatGlobalId('Todo', id) }),
      action: t.field({ type: TodoActionEnum, resolve: ({ action }) => action }),
      state: t.field({ type: TodoStateEnum, resolve: ({ state }) => state }),
      author: t.field({
        type: UserCoreRef,
        description: 'The person who caused it',
        resolve: async ({ authorId }, _args, ctx) =>
          (authorId === null ? null : await ctx.load(usersById, authorId)) ?? ghost,
      }),
      body: t.string({
        description:
          'The text of the comment that caused it, otherwise the title of the item, deployment or merge request or the name of the group or project',
        resolve: async (todo, _args, ctx) => bodyOf(ctx, todo),
      }),
      createdAt: t.field({ type: 'Time', resolve: ({ createdAt }) => createdAt }),
      updatedAt: t.field({ type: 'Time', resolve: ({ updatedAt }) => updatedAt }),
      snoozedUntil: t.field({ type: 'Time', nullable: true, resolve: () => null }),
      memberAccessType: t.string({
        nullable: true,
        description: 'Of a request for access: group or project',
        resolve: async (todo, _args, ctx) =>
          todo.action === 'member_access_requested' ? ((await targetOf(ctx, todo)).namespace?.kind ?? null) : null,
      }),
      group: t.field({
        type: GroupRef,
        nullable: true,
        resolve: async (todo, _args, ctx) => {
          const { namespace } = await targetOf(ctx, todo);
          return namespace?.kind === 'group' ? namespace : null;
        },
      }),
      project: t.field({
        type: ProjectRef,
        nullable: true,
        resolve: async (todo, _args, ctx) => {
          const { namespace } = await targetOf(ctx, todo);
          return namespace?.kind === 'project' ? namespace : null;
        },
      }),
      note: t.field({
        type: NoteRef,
        nullable: true,
        resolve: ({ noteId }, _args, ctx) => (noteId === null ? null : ctx.load(notesById, noteId)),
      }),
      target: t.field({
        type: TodoableRef,
        description: 'The item, merge request, group or project; of a token of the viewer, the viewer',
        resolve: todoableOf,
      }),
      targetEntity: t.field({
        type: TodoableRef,
        nullable: true,
        description: 'The item; null for a request for access, a deployment and a merge request',
        resolve: async (todo, _args, ctx) => (await targetOf(ctx, todo)).item,
      }),
      targetType: t.field({
        type: TodoTargetEnum,
        resolve: async (todo, _args, ctx) => typeNameOf(todo, await targetOf(ctx, todo)),
      }),
      targetUrl: t.string({
        nullable: true,
        resolve: async (todo, _args, ctx) => targetUrlOf(ctx, todo, await targetOf(ctx, todo)),
      }),
    }),
  });
}

/** Each type under its published name. */
function todoableTypeOf(target: Todoable): string {
  if ('sourceBranch' in target) return 'MergeRequest';
  if ('ancestorIds' in target) return target.type === 'epic' ? 'Epic' : target.type === 'task' ? 'WorkItem' : 'Issue';
  if ('kind' in target) return target.kind === 'group' ? 'Group' : 'Project';
  return 'UserCore';
}

async function todoableOf(todo: Todo, _args: object, ctx: Context): Promise<Todoable> {
  const { item, namespace } = await targetOf(ctx, todo);
  const request = todo.mergeRequestId === null ? null : await requestOf(ctx, todo.mergeRequestId);
  return item ?? request ?? namespace ?? (await ctx.load(usersById, todo.userId)) ?? ghost;
}

const requestOf = async (ctx: Context, id: MergeRequestId): Promise<MergeRequestTarget | null> => {
  const mergeRequests = pluggedMergeRequests();
  return mergeRequests && ctx.load(mergeRequests.requests, id);
};

/** The text of the comment that caused the to-do, otherwise the title, or the name of the group or project. */
export async function bodyOf(ctx: Context, todo: Todo): Promise<string> {
  const note = todo.noteId === null ? null : await ctx.load(notesById, todo.noteId);
  if (note) return note.body;
  const { item, namespace } = await targetOf(ctx, todo);
  return item?.title ?? (await subjectOf(ctx, todo, namespace))?.title ?? namespace?.fullName ?? '';
}

async function subjectOf(
  ctx: Context,
  { deploymentId, mergeRequestId, accessTokenId }: Todo,
  namespace: Namespace | null,
): Promise<TodoSubject | null> {
  const token = accessTokenId === null ? null : await ctx.load(tokensOfTodos, accessTokenId);
  if (token) return { title: `${token.name} (${token.expiresAt ?? ''})`, path: accessTokensPathOf(namespace) };
  const mergeRequests = pluggedMergeRequests();
  if (mergeRequestId !== null) return mergeRequests && ctx.load(mergeRequests.subjects, mergeRequestId);
  const deployments = pluggedDeployments();
  return deploymentId === null || deployments === null ? null : ctx.load(deployments, deploymentId);
}

/** The URL of the comment that caused the to-do, otherwise of the item or deployment, or of the list of access requests. */
export async function targetUrlOf(ctx: Context, todo: Todo, { item, namespace }: TodoTarget): Promise<string> {
  const { noteId } = todo;
  const subject = await subjectOf(ctx, todo, namespace);
  if (subject) return ctx.baseUrl + subject.path;
  if (!item) return namespace ? `${ctx.baseUrl}${membersPathOf(namespace)}?tab=requests` : ctx.baseUrl;
  return ctx.baseUrl + webPathOf(item) + (noteId === null ? '' : `#note_${noteId}`);
}
