import { builder } from '../../../platform/graphql/builder.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { plugInGraphql } from '../../work-items/graphql/plugs.ts';

const readFieldId = (id: string) => readGlobalId<'CustomField'>(id, 'Issuables::CustomField');
const readOptionId = (id: string) => readGlobalId<'CustomFieldOption'>(id, 'Issuables::CustomFieldSelectOption');

const CustomFieldFilterInput = builder.inputType('WorkItemWidgetCustomFieldFilterInputType', {
  description: 'A select field, by id or by name, and options of it, by ids or by values',
  fields: (t) => ({
    customFieldId: t.field({ type: 'IssuablesCustomFieldID' }),
    customFieldName: t.string(),
    selectedOptionIds: t.field({ type: ['IssuablesCustomFieldSelectOptionID'] }),
    selectedOptionValues: t.stringList(),
  }),
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

interface CustomFieldFilter {
  customField?:
    | readonly {
        customFieldId?: string | null;
        customFieldName?: string | null;
        selectedOptionIds?: readonly string[] | null;
        selectedOptionValues?: readonly string[] | null;
      }[]
    | null;
}

interface CustomFieldsInput {
  customFieldsWidget?:
    | readonly {
        customFieldId: string;
        numberValue?: number | null;
        selectedOptionIds?: readonly string[] | null;
        textValue?: string | null;
      }[]
    | null;
}

/** What the fields of groups add to lists and mutations of work items over GraphQL. */
export function plugInGraphqlFields(): void {
  plugInGraphql<CustomFieldFilter, CustomFieldsInput>({
    name: 'custom fields',
    filter: {
      words: (t, _list, operator) => ({
        customField: t.field({
          type: [CustomFieldFilterInput],
          ...(operator === 'is' && { description: 'Has all of these options, in each of the fields' }),
        }),
      }),
      read: ({ customField }) => ({
        customFields: customField?.map((each) => ({
          fieldId: each.customFieldId ? readFieldId(each.customFieldId) : undefined,
          fieldName: each.customFieldName ?? undefined,
          optionIds: (each.selectedOptionIds ?? []).map(readOptionId),
          optionValues: each.selectedOptionValues ?? [],
        })),
      }),
    },
    write: {
      fields: (t, mutation) =>
        mutation === 'workItemCreate' || mutation === 'workItemUpdate'
          ? { customFieldsWidget: t.field({ type: [CustomFieldValueInput] }) }
          : {},
      read: ({ customFieldsWidget }) => ({
        customFields: customFieldsWidget?.map((value) => ({
          fieldId: readFieldId(value.customFieldId),
          optionIds: value.selectedOptionIds?.map(readOptionId),
          number: value.numberValue,
          text: value.textValue,
        })),
      }),
    },
  });
}
