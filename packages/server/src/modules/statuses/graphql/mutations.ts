import { statusIcons, type StatusIcon } from '@milepost/core/statuses/statuses';
import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import { mutation } from '../../../platform/graphql/mutations.ts';
import { findVisibleNamespace } from '../../namespaces/commands.ts';
import { wrongArgument } from '../../work-items/graphql/inputs.ts';
import { typeOfGlobalId } from '../../work-items/graphql/types.ts';
import { attachType, createLifecycle, deleteLifecycle, updateLifecycle } from '../commands.ts';
import type { WantedStatus } from '../commands/writing.ts';
import { LifecycleRef, StatusCategoryEnum } from '../graphql.ts';
import { readLifecycleId, readStatusId } from '../filter/ids.ts';

const StatusInput = builder.inputType('WorkItemStatusInput', {
  description: 'An existing status by id, or a new one',
  fields: (t) => ({
    id: t.field({ type: 'GlobalID' }),
    name: t.string({ required: true }),
    category: t.field({ type: StatusCategoryEnum, required: true, description: 'Cannot be changed later' }),
    color: t.string({ description: '`#rrggbb`; by default that of the category' }),
    description: t.string(),
    iconName: t.string({ description: 'Milepost extension. By default that of the category' }),
  }),
});
const StatusMappingInput = builder.inputType('StatusMappingInput', {
  description: 'A status that is removed from the lifecycle, and its replacement on items',
  fields: (t) => ({
    oldStatusId: t.field({ type: 'WorkItemsStatusesStatusID', required: true }),
    newStatusId: t.field({ type: 'WorkItemsStatusesStatusID', required: true }),
  }),
});

interface GivenStatus {
  id?: string | null;
  name: string;
  category: WantedStatus['category'];
  color?: string | null;
  description?: string | null;
  iconName?: string | null;
}

function statusOf({ id, name, category, color, description, iconName }: GivenStatus): WantedStatus {
  const icon = iconName === null || iconName === undefined ? undefined : iconOf(iconName);
  return {
    id: id ? readStatusId(id) : undefined,
    name,
    category,
    color: color ?? undefined,
    description: description === null ? '' : description,
    icon,
  };
}

function iconOf(name: string): StatusIcon {
  const icon = statusIcons.find((each) => each === name);
  if (!icon) throw wrongArgument(`iconName must be one of ${statusIcons.join(', ')}`);
  return icon;
}

const replacementsOf = (given: readonly { oldStatusId: string; newStatusId: string }[] | null | undefined) =>
  new Map((given ?? []).map((each) => [readStatusId(each.oldStatusId), readStatusId(each.newStatusId)] as const));

const groupAt = (ctx: Context, path: string | number) => findVisibleNamespace(ctx, String(path));

/** The mutations with which maintainers of a top-level group manage statuses. */
export function mutateLifecycles(): void {
  mutation('lifecycleCreate', {
    description: 'Adds a lifecycle to a top-level group; no type follows it yet',
    input: (t) => ({
      namespacePath: t.id({ required: true }),
      name: t.string({ required: true }),
      statuses: t.field({ type: [StatusInput], required: true, description: 'In order' }),
      defaultOpenStatusIndex: t.int({ required: true }),
      defaultClosedStatusIndex: t.int({ required: true }),
      defaultDuplicateStatusIndex: t.int({ required: true }),
    }),
    resolve: async (input, ctx) =>
      createLifecycle(ctx, await groupAt(ctx, input.namespacePath), {
        name: input.name,
        statuses: input.statuses.map(statusOf),
        defaultOpen: input.defaultOpenStatusIndex,
        defaultClosed: input.defaultClosedStatusIndex,
        defaultDuplicate: input.defaultDuplicateStatusIndex,
      }),
    payload: (t) => ({
      lifecycle: t.field({ type: LifecycleRef, nullable: true, resolve: ({ result }) => result }),
    }),
  });
  mutation('lifecycleUpdate', {
    description: 'Changes a lifecycle; the system’s becomes one of the group. All or nothing',
    input: (t) => ({
      namespacePath: t.id({ required: true }),
      id: t.field({ type: 'GlobalID', required: true }),
      name: t.string(),
      statuses: t.field({
        type: [StatusInput],
        description: 'All statuses, in order: omitted ones are removed from the lifecycle. Requires the three indexes',
      }),
      defaultOpenStatusIndex: t.int(),
      defaultClosedStatusIndex: t.int(),
      defaultDuplicateStatusIndex: t.int(),
      statusMappings: t.field({ type: [StatusMappingInput] }),
      lockVersion: t.int({
        description: 'Milepost extension. The version that was read: refused if the lifecycle changed since',
      }),
    }),
    resolve: async (input, ctx) =>
      updateLifecycle(ctx, await groupAt(ctx, input.namespacePath), readLifecycleId(input.id), {
        name: input.name ?? undefined,
        statuses: input.statuses?.map(statusOf),
        defaultOpen: input.defaultOpenStatusIndex ?? undefined,
        defaultClosed: input.defaultClosedStatusIndex ?? undefined,
        defaultDuplicate: input.defaultDuplicateStatusIndex ?? undefined,
        replacements: replacementsOf(input.statusMappings),
        lockVersion: input.lockVersion ?? undefined,
      }),
    payload: (t) => ({
      lifecycle: t.field({ type: LifecycleRef, nullable: true, resolve: ({ result }) => result }),
    }),
  });
  mutation('lifecycleDelete', {
    description: 'Deletes a lifecycle that no type follows',
    input: (t) => ({
      namespacePath: t.id({ required: true }),
      id: t.field({ type: 'GlobalID', required: true }),
    }),
    resolve: async (input, ctx) =>
      deleteLifecycle(ctx, await groupAt(ctx, input.namespacePath), readLifecycleId(input.id)),
    payload: (t) => ({
      lifecycle: t.field({ type: LifecycleRef, nullable: true, resolve: ({ result }) => result }),
    }),
  });
  mutation('lifecycleAttachWorkItemType', {
    description: 'Makes work items of a type follow another lifecycle',
    input: (t) => ({
      namespacePath: t.id({ required: true }),
      workItemTypeId: t.field({ type: 'WorkItemsTypeID', required: true }),
      lifecycleId: t.field({ type: 'GlobalID', required: true }),
      statusMappings: t.field({ type: [StatusMappingInput] }),
    }),
    resolve: async (input, ctx) => {
      const type = typeOfGlobalId(input.workItemTypeId);
      if (!type) throw wrongArgument('There is no such type of work item');
      const group = await groupAt(ctx, input.namespacePath);
      return attachType(ctx, group, type, readLifecycleId(input.lifecycleId), replacementsOf(input.statusMappings));
    },
    payload: (t) => ({
      lifecycle: t.field({ type: LifecycleRef, nullable: true, resolve: ({ result }) => result }),
    }),
  });
}
