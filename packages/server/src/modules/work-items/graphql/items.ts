import type { WorkItemId } from '@milepost/core/ids';
import { webPathOf } from '@milepost/core/work-items';
import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import { NamespaceRef, ProjectRef } from '../../namespaces/graphql.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { UserCoreRef } from '../../users/graphql.ts';
import { WorkItemStateEnum } from './enums.ts';
import { addCommonFields, author, globalIdOf } from './fields.ts';
import { externalAuthor } from './heads.ts';
import { WorkItemTypeRef } from './types.ts';
import { WorkItemRef } from '../graphql.ts';
import { workItemPolicy } from '../policy.ts';
import { visibleWorkItem, type WorkItem } from '../store.ts';

const CommentTemplatePathRef = builder.objectRef<{ href: string; text: string }>('CommentTemplatePathType');
export const WorkItemPermissionsRef = builder.objectRef<WorkItem>('WorkItemPermissions');

/** The `WorkItem` type: everything beyond its core is in widgets. */
export function describeWorkItem(): void {
  CommentTemplatePathRef.implement({
    description: 'The page of comment templates',
    fields: (t) => ({ href: t.exposeString('href'), text: t.exposeString('text') }),
  });
  WorkItemPermissionsRef.implement({
    description: 'What the viewer may do with a work item',
    fields: (t) => ({
      readWorkItem: t.boolean({ resolve: (item, _args, ctx) => ctx.can(workItemPolicy.read, item) }),
      updateWorkItem: t.boolean({ resolve: (item, _args, ctx) => ctx.can(workItemPolicy.update, item) }),
      setWorkItemMetadata: t.boolean({ resolve: (item, _args, ctx) => ctx.can(workItemPolicy.plan, item) }),
      adminWorkItem: t.boolean({ resolve: (item, _args, ctx) => ctx.can(workItemPolicy.plan, item) }),
      reportSpam: t.boolean({ resolve: (item, _args, ctx) => ctx.can(workItemPolicy.reportSpam, item) }),
      summarizeComments: t.boolean({ resolve: () => false }),
      deleteWorkItem: t.boolean({ resolve: (item, _args, ctx) => ctx.can(workItemPolicy.destroy, item) }),
    }),
  });
  WorkItemRef.implement({
    description: 'An epic, issue, incident or task, as its type says',
    fields: (t) => ({
      id: t.field({ type: 'WorkItemID', resolve: (item) => globalIdOf(item, 'WorkItem') }),
      name: t.exposeString('title', { nullable: true }),
      state: t.expose('state', { type: WorkItemStateEnum }),
      workItemType: t.field({ type: WorkItemTypeRef, resolve: ({ type, rootId }) => ({ type, rootId }) }),
      author: t.field({ type: UserCoreRef, nullable: true, ...author }),
      archived: t.exposeBoolean('isArchived'),
      hidden: t.exposeBoolean('isHidden', { nullable: true }),
      externalAuthor: t.string({ nullable: true, resolve: externalAuthor }),
      namespace: t.field({
        type: NamespaceRef,
        nullable: true,
        resolve: (item, _args, ctx) => ctx.load(namespacesById, item.namespaceId),
      }),
      project: t.field({
        type: ProjectRef,
        nullable: true,
        resolve: (item, _args, ctx) =>
          item.namespaceKind === 'project' ? ctx.load(namespacesById, item.namespaceId) : null,
      }),
      duplicatedToWorkItemUrl: t.string({
        nullable: true,
        resolve: (item, _args, ctx) => urlOf(ctx, item.duplicatedToId),
      }),
      movedToWorkItemUrl: t.string({ nullable: true, resolve: (item, _args, ctx) => urlOf(ctx, item.movedToId) }),
      promotedToEpicUrl: t.string({ nullable: true, resolve: (item, _args, ctx) => urlOf(ctx, item.promotedToId) }),
      commentTemplatesPaths: t.field({
        type: [CommentTemplatePathRef],
        description: 'Always empty: Milepost has no comment templates',
        resolve: () => [],
      }),
      userPermissions: t.field({ type: WorkItemPermissionsRef, resolve: (item) => item }),
    }),
  });
  addCommonFields(WorkItemRef, ['webPath', 'webUrl']);
}

async function urlOf(ctx: Context, id: WorkItemId | null): Promise<string | null> {
  const item = await visibleWorkItem(ctx, id);
  return item && ctx.baseUrl + webPathOf(item);
}
