import { builder } from '../../../platform/graphql/builder.ts';
import { mutation } from '../../../platform/graphql/mutations.ts';
import { readItemId } from '../../work-items/graphql/item-mutations.ts';
import { WorkItemRef } from '../../work-items/graphql.ts';
import { convertTaskItem } from '../commands/task-lists.ts';

/** The mutation that converts a task list item into a child. */
export function mutateTasks(): void {
  const TaskInput = builder.inputType('WorkItemConvertTaskInput', {
    fields: (t) => ({
      lineNumberStart: t.int({ required: true, description: 'The source line of the task list item, from 1' }),
      lineNumberEnd: t.int({ required: true }),
      lockVersion: t.int({ required: true, description: 'The version of the description that contains the line' }),
      title: t.string({ required: true }),
      workItemTypeId: t.field({
        type: 'WorkItemsTypeID',
        required: true,
        description: 'Ignored: the child is a task, or an issue below an epic',
      }),
    }),
  });
  mutation('workItemCreateFromTask', {
    description: 'Converts a task list item into a child and removes it from the description',
    input: (t) => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      workItemData: t.field({ type: TaskInput, required: true }),
    }),
    resolve: async ({ id, workItemData: task }, ctx) =>
      convertTaskItem(ctx, {
        itemId: readItemId(id),
        line: task.lineNumberStart,
        lockVersion: task.lockVersion,
        title: task.title,
      }),
    payload: (t) => ({
      workItem: t.field({ type: WorkItemRef, nullable: true, resolve: ({ result }) => result?.item }),
      newWorkItem: t.field({ type: WorkItemRef, nullable: true, resolve: ({ result }) => result?.task }),
    }),
  });
}
