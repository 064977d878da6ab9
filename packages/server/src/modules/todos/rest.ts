import { todoStates } from '@milepost/core/notifications/todos';
import type { WorkItemType } from '@milepost/core/work-items';
import { Type } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { pageRequest, pagingInput, RestPage } from '../../platform/rest/paging.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { idParam } from '../../platform/rest/params.ts';
import { idInput } from '../../platform/rest/input.ts';
import { ownValue } from '../../platform/util/records.ts';
import type { Namespace } from '../namespaces/store.ts';
import type { NamespaceKind } from '../namespaces/table.ts';
import { epicAt } from '../work-items/rest/epics.ts';
import { issueAt } from '../work-items/rest/issues.ts';
import { choice } from '../work-items/rest/values.ts';
import { presentEpic, presentIssue, presentPerson } from '../work-items/rest/presenters.ts';
import { addTodo, finishAllTodos, markTodoDone } from './commands.ts';
import { bodyOf, targetOf, targetUrlOf, type TodoTarget } from './graphql/types.ts';
import { pluggedMergeRequests } from './sockets.ts';
import { countTodos, todosOnPage, type Todo, type TodoFilter } from './store.ts';

const tags = ['todos'];

/** The published type names. */
const typesOf: Readonly<Record<string, readonly WorkItemType[]>> = {
  Issue: ['issue', 'incident'],
  WorkItem: ['task'],
  Epic: ['epic'],
};
const kindsOf: Readonly<Record<string, readonly NamespaceKind[]>> = { Namespace: ['group'], Project: ['project'] };

/** Published types that cannot have to-dos here. */
const typesWithout = [
  'AlertManagement::Alert',
  'Commit',
  'DesignManagement::Design',
  'Vulnerability',
  'WikiPage::Meta',
];
const targetTypes = [...Object.keys(typesOf), ...Object.keys(kindsOf), 'MergeRequest', 'User', ...typesWithout];

function targetsNamed(name: string): Pick<TodoFilter, 'types' | 'namespaceKinds' | 'hasRequests' | 'hasOwnTokens'> {
  if (name === 'MergeRequest') return { hasRequests: true };
  if (name === 'User') return { hasOwnTokens: true };
  const namespaceKinds = ownValue(kindsOf, name);
  return namespaceKinds ? { namespaceKinds } : { types: ownValue(typesOf, name) ?? [] };
}

const listed = Type.Object({
  ...pagingInput,
  action: Type.Optional(Type.String({ description: 'assigned, mentioned, directly_addressed, marked, …' })),
  author_id: Type.Optional(idInput()),
  project_id: Type.Optional(idInput()),
  group_id: Type.Optional(idInput({ description: 'This group and everything below it' })),
  state: choice(todoStates),
  type: choice(targetTypes),
});

/** The viewer's to-dos: list, mark as done, add. */
export function addRoutes(routes: Routes): void {
  routes.get(
    '/todos',
    { summary: "The viewer's to-dos", tags, signedIn: true, input: listed },
    async ({ input }, ctx) => {
      const filter: TodoFilter = {
        states: [input.state ?? 'pending'],
        ...(input.action && { actions: [input.action] }),
        ...(input.type && targetsNamed(input.type)),
        ...(input.author_id && { authorIds: [input.author_id] }),
        ...(input.project_id && { projectIds: [input.project_id] }),
        ...(input.group_id && { groupIds: [input.group_id] }),
      };
      const page = pageRequest(input);
      const [todos, total] = await Promise.all([todosOnPage(ctx, filter, page), countTodos(ctx, filter)]);
      return new RestPage(await Promise.all(todos.map((todo) => presentTodo(ctx, todo))), total, page);
    },
  );

  routes.post(
    '/todos/:id/mark_as_done',
    { summary: 'Mark a to-do as done', tags, signedIn: true, status: 200 },
    async ({ params }, ctx) => presentTodo(ctx, await markTodoDone(ctx, idParam<'Todo'>(params, 'id'))),
  );

  routes.post(
    '/todos/mark_as_done',
    { summary: 'Mark all to-dos as done', tags, signedIn: true, status: 204 },
    async (_request, ctx) => {
      await finishAllTodos(ctx);
    },
  );

  for (const { noun, path, find } of [
    { noun: 'an issue', path: '/projects/:id/issues/:issue_iid', find: issueAt },
    { noun: 'an epic', path: '/groups/:id/epics/:epic_iid', find: epicAt },
  ]) {
    routes.post(
      `${path}/todo`,
      { summary: `Add ${noun} to one’s to-dos; 304 if it is already pending`, tags, signedIn: true },
      async ({ params, reply }, ctx) => {
        const todo = await addTodo(ctx, await find(ctx, params));
        if (todo) return presentTodo(ctx, todo);
        void reply.code(304);
        return null;
      },
    );
  }
}

async function presentTodo(ctx: Context, todo: Todo): Promise<object> {
  const target = await targetOf(ctx, todo);
  const { item, namespace } = target;
  const place = namespace && (namespace.kind === 'group' ? presentGroup(namespace) : presentProject(namespace));
  return {
    id: todo.id,
    ...(namespace && (namespace.kind === 'group' ? { group: place } : { project: place })),
    author: await presentPerson(ctx, todo.authorId),
    action_name: todo.action,
    target_type: typeNameOf(todo, target),
    target: (await presentItem(ctx, todo, item)) ?? place ?? (await presentPerson(ctx, todo.userId)),
    target_url: await targetUrlOf(ctx, todo, target),
    body: await bodyOf(ctx, todo),
    state: todo.state,
    created_at: todo.createdAt.toISOString(),
    updated_at: todo.updatedAt.toISOString(),
  };
}

async function presentItem(ctx: Context, { mergeRequestId }: Todo, item: TodoTarget['item']): Promise<object | null> {
  if (mergeRequestId !== null) return (await pluggedMergeRequests()?.present(ctx, mergeRequestId)) ?? null;
  return item && (item.type === 'epic' ? presentEpic(ctx, item) : presentIssue(ctx, item));
}

function typeNameOf({ mergeRequestId }: Todo, { item, namespace }: TodoTarget): string {
  if (mergeRequestId !== null) return 'MergeRequest';
  if (!namespace) return 'User';
  if (!item) return namespace.kind === 'group' ? 'Namespace' : 'Project';
  return item.type === 'epic' ? 'Epic' : item.type === 'task' ? 'WorkItem' : 'Issue';
}

function presentGroup({ id, name, path, kind, fullPath, parentId }: Namespace): object {
  return { id, name, path, kind, full_path: fullPath, parent_id: parentId };
}

function presentProject({ id, name, path, fullName, fullPath }: Namespace): object {
  return { id, name, name_with_namespace: fullName, path, path_with_namespace: fullPath };
}
