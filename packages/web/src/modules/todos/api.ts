import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { NotFoundError } from '../../platform/api/errors.ts';
import { accepted, present, refuseUnlessDone, request } from '../../platform/api/graphql.ts';
import { graphqlPages } from '../../platform/api/queries.ts';
import { graphql } from '../../gen/gql.ts';
import type { TodoActionEnum, TodosQuery, TodoTargetEnum } from '../../gen/graphql.ts';
import type { ItemAddress } from '../custom-fields/api.ts';

const todosDocument = graphql(`
  query todos($state: [TodoStateEnum!], $action: [TodoActionEnum!], $type: [TodoTargetEnum!], $after: String) {
    currentUser {
      id
      todos(first: 30, after: $after, state: $state, action: $action, type: $type, sort: UPDATED_DESC) {
        nodes {
          id
          action
          state
          body
          createdAt
          updatedAt
          targetType
          targetUrl
          author {
            id
            name
            username
            avatarUrl
            type
          }
          group {
            id
            fullName
          }
          project {
            id
            fullName: nameWithNamespace
          }
          note {
            id
          }
          targetEntity {
            __typename
            name
            webUrl
            ... on Issue {
              reference
            }
            ... on Epic {
              reference
            }
            ... on WorkItem {
              reference
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

type TodoNode = NonNullable<NonNullable<NonNullable<NonNullable<TodosQuery['currentUser']>['todos']>['nodes']>[number]>;
/** A to-do as the list shows it. */
export type TodoView = TodoNode;

export interface TodoFilter {
  action?: TodoActionEnum;
  type?: TodoTargetEnum;
}

/** A filter as query arguments: lists with one value, or omitted. */
const argumentsOf = ({ action, type }: TodoFilter) => ({
  ...(action && { action: [action] }),
  ...(type && { type: [type] }),
});

/** The viewer's to-dos, pending or done, latest change first. */
export function todosPages(state: 'pending' | 'done', filter: TodoFilter) {
  return infiniteQueryOptions({
    ...graphqlPages(
      ['todos', state, filter],
      todosDocument,
      { state: [state], ...argumentsOf(filter) },
      ({ currentUser }) => currentUser?.todos,
    ),
    select: ({ pages }) => pages.flatMap(({ currentUser }) => present(currentUser?.todos?.nodes)),
  });
}

const issueTodos = graphql(`
  query issueTodos($fullPath: ID!, $iid: String!) {
    namespace: project(fullPath: $fullPath) {
      id
      issuable: issue(iid: $iid) {
        id
        currentUserTodos(state: pending) {
          nodes {
            id
          }
        }
      }
    }
  }
`);

const epicTodos = graphql(`
  query epicTodos($fullPath: ID!, $iid: ID) {
    namespace: group(fullPath: $fullPath) {
      id
      issuable: epic(iid: $iid) {
        id
        currentUserTodos(state: pending) {
          nodes {
            id
          }
        }
      }
    }
  }
`);

export interface ItemTodos {
  /** A global id: what a new to-do points at. */
  itemId: string;
  /** The viewer's pending to-dos of it. */
  todoIds: readonly string[];
}

/** The viewer's pending to-dos of an item. */
export function itemTodosQuery({ kind, fullPath, iid }: ItemAddress) {
  return queryOptions({
    queryKey: ['todos', 'item', kind, fullPath, iid],
    queryFn: async ({ signal }): Promise<ItemTodos> => {
      const answer =
        kind === 'epic'
          ? await request(epicTodos, { fullPath, iid }, signal)
          : await request(issueTodos, { fullPath, iid }, signal);
      const item = answer.namespace?.issuable;
      if (!item) throw new NotFoundError('Item');
      return { itemId: item.id, todoIds: present(item.currentUserTodos.nodes).map(({ id }) => id) };
    },
  });
}

const issuableTodoCreate = graphql(`
  mutation issuableTodoCreate($input: TodoCreateInput!) {
    todoMutation: todoCreate(input: $input) {
      todo {
        id
      }
      errors
    }
  }
`);

const todoResolveMany = graphql(`
  mutation todoResolveMany($ids: [TodoID!]!) {
    todoResolveMany(input: { ids: $ids }) {
      todos {
        id
      }
      errors
    }
  }
`);

const todoRestoreMany = graphql(`
  mutation todoRestoreMany($ids: [TodoID!]!) {
    todoRestoreMany(input: { ids: $ids }) {
      todos {
        id
      }
      errors
    }
  }
`);

const todosMarkAllDone = graphql(`
  mutation todosMarkAllDone($action: [TodoActionEnum!], $type: [TodoTargetEnum!]) {
    todosMarkAllDone(input: { action: $action, type: $type }) {
      updatedIds
      errors
    }
  }
`);

/** Adds an item to the viewer's list; returns the to-do's id. Each of these throws if refused. */
export async function addTodo(targetId: string): Promise<string> {
  const { todoMutation } = await request(issuableTodoCreate, { input: { targetId } });
  return accepted(todoMutation, 'todo').id;
}

export async function finishTodos(ids: readonly string[]): Promise<void> {
  for (const some of inHundreds(ids)) refuseUnlessDone((await request(todoResolveMany, { ids: some })).todoResolveMany);
}

export async function restoreTodos(ids: readonly string[]): Promise<void> {
  for (const some of inHundreds(ids)) refuseUnlessDone((await request(todoRestoreMany, { ids: some })).todoRestoreMany);
}

/** Marks all to-dos that match the filter as done; returns their ids for an undo. */
export async function finishAllTodos(filter: TodoFilter): Promise<readonly string[]> {
  const answer = await request(todosMarkAllDone, argumentsOf(filter));
  refuseUnlessDone(answer.todosMarkAllDone);
  return answer.todosMarkAllDone?.updatedIds ?? [];
}

/** The server's limit per request. */
function inHundreds(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / 100);
  return Array.from({ length: count }, (_, index) => ids.slice(index * 100, (index + 1) * 100));
}
