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
  description: 'A new value of a field: the one of the three that fits its type; none clears the field',
  fields: (t) => ({
    customFieldId: t.field({ type: 'IssuablesCustomFieldID', required: true }),
    numberValue: t.float(),
    selectedOptionIds: t.field({ type: ['IssuablesCustomFieldSelectOptionID'] }),
    textValue: t.string(),
  }),
});

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

/** The custom field arguments and inputs of GraphQL lists and mutations. */
export function plugInGraphqlFields(): void {
  plugInGraphql<object, CustomFieldsInput>({
    name: 'custom fields',
    types: { WorkItemWidgetCustomFieldFilterInputType: CustomFieldFilterInput },
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
