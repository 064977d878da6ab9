import { builder } from '../../../platform/graphql/builder.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { mutation } from '../../../platform/graphql/mutations.ts';
import { findVisibleGroup } from '../../namespaces/commands.ts';
import { archiveCustomField, createCustomField, unarchiveCustomField, updateCustomField } from '../commands.ts';
import { CustomFieldRef, CustomFieldTypeEnum, readCustomFieldId, typesOfGlobalIds } from '../graphql.ts';
import type { WantedOption } from '../store.ts';

const OptionInput = builder.inputType('CustomFieldSelectOptionInput', {
  description: 'An existing option by id, or a new one',
  fields: (t) => ({
    id: t.field({ type: 'IssuablesCustomFieldSelectOptionID' }),
    value: t.string({ required: true }),
  }),
});

function optionsOf(
  given: readonly { id?: string | null; value: string }[] | null | undefined,
): WantedOption[] | undefined {
  return given?.map(({ id, value }) =>
    id ? { id: readGlobalId<'CustomFieldOption'>(id, 'Issuables::CustomFieldSelectOption'), value } : { value },
  );
}

/** The mutations with which maintainers of a top-level group manage its fields. */
export function mutateCustomFields(): void {
  mutation('customFieldCreate', {
    description: 'Defines a field for the work items of a top-level group and of everything below it',
    input: (t) => ({
      groupPath: t.id({ required: true }),
      name: t.string({ required: true }),
      fieldType: t.field({ type: CustomFieldTypeEnum, required: true, description: 'Cannot be changed later' }),
      selectOptions: t.field({ type: [OptionInput], description: 'In order' }),
      workItemTypeIds: t.field({ type: ['WorkItemsTypeID'] }),
    }),
    resolve: async (input, ctx) =>
      createCustomField(ctx, await findVisibleGroup(ctx, input.groupPath), {
        name: input.name,
        fieldType: input.fieldType,
        options: optionsOf(input.selectOptions),
        workItemTypes: typesOfGlobalIds(input.workItemTypeIds),
      }),
    payload: (t) => ({
      customField: t.field({ type: CustomFieldRef, nullable: true, resolve: ({ result }) => result }),
    }),
  });
  mutation('customFieldUpdate', {
    description: 'Changes the given properties of a field',
    input: (t) => ({
      id: t.field({ type: 'IssuablesCustomFieldID', required: true }),
      name: t.string(),
      selectOptions: t.field({
        type: [OptionInput],
        description: 'All options, in order: omitted ones are deleted, together with their values on work items',
      }),
      workItemTypeIds: t.field({ type: ['WorkItemsTypeID'] }),
    }),
    resolve: (input, ctx) =>
      updateCustomField(ctx, readCustomFieldId(input.id), {
        name: input.name ?? undefined,
        options: optionsOf(input.selectOptions),
        workItemTypes: typesOfGlobalIds(input.workItemTypeIds),
      }),
    payload: (t) => ({
      customField: t.field({ type: CustomFieldRef, nullable: true, resolve: ({ result }) => result }),
    }),
  });
  for (const [name, description, set] of [
    ['customFieldArchive', 'Archives a field; its values are kept', archiveCustomField],
    ['customFieldUnarchive', 'Unarchives a field, with its values', unarchiveCustomField],
  ] as const) {
    mutation(name, {
      description,
      input: (t) => ({ id: t.field({ type: 'IssuablesCustomFieldID', required: true }) }),
      resolve: (input, ctx) => set(ctx, readCustomFieldId(input.id)),
      payload: (t) => ({
        customField: t.field({ type: CustomFieldRef, nullable: true, resolve: ({ result }) => result }),
      }),
    });
  }
}
