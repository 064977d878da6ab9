import { isSelect, type CustomFieldType } from '@milepost/core/fields/custom-fields';
import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import { addWidget } from '../../work-items/graphql/widgets.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { CustomFieldOptionRef, CustomFieldRef, readCustomFieldId } from '../graphql.ts';
import { customFieldsOfRoot, type CustomField } from '../store.ts';
import { customFieldValuesOfWorkItem, noValue, type CustomFieldValue } from '../store/values.ts';

/** A field with its value on one work item. */
interface FieldValue extends CustomFieldValue {
  field: CustomField;
}

const ValueRef = builder.interfaceRef<FieldValue>('WorkItemCustomFieldValue');
const SelectValueRef = builder.objectRef<FieldValue>('WorkItemSelectFieldValue');
const NumberValueRef = builder.objectRef<FieldValue>('WorkItemNumberFieldValue');
const TextValueRef = builder.objectRef<FieldValue>('WorkItemTextFieldValue');

const faceOf: Readonly<Record<CustomFieldType, string>> = {
  SINGLE_SELECT: 'WorkItemSelectFieldValue',
  MULTI_SELECT: 'WorkItemSelectFieldValue',
  NUMBER: 'WorkItemNumberFieldValue',
  TEXT: 'WorkItemTextFieldValue',
};

/** The values of a work item in its widget: every active field of its type, including empty ones. */
export function showCustomFieldValues(): void {
  ValueRef.implement({
    description: 'The value of a work item in a field',
    resolveType: ({ field }) => faceOf[field.fieldType],
    fields: (t) => ({ customField: t.field({ type: CustomFieldRef, resolve: ({ field }) => field }) }),
  });
  SelectValueRef.implement({
    interfaces: [ValueRef],
    isTypeOf: (value) => isSelect((value as FieldValue).field.fieldType),
    fields: (t) => ({
      selectedOptions: t.field({
        type: [CustomFieldOptionRef],
        nullable: true,
        resolve: ({ field, optionIds }) => field.options.filter(({ id }) => optionIds.includes(id)),
      }),
    }),
  });
  NumberValueRef.implement({
    interfaces: [ValueRef],
    isTypeOf: (value) => (value as FieldValue).field.fieldType === 'NUMBER',
    fields: (t) => ({ value: t.float({ nullable: true, resolve: ({ number }) => number }) }),
  });
  TextValueRef.implement({
    interfaces: [ValueRef],
    isTypeOf: (value) => (value as FieldValue).field.fieldType === 'TEXT',
    fields: (t) => ({ value: t.string({ nullable: true, resolve: ({ text }) => text }) }),
  });
  addWidget('CUSTOM_FIELDS', {
    name: 'CustomFields',
    feature: 'custom_fields',
    fields: (t) => ({
      customFieldValues: t.field({
        type: [ValueRef],
        nullable: true,
        args: { customFieldIds: t.arg({ type: ['IssuablesCustomFieldID'], description: 'Only these fields' }) },
        resolve: async ({ item }, { customFieldIds }, ctx) => {
          const wanted = customFieldIds?.map(readCustomFieldId);
          const values = await valuesOf(ctx, item);
          return values.filter(({ field }) => !wanted || wanted.includes(field.id));
        },
      }),
    }),
    definition: (t) => ({
      customFieldValues: t.field({
        type: [ValueRef],
        nullable: true,
        description: 'Always null: fields belong to groups, and a type belongs to none',
        resolve: () => null,
      }),
    }),
  });
}

async function valuesOf(ctx: Context, item: WorkItem): Promise<FieldValue[]> {
  const [fields, values] = await Promise.all([
    ctx.load(customFieldsOfRoot, item.rootId),
    ctx.load(customFieldValuesOfWorkItem, item.id),
  ]);
  return (fields ?? [])
    .filter((field) => field.archivedAt === null && field.workItemTypes.includes(item.type))
    .map((field) => ({ field, ...(values?.get(field.id) ?? noValue) }));
}
