import { formatGlobalId, type NamespaceId, type WorkItemId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import type { InputShapeFromFields } from '@pothos/core';
import { builder } from '../../../platform/graphql/builder.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { mutation } from '../../../platform/graphql/mutations.ts';
import { findVisibleNamespace } from '../../namespaces/commands.ts';
import { changeWorkItems, reasonsOf, type BulkChange, type Refusal } from '../commands/bulk.ts';
import type { WorkItemChange } from '../commands/fields.ts';
import type { InputFields } from './filter-inputs.ts';
import { HealthStatusEnum, IssueStateEventEnum, WorkItemStateEventEnum } from './enums.ts';
import { given, userIdsOf } from './inputs.ts';
import {
  AssigneesInput,
  DatesInput,
  ownFieldsOf,
  HealthStatusInput,
  readItemId,
  WeightInput,
} from './item-mutations.ts';
import { pluggedBulkInput, pluggedChanges, pluggedFields, pluggedInput } from './plugs.ts';

const RefusalRef = builder.objectRef<Refusal>('WorkItemBulkRefusal');

/** The changes that a bulk update of work items can make. */
export const bulkChangeFields = (t: InputFields) => ({
  confidential: t.boolean(),
  stateEvent: t.field({ type: WorkItemStateEventEnum }),
  assigneesWidget: t.field({ type: AssigneesInput }),
  healthStatusWidget: t.field({ type: HealthStatusInput }),
  startAndDueDateWidget: t.field({ type: DatesInput }),
  weightWidget: t.field({ type: WeightInput }),
  ...pluggedInput(t, 'workItemBulkUpdate'),
});

/** The change that such fields describe. */
export function bulkChangeOf(input: InputShapeFromFields<ReturnType<typeof bulkChangeFields>>): WorkItemChange {
  return {
    isConfidential: given(input.confidential),
    stateEvent: given(input.stateEvent),
    ...ownFieldsOf(input),
    ...pluggedFields('workItemBulkUpdate', input),
  };
}

/** Bulk updates, as the pages of lists send them. */
export function mutateManyItems(): void {
  RefusalRef.implement({
    description: 'Milepost extension. An item that a bulk update left unchanged',
    fields: (t) => ({
      id: t.id({ resolve: ({ id }) => formatGlobalId('WorkItem', id) }),
      reasons: t.stringList({ resolve: reasonsOf }),
    }),
  });
  mutation('workItemBulkUpdate', {
    description:
      'Changes the given fields of up to 100 work items, each with its own permissions; other items of the request are unaffected',
    input: (t) => ({
      ids: t.field({ type: ['WorkItemID'], required: true }),
      parentId: t.id({ description: 'Only items of this group or project, and below' }),
      fullPath: t.id({ description: 'Alternative to `parentId`: the full path of the group or project' }),
      ...bulkChangeFields(t),
      ...pluggedBulkInput(t),
    }),
    resolve: async (input, ctx) =>
      changeWorkItems(
        ctx,
        input.ids.map(readItemId),
        bulkChangeOf(input),
        await scopeOf(ctx, input),
        pluggedChanges(input),
      ),
    errorsOf: errorsOfAll,
    payload: (t) => ({
      updatedWorkItemCount: t.int({ nullable: true, resolve: ({ result }) => result?.changed.length ?? null }),
      updatedWorkItemIds: t.idList({
        description: 'Milepost extension. The changed items',
        resolve: ({ result }) => globalIds(result?.changed),
      }),
      refused: t.field({
        type: [RefusalRef],
        description: 'Milepost extension. The unchanged items, with reasons',
        resolve: ({ result }) => [...(result?.refused ?? [])],
      }),
    }),
  });
  mutation('issuesBulkUpdate', {
    description:
      'Changes the given fields of up to 100 issues, each with its own permissions; other items of the request are unaffected',
    input: (t) => ({
      ids: t.field({ type: ['IssueID'], required: true }),
      parentId: t.id({ description: 'Only issues of this group or project, and below' }),
      stateEvent: t.field({ type: IssueStateEventEnum }),
      confidential: t.boolean(),
      assigneeIds: t.field({ type: ['UserID'] }),
      healthStatus: t.field({ type: HealthStatusEnum }),
      ...pluggedInput(t, 'issuesBulkUpdate'),
    }),
    resolve: async (input, ctx) =>
      changeWorkItems(
        ctx,
        input.ids.map(readItemId),
        {
          isConfidential: given(input.confidential),
          stateEvent: given(input.stateEvent),
          assigneeIds: userIdsOf(input.assigneeIds),
          healthStatus: input.healthStatus,
          ...pluggedFields('issuesBulkUpdate', input),
        },
        await scopeOf(ctx, input),
      ),
    errorsOf: errorsOfAll,
    payload: (t) => ({
      updatedIssueCount: t.int({ nullable: true, resolve: ({ result }) => result?.changed.length ?? null }),
      refused: t.field({
        type: [RefusalRef],
        description: 'Milepost extension. The unchanged items, with reasons',
        resolve: ({ result }) => [...(result?.refused ?? [])],
      }),
    }),
  });
}

/** Errors if no item changed, for clients that do not read `refused`; empty otherwise. */
function errorsOfAll({ wanted, refused }: BulkChange): string[] {
  return wanted > 0 && refused.length === wanted ? [...new Set(refused.flatMap(reasonsOf))] : [];
}

/** The group or project that a bulk update is limited to; null for any. Throws NotFoundError if it does not exist. */
async function scopeOf(
  ctx: Context,
  { parentId, fullPath }: { parentId?: string | number | null; fullPath?: string | number | null },
): Promise<NamespaceId | null> {
  if (fullPath) return (await findVisibleNamespace(ctx, fullPath)).id;
  return parentId ? readGlobalId<'Namespace'>(String(parentId), 'Group', 'Project', 'Namespace') : null;
}

function globalIds(ids: readonly WorkItemId[] | undefined): string[] {
  return (ids ?? []).map((id) => formatGlobalId('WorkItem', id));
}
