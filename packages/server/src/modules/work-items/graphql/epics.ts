import { textColorOn } from '@milepost/core/labels';
import { defaultEpicColor } from '@milepost/core/work-items';
import { builder } from '../../../platform/graphql/builder.ts';
import { costOfShortList, pageArguments } from '../../../platform/graphql/connections.ts';
import { fromLoader } from '../../../platform/graphql/preload.ts';
import { GroupRef } from '../../namespaces/graphql.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { UserCoreConnection, UserCoreRef } from '../../users/graphql.ts';
import { mayChangeState } from '../commands/status.ts';
import { EpicStateEnum } from './enums.ts';
import { addCommonFields, assignees, author, globalIdOf } from './fields.ts';
import { EpicRef } from '../graphql.ts';
import { namespaceWorkItemPolicy, workItemPolicy } from '../policy.ts';
import type { WorkItem } from '../store.ts';

export const EpicPermissionsRef = builder.objectRef<WorkItem>('EpicPermissions');

export const colorOf = (item: WorkItem): string => item.color ?? defaultEpicColor;

export const STATUS_PERMISSION = 'Milepost extension. Also true for assignees';

/** The namespace of an item as the input of namespace policies. */
export function homeOf(item: WorkItem): Pick<Namespace, 'scope' | 'archivedAt'> {
  return { scope: item.scope, archivedAt: item.isArchived ? item.updatedAt : null };
}

/** The `Epic` type. */
export function describeEpic(): void {
  EpicPermissionsRef.implement({
    description: 'What the viewer may do with an epic',
    fields: (t) => ({
      readEpic: t.boolean({ resolve: (epic, _args, ctx) => ctx.can(workItemPolicy.read, epic) }),
      readEpicIid: t.boolean({ resolve: (epic, _args, ctx) => ctx.can(workItemPolicy.read, epic) }),
      adminEpic: t.boolean({
        // The past cannot be changed.
        resolve: (epic, _args, ctx) => ctx.asOf === null && ctx.can(workItemPolicy.plan, epic),
      }),
      updateEpic: t.boolean({ resolve: (epic, _args, ctx) => ctx.can(workItemPolicy.update, epic) }),
      changeStatus: t.boolean({
        description: STATUS_PERMISSION,
        resolve: (epic, _args, ctx) => mayChangeState(ctx, epic),
      }),
      destroyEpic: t.boolean({ resolve: (epic, _args, ctx) => ctx.can(workItemPolicy.destroy, epic) }),
      createEpic: t.boolean({
        resolve: (epic, _args, ctx) => ctx.can(namespaceWorkItemPolicy.createEpic, homeOf(epic)),
      }),
    }),
  });
  EpicRef.implement({
    description: 'A large piece of work of a group: it contains epics and issues',
    fields: (t) => ({
      id: t.id({ resolve: (epic) => globalIdOf(epic, 'Epic') }),
      workItemId: t.field({ type: 'WorkItemID', resolve: (epic) => globalIdOf(epic, 'WorkItem') }),
      state: t.expose('state', { type: EpicStateEnum }),
      author: t.field({ type: UserCoreRef, ...author }),
      assignees: t.field({
        type: UserCoreConnection,
        nullable: true,
        description: 'Milepost extension. The owners of the epic',
        args: pageArguments,
        complexity: costOfShortList,
        ...assignees,
      }),
      hidden: t.exposeBoolean('isHidden', {
        nullable: true,
        description: 'Its author was banned or it is spam: visible to administrators only',
      }),
      color: t.string({ nullable: true, resolve: colorOf }),
      textColor: t.string({ nullable: true, resolve: (epic) => textColorOn(colorOf(epic)) }),
      relativePosition: t.exposeInt('relativePosition', { nullable: true }),
      group: t.field({
        type: GroupRef,
        ...fromLoader(
          namespacesById,
          (epic: WorkItem) => epic.namespaceId,
          (group) => group as Namespace,
        ),
      }),
      startDate: t.expose('startDate', { type: 'Time', nullable: true }),
      startDateFixed: t.expose('startDateFixed', { type: 'Time', nullable: true }),
      startDateIsFixed: t.exposeBoolean('startDateIsFixed', { nullable: true }),
      dueDate: t.expose('dueDate', { type: 'Time', nullable: true }),
      dueDateFixed: t.expose('dueDateFixed', { type: 'Time', nullable: true }),
      dueDateIsFixed: t.exposeBoolean('dueDateIsFixed', { nullable: true }),
      userPermissions: t.field({ type: EpicPermissionsRef, resolve: (epic) => epic }),
    }),
  });
  addCommonFields(EpicRef, ['title', 'confidential', 'createdAt', 'updatedAt', 'lockVersion']);
}
