import type { LinkType } from '@milepost/core/links';
import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { mutation } from '../../../platform/graphql/mutations.ts';
import { findVisibleNamespace } from '../../namespaces/commands.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { deleteWorkItem, updateWorkItem } from '../commands.ts';
import { rewriteWorkItem, writeNewWorkItem } from '../commands/actions.ts';
import { statusOf } from './quick-actions.ts';
import type { WorkItemFields } from '../commands/fields.ts';
import { HealthStatusEnum, WorkItemStateEventEnum } from './enums.ts';
import { given, givenDay, givenText, idOf, labelsOf, userIdsOf, wrongArgument, type LabelInput } from './inputs.ts';
import { typeOfGlobalId } from './types.ts';
import { WorkItemRef } from '../graphql.ts';
import { findVisibleWorkItemById } from '../store.ts';

export const WorkItemRelatedLinkTypeEnum = builder.enumType('WorkItemRelatedLinkType', {
  values: {
    RELATED: { value: 'relates_to' },
    BLOCKS: { value: 'blocks' },
    BLOCKED_BY: { value: 'is_blocked_by' },
  } satisfies Record<string, { value: LinkType }>,
});

export const AssigneesInput = builder.inputType('WorkItemWidgetAssigneesInput', {
  fields: (t) => ({ assigneeIds: t.field({ type: ['UserID'], required: true }) }),
});
const ColorInput = builder.inputType('WorkItemWidgetColorInput', {
  fields: (t) => ({ color: t.field({ type: 'Color', required: true }) }),
});
const CustomFieldValueInput = builder.inputType('WorkItemWidgetCustomFieldValueInputType', {
  description: 'What a field shall have: of the three values, the one that fits its type; nothing empties it',
  fields: (t) => ({
    customFieldId: t.field({ type: 'IssuablesCustomFieldID', required: true }),
    numberValue: t.float(),
    selectedOptionIds: t.field({ type: ['IssuablesCustomFieldSelectOptionID'] }),
    textValue: t.string(),
  }),
});
const DescriptionInput = builder.inputType('WorkItemWidgetDescriptionInput', {
  fields: (t) => ({
    description: t.string({ required: true }),
    lockVersion: t.int({ description: 'Of what was read: refused when title or description changed since' }),
  }),
});
export const HealthStatusInput = builder.inputType('WorkItemWidgetHealthStatusInput', {
  fields: (t) => ({ healthStatus: t.field({ type: HealthStatusEnum }) }),
});
export const HierarchyCreateInput = builder.inputType('WorkItemWidgetHierarchyCreateInput', {
  fields: (t) => ({ parentId: t.field({ type: 'WorkItemID' }) }),
});
const HierarchyUpdateInput = builder.inputType('WorkItemWidgetHierarchyUpdateInput', {
  fields: (t) => ({ parentId: t.field({ type: 'WorkItemID', description: 'Null releases it' }) }),
});
export const IterationInput = builder.inputType('WorkItemWidgetIterationInput', {
  fields: (t) => ({ iterationId: t.field({ type: 'IterationID' }) }),
});
const LabelsCreateInput = builder.inputType('WorkItemWidgetLabelsCreateInput', {
  fields: (t) => ({ labelIds: t.field({ type: ['LabelID'], required: true }) }),
});
export const LabelsUpdateInput = builder.inputType('WorkItemWidgetLabelsUpdateInput', {
  fields: (t) => ({
    addLabelIds: t.field({ type: ['LabelID'] }),
    removeLabelIds: t.field({ type: ['LabelID'] }),
  }),
});
const LinkedItemsInput = builder.inputType('WorkItemWidgetLinkedItemsCreateInput', {
  fields: (t) => ({
    linkType: t.field({ type: WorkItemRelatedLinkTypeEnum }),
    workItemsIds: t.field({ type: ['WorkItemID'], required: true }),
  }),
});
export const MilestoneInput = builder.inputType('WorkItemWidgetMilestoneInput', {
  fields: (t) => ({ milestoneId: t.field({ type: 'MilestoneID' }) }),
});
export const NotesInput = builder.inputType('WorkItemWidgetNotesInput', {
  fields: (t) => ({ discussionLocked: t.boolean({ required: true }) }),
});
export const DatesInput = builder.inputType('WorkItemWidgetStartAndDueDateUpdateInput', {
  fields: (t) => ({
    startDate: t.field({ type: 'Date' }),
    dueDate: t.field({ type: 'Date' }),
    isFixed: t.boolean({ description: 'False: inherited from children' }),
  }),
});
export const WeightInput = builder.inputType('WorkItemWidgetWeightInput', { fields: (t) => ({ weight: t.int() }) });

interface CustomFieldValueArgument {
  customFieldId: string;
  numberValue?: number | null;
  selectedOptionIds?: readonly string[] | null;
  textValue?: string | null;
}

interface WidgetInputs {
  assigneesWidget?: { assigneeIds: readonly string[] } | null;
  colorWidget?: { color: string } | null;
  customFieldsWidget?: readonly CustomFieldValueArgument[] | null;
  healthStatusWidget?: { healthStatus?: WorkItemFields['healthStatus'] } | null;
  hierarchyWidget?: { parentId?: string | null } | null;
  iterationWidget?: { iterationId?: string | null } | null;
  labelsWidget?: LabelInput | null;
  milestoneWidget?: { milestoneId?: string | null } | null;
  startAndDueDateWidget?: { startDate?: string | null; dueDate?: string | null; isFixed?: boolean | null } | null;
  weightWidget?: { weight?: number | null } | null;
}

/** What the widget inputs ask for, of every room. */
export function fieldsOf(input: WidgetInputs): WorkItemFields {
  const { startAndDueDateWidget: dates, weightWidget, healthStatusWidget } = input;
  return {
    assigneeIds: userIdsOf(input.assigneesWidget?.assigneeIds),
    color: input.colorWidget?.color,
    customFields: input.customFieldsWidget?.map((value) => ({
      fieldId: readGlobalId<'CustomField'>(value.customFieldId, 'Issuables::CustomField'),
      optionIds: value.selectedOptionIds?.map((id) =>
        readGlobalId<'CustomFieldOption'>(id, 'Issuables::CustomFieldSelectOption'),
      ),
      number: value.numberValue,
      text: value.textValue,
    })),
    parentId: idOf<'WorkItem'>(input.hierarchyWidget?.parentId, 'WorkItem', 'Epic', 'Issue'),
    milestoneId: idOf<'Milestone'>(input.milestoneWidget?.milestoneId, 'Milestone'),
    iterationId: idOf<'Iteration'>(input.iterationWidget?.iterationId, 'Iteration'),
    startDateFixed: givenDay(dates?.startDate),
    dueDateFixed: givenDay(dates?.dueDate),
    startDateIsFixed: given(dates?.isFixed),
    dueDateIsFixed: given(dates?.isFixed),
    ...(weightWidget && { weight: weightWidget.weight ?? null }),
    ...(healthStatusWidget && { healthStatus: healthStatusWidget.healthStatus ?? null }),
    ...labelsOf(input.labelsWidget ?? {}),
  };
}

export const readItemId = (id: string) => readGlobalId<'WorkItem'>(id, 'WorkItem', 'Issue', 'Epic');

/** The mutations of newer pages, the same for every type of work item. */
export function mutateItems(): void {
  mutation('workItemCreate', {
    description: 'Makes a work item of any type',
    input: (t) => ({
      namespacePath: t.id({ description: 'Of a group or a project' }),
      projectPath: t.id(),
      workItemTypeId: t.field({ type: 'WorkItemsTypeID', required: true }),
      title: t.string({ required: true }),
      description: t.string(),
      confidential: t.boolean(),
      createdAt: t.field({ type: 'Time' }),
      assigneesWidget: t.field({ type: AssigneesInput }),
      colorWidget: t.field({ type: ColorInput }),
      customFieldsWidget: t.field({ type: [CustomFieldValueInput] }),
      descriptionWidget: t.field({ type: DescriptionInput }),
      healthStatusWidget: t.field({ type: HealthStatusInput }),
      hierarchyWidget: t.field({ type: HierarchyCreateInput }),
      iterationWidget: t.field({ type: IterationInput }),
      labelsWidget: t.field({ type: LabelsCreateInput }),
      linkedItemsWidget: t.field({ type: LinkedItemsInput }),
      milestoneWidget: t.field({ type: MilestoneInput }),
      startAndDueDateWidget: t.field({ type: DatesInput }),
      weightWidget: t.field({ type: WeightInput }),
    }),
    resolve: async (input, ctx) => {
      const type = typeOfGlobalId(input.workItemTypeId);
      if (!type) throw wrongArgument('There is no such type of work item');
      const links = input.linkedItemsWidget;
      return writeNewWorkItem(ctx, {
        namespace: await namespaceFor(ctx, input.namespacePath ?? input.projectPath),
        type,
        title: input.title,
        description: givenText(input.descriptionWidget?.description ?? input.description),
        isConfidential: given(input.confidential),
        createdAt: given(input.createdAt),
        ...fieldsOf(input),
        ...(links && {
          linkedItems: { linkType: links.linkType ?? 'relates_to', itemIds: links.workItemsIds.map(readItemId) },
        }),
      });
    },
    payload: (t) => ({
      workItem: t.field({ type: WorkItemRef, nullable: true, resolve: ({ result }) => result }),
      quickActionsStatus: statusOf(t),
    }),
  });
  mutation('workItemUpdate', {
    description: 'Changes what is given of a work item and leaves the rest',
    input: (t) => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      title: t.string(),
      confidential: t.boolean(),
      zoomMeetingUrl: t.string({ description: 'Where people meet about it; empty takes it away' }),
      publishedIncidentUrl: t.string({ description: 'Where the public reads about an incident; empty takes it away' }),
      stateEvent: t.field({ type: WorkItemStateEventEnum }),
      assigneesWidget: t.field({ type: AssigneesInput }),
      colorWidget: t.field({ type: ColorInput }),
      customFieldsWidget: t.field({ type: [CustomFieldValueInput] }),
      descriptionWidget: t.field({ type: DescriptionInput }),
      healthStatusWidget: t.field({ type: HealthStatusInput }),
      hierarchyWidget: t.field({ type: HierarchyUpdateInput }),
      iterationWidget: t.field({ type: IterationInput }),
      labelsWidget: t.field({ type: LabelsUpdateInput }),
      milestoneWidget: t.field({ type: MilestoneInput }),
      notesWidget: t.field({ type: NotesInput }),
      startAndDueDateWidget: t.field({ type: DatesInput }),
      weightWidget: t.field({ type: WeightInput }),
    }),
    resolve: async (input, ctx) => {
      const item = await findVisibleWorkItemById(ctx, readItemId(input.id));
      return rewriteWorkItem(ctx, item.id, {
        title: given(input.title),
        description: givenText(input.descriptionWidget?.description),
        lockVersion: given(input.descriptionWidget?.lockVersion),
        isConfidential: given(input.confidential),
        isDiscussionLocked: given(input.notesWidget?.discussionLocked),
        stateEvent: given(input.stateEvent),
        meetingUrl: input.zoomMeetingUrl,
        publishedUrl: input.publishedIncidentUrl,
        ...fieldsOf(input),
      });
    },
    payload: (t) => ({
      workItem: t.field({ type: WorkItemRef, nullable: true, resolve: ({ result }) => result }),
      quickActionsStatus: statusOf(t),
    }),
  });
  mutation('workItemConvert', {
    description: 'Gives a work item another type',
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
    description: 'Removes a work item for good; its children stay',
    input: (t) => ({ id: t.field({ type: 'WorkItemID', required: true }) }),
    resolve: async (input, ctx) => {
      const item = await findVisibleWorkItemById(ctx, readItemId(input.id));
      await deleteWorkItem(ctx, item.id);
      return { id: item.id };
    },
    payload: () => ({}),
  });
}

async function namespaceFor(ctx: Context, path: string | number | null | undefined): Promise<Namespace> {
  if (!path) throw wrongArgument('One of namespacePath and projectPath is required');
  return findVisibleNamespace(ctx, path);
}
