import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import { mutation } from '../../../platform/graphql/mutations.ts';
import { findVisibleGroup } from '../../namespaces/commands.ts';
import { rewriteWorkItem, writeNewWorkItem } from '../commands/actions.ts';
import { EpicRef } from '../graphql.ts';
import { findVisibleWorkItem, type WorkItem } from '../store.ts';
import { EpicStateEventEnum } from './enums.ts';
import { datesOf, datesReadOf, EPIC_COLOR, given, givenText } from './inputs.ts';
import { pluggedFields, pluggedInput } from './plugs.ts';
import { statusOf } from './quick-actions.ts';
import { valuesReadField, valuesReadOf } from './values-read.ts';

export const DatesReadInput = builder.inputType('DatesReadInput', {
  description: 'The dates of an item as they were read; omitted or null if it had none',
  fields: (t) => ({ startDate: t.string(), dueDate: t.string() }),
});

export async function findEpic(ctx: Context, groupPath: string, iid: string | number): Promise<WorkItem> {
  const namespace = await findVisibleGroup(ctx, groupPath);
  return findVisibleWorkItem(ctx, { namespace, iid, types: ['epic'] });
}

/** The mutations of epic pages. */
export function mutateEpics(): void {
  mutation('createEpic', {
    description: 'Creates an epic of a group',
    input: (t) => ({
      groupPath: t.id({ required: true }),
      title: t.string(),
      description: t.string(),
      confidential: t.boolean(),
      color: t.field({ type: 'Color', description: EPIC_COLOR }),
      startDateFixed: t.string(),
      startDateIsFixed: t.boolean(),
      dueDateFixed: t.string(),
      dueDateIsFixed: t.boolean(),
      ...pluggedInput(t, 'createEpic'),
    }),
    resolve: async (input, ctx) =>
      writeNewWorkItem(ctx, {
        namespace: await findVisibleGroup(ctx, input.groupPath),
        type: 'epic',
        title: input.title ?? '',
        description: givenText(input.description),
        isConfidential: given(input.confidential),
        color: input.color,
        ...datesOf(input),
        ...pluggedFields('createEpic', input),
      }),
    payload: (t) => ({
      epic: t.field({ type: EpicRef, nullable: true, resolve: ({ result }) => result }),
      quickActionsStatus: statusOf(t),
    }),
  });
  mutation('updateEpic', {
    description: 'Changes the given fields of an epic',
    input: (t) => ({
      groupPath: t.id({ required: true }),
      iid: t.id({ required: true }),
      title: t.string(),
      description: t.string(),
      confidential: t.boolean(),
      color: t.field({ type: 'Color', description: EPIC_COLOR }),
      startDateFixed: t.string(),
      startDateIsFixed: t.boolean(),
      dueDateFixed: t.string(),
      dueDateIsFixed: t.boolean(),
      stateEvent: t.field({ type: EpicStateEventEnum }),
      lockVersion: t.int({ description: 'The version that was read: refused if title or description changed since' }),
      datesRead: t.field({
        type: DatesReadInput,
        description: 'The dates that were read: refused if they changed since',
      }),
      valuesRead: valuesReadField(t),
      ...pluggedInput(t, 'updateEpic'),
    }),
    resolve: async (input, ctx) => {
      const epic = await findEpic(ctx, input.groupPath, input.iid);
      return rewriteWorkItem(ctx, epic.id, {
        title: given(input.title),
        description: givenText(input.description),
        isConfidential: given(input.confidential),
        color: input.color,
        stateEvent: given(input.stateEvent),
        lockVersion: given(input.lockVersion),
        datesRead: datesReadOf(input.datesRead),
        ...datesOf(input),
        valuesRead: valuesReadOf(input.valuesRead),
        ...pluggedFields('updateEpic', input),
      });
    },
    payload: (t) => ({
      epic: t.field({ type: EpicRef, nullable: true, resolve: ({ result }) => result }),
      quickActionsStatus: statusOf(t),
    }),
  });
}
