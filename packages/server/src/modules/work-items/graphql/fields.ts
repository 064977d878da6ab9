import { formatGlobalId, type WorkItemId } from '@milepost/core/ids';
import { fullReference, shortReference, type ReferenceTarget } from '@milepost/core/text/references';
import { webPathOf } from '@milepost/core/work-items';
import { builder } from '../../../platform/graphql/builder.ts';
import { renderTitle } from '../../../platform/markdown/title.ts';
import { pageOfWhole, type Page, type PageArguments } from '../../../platform/graphql/connections.ts';
import { fromLoader } from '../../../platform/graphql/preload.ts';
import { presentHtml } from '../../../platform/remote-images/present.ts';
import { ghost, usersById, type User } from '../../users/store.ts';
import type { EpicRef } from '../graphql.ts';
import { workItemPolicy } from '../policy.ts';
import { assigneesOf } from '../store/people.ts';
import { descriptionsById, workItemsById, type WorkItem } from '../store.ts';

/** The reference of an item: `&5` in its namespace, `group/project#12` everywhere. */
export function referenceOf(item: WorkItem, isFull: boolean): string {
  const target: ReferenceTarget = {
    kind: item.type === 'epic' ? 'epic' : 'issue',
    path: item.namespacePath,
    name: String(item.iid),
  };
  return isFull ? fullReference(target) : shortReference(target);
}

/** The field of the author. */
export const author = fromLoader(
  usersById,
  (item: WorkItem) => item.authorId,
  (user): User => user ?? ghost,
);

/** The field of the assignees, by name. */
export const assignees = fromLoader(
  assigneesOf,
  (item: WorkItem) => item.id,
  (users, _item, args: PageArguments): Page<User> => pageOfWhole(users ?? [], args),
);

/** A field with another item, null if the viewer may not read it or it does not fit. */
export const visibleItem = <Row>(
  idOf: (row: Row) => WorkItemId | null,
  fits: (item: WorkItem) => boolean = () => true,
) =>
  fromLoader(workItemsById, idOf, (item, _row, _args, ctx): WorkItem | null =>
    item && fits(item) && ctx.can(workItemPolicy.read, item) ? item : null,
  );

type CommonField = 'title' | 'confidential' | 'createdAt' | 'updatedAt' | 'lockVersion' | 'webPath' | 'webUrl';

/**
 * The fields that all types of a work item share. `nullable`: fields that are published as nullable on this type, although they
 * always have a value.
 */
export function addCommonFields(face: typeof EpicRef, nullableFields: readonly CommonField[]): void {
  const nullable = new Set(nullableFields);
  builder.objectFields(face, (t) => ({
    iid: t.string({ resolve: (item) => String(item.iid) }),
    title: t.exposeString('title', { nullable: nullable.has('title') }),
    titleHtml: t.string({ nullable: true, resolve: (item) => renderTitle(item.title) }),
    description: t.string({
      nullable: true,
      resolve: async (item, _args, ctx) => (await ctx.load(descriptionsById, item.id))?.description ?? null,
    }),
    descriptionHtml: t.string({
      nullable: true,
      resolve: async (item, _args, ctx) =>
        presentHtml(ctx.services, (await ctx.load(descriptionsById, item.id))?.descriptionHtml ?? null),
    }),
    confidential: t.exposeBoolean('isConfidential', { nullable: nullable.has('confidential') }),
    imported: t.exposeBoolean('isImported'),
    createdAt: t.expose('createdAt', { type: 'Time', nullable: nullable.has('createdAt') }),
    updatedAt: t.expose('updatedAt', { type: 'Time', nullable: nullable.has('updatedAt') }),
    closedAt: t.expose('closedAt', { type: 'Time', nullable: true }),
    lockVersion: t.exposeInt('lockVersion', {
      nullable: nullable.has('lockVersion'),
      description: 'Incremented when title or description change',
    }),
    reference: t.string({
      args: { full: t.arg.boolean({ description: 'With the path of the group or project before it' }) },
      resolve: (item, { full }) => referenceOf(item, full ?? false),
    }),
    webPath: t.string({ nullable: nullable.has('webPath'), resolve: webPathOf }),
    webUrl: t.string({
      nullable: nullable.has('webUrl'),
      resolve: (item, _args, ctx) => ctx.baseUrl + webPathOf(item),
    }),
    taskCompletionStatus: t.field({ type: TaskCompletionStatusRef, resolve: (item) => item }),
  }));
}

export const TaskCompletionStatusRef =
  builder.objectRef<Pick<WorkItem, 'taskCount' | 'taskCompletedCount'>>('TaskCompletionStatus');

export function describeTaskCompletion(): void {
  TaskCompletionStatusRef.implement({
    description: 'The number of checked task list items in the description',
    fields: (t) => ({
      count: t.exposeInt('taskCount'),
      completedCount: t.exposeInt('taskCompletedCount'),
    }),
  });
}

/** The global id of an item: as an epic, an issue or a work item. */
export function globalIdOf(item: Pick<WorkItem, 'id'>, face: 'Epic' | 'Issue' | 'WorkItem'): string {
  return formatGlobalId(face, item.id);
}
