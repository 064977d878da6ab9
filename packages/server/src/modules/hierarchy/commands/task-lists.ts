import { ChildTypeError } from '@milepost/core/hierarchy';
import { NotFoundError, StaleVersionError, ValidationError } from '@milepost/core/errors';
import type { WorkItemId } from '@milepost/core/ids';
import { convertedType, removeTaskItem, titledTask, type TitledTask } from '@milepost/core/text/task-lists';
import type { Context } from '../../../platform/context.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { createWorkItem, deleteWorkItem, updateWorkItem } from '../../work-items/commands.ts';
import {
  descriptionsById,
  findVisibleWorkItemById,
  nameOfType,
  workItemsById,
  type WorkItem,
} from '../../work-items/store.ts';
import { defaultProjectsOf } from '../store.ts';

export interface TaskConversion {
  itemId: WorkItemId;
  /** The source line of the task list item, from 1. */
  line: number;
  /** The version of the text that contains the line. */
  lockVersion: number;
  /** The title of the child; by default the text of the task list item. */
  title?: string;
}

export interface ConvertedTask {
  item: WorkItem;
  task: WorkItem;
}

/**
 * Creates a child from a task list item and removes the item from the description, in one transaction. The child gets the
 * confidentiality, milestone and iteration of its parent. Throws StaleVersionError if the text has changed.
 */
export async function convertTaskItem(
  ctx: Context,
  { itemId, line, lockVersion, title }: TaskConversion,
): Promise<ConvertedTask> {
  const parent = await findVisibleWorkItemById(ctx, itemId);
  const type = convertedType(parent.type);
  if (type === null) throw new ChildTypeError(parent.type, 'task');
  if (parent.lockVersion !== lockVersion) throw new StaleVersionError();
  const taken = removeTaskItem((await ctx.load(descriptionsById, itemId))?.description ?? '', line);
  if (!taken) throw new ValidationError({ base: ['There is no task list item on this line'] });
  const namespace = await homeOfChild(ctx, parent);
  const taskId = await ctx.transaction(async (trx) => {
    const within = ctx.within(trx);
    const task = await createWorkItem(within, {
      namespace,
      type,
      ...named(taken, title),
      isConfidential: parent.isConfidential,
      parentId: itemId,
      ...(parent.milestoneId !== null && { milestoneId: parent.milestoneId }),
      ...(parent.iterationId !== null && { iterationId: parent.iterationId }),
    });
    await updateWorkItem(within, itemId, { description: taken.rest, lockVersion });
    return task.id;
  });
  return {
    item: (await ctx.load(workItemsById, itemId)) as WorkItem,
    task: (await ctx.load(workItemsById, taskId)) as WorkItem,
  };
}

export interface TaskReversion {
  itemId: WorkItemId;
  taskId: WorkItemId;
  /** The text before the conversion. */
  description: string;
  /** Of the text after it. */
  lockVersion: number;
}

/**
 * Undoes a conversion: deletes the child and restores the description, in one transaction. Throws as `convertTaskItem` does.
 */
export async function revertTaskItem(
  ctx: Context,
  { itemId, taskId, description, lockVersion }: TaskReversion,
): Promise<WorkItem> {
  const task = await findVisibleWorkItemById(ctx, taskId);
  if (task.parentId !== itemId) throw new NotFoundError(nameOfType(task.type));
  await ctx.transaction(async (trx) => {
    const within = ctx.within(trx);
    await deleteWorkItem(within, taskId);
    await updateWorkItem(within, itemId, { description, lockVersion });
  });
  return (await ctx.load(workItemsById, itemId)) as WorkItem;
}

/** A child is created in its parent's project; a child of an epic in the project where the viewer last created an issue. */
async function homeOfChild(ctx: Context, parent: WorkItem): Promise<Namespace> {
  const id = parent.type === 'epic' ? await ctx.load(defaultProjectsOf, parent.namespaceId) : parent.namespaceId;
  const namespace = id === null ? null : await ctx.load(namespacesById, id);
  if (!namespace)
    throw new ValidationError({ base: ['No project is available to create an issue in. Create a project first'] });
  return namespace;
}

function named(taken: TitledTask, wanted: string | undefined): TitledTask {
  const { title, description } = taken;
  if (wanted === undefined || wanted.trim() === '') return { title, description };
  const other = titledTask(wanted);
  if (other.title === title) return { title, description };
  return {
    title: other.title,
    description: [other.description, description].filter((text) => text !== '').join('\n\n'),
  };
}
