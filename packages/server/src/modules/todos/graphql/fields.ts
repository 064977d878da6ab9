import { NotFoundError } from '@milepost/core/errors';
import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { plugInGraphql } from '../../work-items/graphql/plugs.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { addTodoOnce, finishOwnTodosOn, markTodoDone } from '../commands.ts';

const TodoUpdateActionEnum = builder.enumType('WorkItemTodoUpdateAction', {
  values: ['ADD', 'MARK_AS_DONE'] as const,
});
const CurrentUserTodosInput = builder.inputType('WorkItemWidgetCurrentUserTodosInput', {
  fields: (t) => ({
    action: t.field({ type: TodoUpdateActionEnum, required: true }),
    todoId: t.field({ type: 'TodoID', description: 'The to-do to mark as done; by default all on the item' }),
  }),
});

interface TodoChange {
  action: 'ADD' | 'MARK_AS_DONE';
  todoId?: string | null;
}

/** `workItemUpdate` changes the viewer's to-dos on an item. */
export function plugInGraphqlFields(): void {
  plugInGraphql<object, { currentUserTodosWidget?: TodoChange | null }>({
    name: 'todos',
    write: {
      fields: (t, mutation) =>
        mutation === 'workItemUpdate' ? { currentUserTodosWidget: t.field({ type: CurrentUserTodosInput }) } : {},
      beside: ({ currentUserTodosWidget: change }) => (change ? (ctx, item) => changeTodos(ctx, item, change) : null),
    },
  });
}

async function changeTodos(ctx: Context, item: WorkItem, { action, todoId }: TodoChange): Promise<void> {
  if (action === 'ADD') await addTodoOnce(ctx, item);
  else if (!todoId) await finishOwnTodosOn(ctx, item);
  else {
    const todo = await markTodoDone(ctx, readGlobalId<'Todo'>(todoId, 'Todo'));
    if (todo.workItemId !== item.id) throw new NotFoundError('Todo');
  }
}
