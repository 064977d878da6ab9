import { customFieldLimits, isSelect } from '@milepost/core/fields/custom-fields';
import { ValidationError } from '@milepost/core/errors';
import type { CustomFieldId } from '@milepost/core/ids';
import { hasFeature } from '@milepost/core/settings/features';
import { requireIncluded } from '../entitlements/policy.ts';
import { namespacesById } from '../namespaces/store.ts';
import type { Widget } from '../work-items/sockets.ts';
import { customFieldsOfRoot, type CustomField } from './store.ts';
import { noValue, valuesOnItem, writeValue, type CustomFieldInput, type CustomFieldValue } from './store/values.ts';

declare module '../work-items/sockets.ts' {
  interface WidgetInput {
    /** Sets these fields; all others stay unchanged. */
    customFields?: readonly CustomFieldInput[];
  }
}

declare module '../../platform/context.ts' {
  interface Events {
    /** The field's name at that time, and its new value as text. */
    'workItem.customFieldChanged': { customFieldId: CustomFieldId; name: string; to: readonly string[] };
  }
}

/** The custom field values of a work item. */
export const customFieldsWidget: Widget = {
  name: 'customFields',
  isBesideRow: true,
  async write(ctx, trx, { itemId, before, after, input }) {
    if (!input.customFields || input.customFields.length === 0) return false;
    const namespace = await ctx.load(namespacesById, after.namespaceId);
    if (!namespace || !hasFeature(namespace, 'custom_fields')) return false;
    const fields = (await ctx.load(customFieldsOfRoot, after.rootId)) ?? [];
    const current = before ? await valuesOnItem(trx, itemId) : new Map<CustomFieldId, CustomFieldValue>();
    let isChanged = false;
    for (const wanted of input.customFields) {
      const field = fields.find(({ id }) => id === wanted.fieldId);
      if (!field || field.archivedAt !== null || !field.workItemTypes.includes(after.type)) {
        throw new ValidationError({ custom_field: [`is not one of this ${after.type}`] });
      }
      const value = valueOf(field, wanted);
      if (isSame(current.get(field.id) ?? noValue, value)) continue;
      requireIncluded(namespace, 'custom_fields');
      await writeValue(trx, itemId, field.id, value);
      trx.announce({
        name: 'workItem.customFieldChanged',
        namespaceId: after.namespaceId,
        workItemId: itemId,
        data: { customFieldId: field.id, name: field.name, to: textsOf(field, value) },
      });
      isChanged = true;
    }
    return isChanged;
  },
};

function valueOf(field: CustomField, wanted: CustomFieldInput): CustomFieldValue {
  const { number = null, optionIds } = wanted;
  const text = wanted.text?.trim() || null;
  const chosen = [...new Set(optionIds ?? [])];
  const refuse = (problem: string): never => {
    throw new ValidationError({ base: [`${field.name} ${problem}`] });
  };
  const fits = {
    options: isSelect(field.fieldType),
    number: field.fieldType === 'NUMBER',
    text: field.fieldType === 'TEXT',
  };
  if (chosen.length > 0 && !fits.options) refuse('takes no options');
  if (number !== null && !fits.number) refuse('takes no number');
  if (text !== null && !fits.text) refuse('takes no text');
  if (chosen.some((id) => !field.options.some((option) => option.id === id))) refuse('has no such option');
  if (field.fieldType === 'SINGLE_SELECT' && chosen.length > 1) refuse('takes one option only');
  if (text !== null && text.length > customFieldLimits.text) {
    refuse(`is too long (maximum is ${customFieldLimits.text} characters)`);
  }
  return { optionIds: chosen, number, text };
}

function isSame(one: CustomFieldValue, other: CustomFieldValue): boolean {
  return (
    one.number === other.number &&
    one.text === other.text &&
    one.optionIds.length === other.optionIds.length &&
    one.optionIds.every((id) => other.optionIds.includes(id))
  );
}

function textsOf(field: CustomField, { optionIds, number, text }: CustomFieldValue): string[] {
  if (number !== null) return [String(number)];
  if (text !== null) return [text];
  return field.options.filter(({ id }) => optionIds.includes(id)).map(({ value }) => value);
}
