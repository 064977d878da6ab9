import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { mutation } from '../../../platform/graphql/mutations.ts';
import { findVisibleNamespace } from '../../namespaces/commands.ts';
import { NamespaceRef, ProjectRef } from '../../namespaces/graphql.ts';
import { namespaceById, type Namespace } from '../../namespaces/store.ts';
import { deleteWorkItem, updateWorkItem } from '../commands.ts';
import { rewriteWorkItem, writeNewWorkItem, type WrittenWorkItem } from '../commands/actions.ts';
import { statusOf } from './quick-actions.ts';
import { valuesReadField, valuesReadOf } from './values-read.ts';
import type { WorkItemChange, WorkItemFields } from '../commands/fields.ts';
import { HealthStatusEnum, WorkItemStateEventEnum } from './enums.ts';
import { EPIC_COLOR, given, givenDay, givenText, userIdsOf, wrongArgument } from './inputs.ts';
import { pluggedChanges, pluggedFields, pluggedInput, type ChangeBesideRow } from './plugs.ts';
import { typeOfGlobalId } from './types.ts';
import { WorkItemRef } from '../graphql.ts';
import { findVisibleWorkItemById, type WorkItem } from '../store.ts';

export const AssigneesInput = builder.inputType('WorkItemWidgetAssigneesInput', {
  fields: (t) => ({ assigneeIds: t.field({ type: ['UserID'], required: true }) }),
});
const ColorInput = builder.inputType('WorkItemWidgetColorInput', {
  fields: (t) => ({ color: t.field({ type: 'Color', required: true, description: EPIC_COLOR }) }),
});
const DescriptionInput = builder.inputType('WorkItemWidgetDescriptionInput', {
  fields: (t) => ({
    description: t.string({ required: true }),
    lockVersion: t.int({ description: 'The version that was read: refused if title or description changed since' }),
  }),
});
export const HealthStatusInput = builder.inputType('WorkItemWidgetHealthStatusInput', {
  fields: (t) => ({ healthStatus: t.field({ type: HealthStatusEnum }) }),
});
export const DatesInput = builder.inputType('WorkItemWidgetStartAndDueDateUpdateInput', {
  fields: (t) => ({
    startDate: t.field({ type: 'Date' }),
    dueDate: t.field({ type: 'Date' }),
    isFixed: t.boolean({ description: 'Whether the dates are fixed; false inherits them from children' }),
  }),
});
export const WeightInput = builder.inputType('WorkItemWidgetWeightInput', { fields: (t) => ({ weight: t.int() }) });

interface WidgetInputs {
  assigneesWidget?: { assigneeIds: readonly string[] } | null;
  colorWidget?: { color: string } | null;
  healthStatusWidget?: { healthStatus?: WorkItemFields['healthStatus'] } | null;
  startAndDueDateWidget?: { startDate?: string | null; dueDate?: string | null; isFixed?: boolean | null } | null;
  weightWidget?: { weight?: number | null } | null;
}

/** The widget inputs of the item's own columns. */
export function ownFieldsOf(input: WidgetInputs): WorkItemFields {
  const { startAndDueDateWidget: dates, weightWidget, healthStatusWidget } = input;
  return {
    assigneeIds: userIdsOf(input.assigneesWidget?.assigneeIds),
    color: input.colorWidget?.color,
    startDateFixed: givenDay(dates?.startDate),
    dueDateFixed: givenDay(dates?.dueDate),
    startDateIsFixed: given(dates?.isFixed),
    dueDateIsFixed: given(dates?.isFixed),
    ...(weightWidget && { weight: weightWidget.weight ?? null }),
    ...(healthStatusWidget && { healthStatus: healthStatusWidget.healthStatus ?? null }),
  };
}

export const readItemId = (id: string) => readGlobalId<'WorkItem'>(id, 'WorkItem', 'Issue', 'Epic');

/** The mutations of work items, the same for every type. */
export function mutateItems(): void {
  mutation('workItemCreate', {
    description: 'Creates a work item of any type',
    input: (t) => ({
      namespacePath: t.id({ description: 'The full path of a group or project' }),
      projectPath: t.id(),
      workItemTypeId: t.field({ type: 'WorkItemsTypeID', required: true }),
      title: t.string({ required: true }),
      description: t.string(),
      confidential: t.boolean(),
      createdAt: t.field({ type: 'Time' }),
      createSource: t.string({
        description: 'Published for statistics only, which Milepost does not collect: no effect',
      }),
      assigneesWidget: t.field({ type: AssigneesInput }),
      colorWidget: t.field({ type: ColorInput }),
      descriptionWidget: t.field({ type: DescriptionInput }),
      healthStatusWidget: t.field({ type: HealthStatusInput }),
      startAndDueDateWidget: t.field({ type: DatesInput }),
      weightWidget: t.field({ type: WeightInput }),
      ...pluggedInput(t, 'workItemCreate'),
    }),
    resolve: async (input, ctx) => {
      const type = typeOfGlobalId(input.workItemTypeId);
      if (!type) throw wrongArgument('There is no such type of work item');
      return writeNewWorkItem(ctx, {
        namespace: await namespaceFor(ctx, input),
        type,
        title: input.title,
        description: givenText(input.descriptionWidget?.description ?? input.description),
        isConfidential: given(input.confidential),
        createdAt: given(input.createdAt),
        ...ownFieldsOf(input),
        ...pluggedFields('workItemCreate', input),
      });
    },
    payload: (t) => ({
      workItem: t.field({ type: WorkItemRef, nullable: true, resolve: ({ result }) => result }),
      quickActionsStatus: statusOf(t),
    }),
  });
  mutation('workItemUpdate', {
    description: 'Changes the given fields of a work item',
    input: (t) => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      title: t.string(),
      confidential: t.boolean(),
      zoomMeetingUrl: t.string({ description: 'The meeting URL; empty clears it' }),
      publishedIncidentUrl: t.string({ description: 'The public status page of an incident; empty clears it' }),
      stateEvent: t.field({ type: WorkItemStateEventEnum }),
      assigneesWidget: t.field({ type: AssigneesInput }),
      colorWidget: t.field({ type: ColorInput }),
      descriptionWidget: t.field({ type: DescriptionInput }),
      healthStatusWidget: t.field({ type: HealthStatusInput }),
      startAndDueDateWidget: t.field({ type: DatesInput }),
      weightWidget: t.field({ type: WeightInput }),
      valuesRead: valuesReadField(t),
      ...pluggedInput(t, 'workItemUpdate'),
    }),
    resolve: async (input, ctx) => {
      const item = await findVisibleWorkItemById(ctx, readItemId(input.id));
      return rewriteAndPerform(ctx, item, pluggedChanges(input), {
        title: given(input.title),
        description: givenText(input.descriptionWidget?.description),
        lockVersion: given(input.descriptionWidget?.lockVersion),
        isConfidential: given(input.confidential),
        stateEvent: given(input.stateEvent),
        meetingUrl: input.zoomMeetingUrl,
        publishedUrl: input.publishedIncidentUrl,
        ...ownFieldsOf(input),
        valuesRead: valuesReadOf(input.valuesRead),
        ...pluggedFields('workItemUpdate', input),
      });
    },
    payload: (t) => ({
      workItem: t.field({ type: WorkItemRef, nullable: true, resolve: ({ result }) => result }),
      quickActionsStatus: statusOf(t),
    }),
  });
  mutation('workItemConvert', {
    description: 'Changes the type of a work item',
    input: (t) => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      workItemTypeId: t.field({ type: 'WorkItemsTypeID', required: true }),
    }),
    resolve: async (input, ctx) => {
      const type = typeOfGlobalId(input.workItemTypeId);
      if (!type) throw wrongArgument('There is no such type of work item');
      const item = await findVisibleWorkItemById(ctx, readItemId(input.id));
      return updateWorkItem(ctx, item.id, { type });
    },
    payload: (t) => ({ workItem: t.field({ type: WorkItemRef, nullable: true, resolve: ({ result }) => result }) }),
  });
  mutation('workItemDelete', {
    description: 'Deletes a work item; its children remain',
    input: (t) => ({ id: t.field({ type: 'WorkItemID', required: true }) }),
    resolve: async (input, ctx) => {
      const item = await findVisibleWorkItemById(ctx, readItemId(input.id));
      await deleteWorkItem(ctx, item.id);
      return (await namespaceById(ctx.db, item.namespaceId)) as Namespace;
    },
    payload: (t) => ({
      namespace: t.field({ type: NamespaceRef, nullable: true, resolve: ({ result }) => result }),
      project: t.field({
        type: ProjectRef,
        nullable: true,
        resolve: ({ result }) => (result?.kind === 'project' ? result : null),
      }),
    }),
  });
}

/** All or nothing. Needs no permission to update the item unless its own fields change. */
async function rewriteAndPerform(
  ctx: Context,
  item: WorkItem,
  changes: readonly ChangeBesideRow[],
  change: WorkItemChange,
): Promise<WrittenWorkItem> {
  if (changes.length === 0) return rewriteWorkItem(ctx, item.id, change);
  return ctx.transaction(async (trx) => {
    const isRewritten = Object.values(change).some((value) => value !== undefined);
    const written = isRewritten ? await rewriteWorkItem(ctx.within(trx), item.id, change) : null;
    for (const perform of changes) await perform(ctx.within(trx), item);
    const now = await findVisibleWorkItemById(ctx.within(trx), item.id);
    return Object.assign({}, now, { quickActions: written?.quickActions ?? null });
  });
}

async function namespaceFor(
  ctx: Context,
  { namespacePath, projectPath }: { namespacePath?: string | number | null; projectPath?: string | number | null },
): Promise<Namespace> {
  const path = namespacePath ? namespacePath : projectPath;
  if (!path || (namespacePath && projectPath)) {
    throw wrongArgument('Exactly one of namespacePath and projectPath is required');
  }
  return findVisibleNamespace(ctx, path);
}
