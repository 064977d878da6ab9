import { isSelect } from '@milepost/core/fields/custom-fields';
import { ValidationError } from '@milepost/core/errors';
import type { CustomFieldId, CustomFieldOptionId } from '@milepost/core/ids';
import { hasFeature } from '@milepost/core/settings/features';
import { Type, type Static } from 'typebox';
import { idInput } from '../../../platform/rest/input.ts';
import { plugInRest } from '../../work-items/rest/plugs.ts';
import { customFieldsOfRoot, type CustomField } from '../store.ts';
import { customFieldValuesOfWorkItem, noValue, type CustomFieldInput } from '../store/values.ts';

const given = Type.Object({
  id: Type.Optional(idInput({ description: 'The number of the field' })),
  name: Type.Optional(Type.String({ description: 'Alternatively its name' })),
  value: Type.Unknown({
    description: 'A number, a text, one option or a list of options, by id or by text; null clears the field',
  }),
});
const properties = {
  custom_fields: Type.Optional(Type.Array(given, { description: 'Sets these fields; all others stay unchanged' })),
};

/** Custom fields: an item shows all those of its type; create and update accept values by id or name. */
export function plugInCustomFields(): void {
  plugInRest({
    name: 'customFields',
    faces: ['epic', 'issue'],
    async show(ctx, item) {
      if (!hasFeature(item.scope, 'custom_fields')) return { custom_fields: [] };
      const [fields, values] = await Promise.all([
        ctx.load(customFieldsOfRoot, item.rootId),
        ctx.load(customFieldValuesOfWorkItem, item.id),
      ]);
      const own = (fields ?? []).filter(
        (field) => field.archivedAt === null && field.workItemTypes.includes(item.type),
      );
      return { custom_fields: own.map((field) => shown(field, values?.get(field.id) ?? noValue)) };
    },
    write: {
      properties,
      async read({ custom_fields: wanted }, { ctx, namespace }) {
        if (!wanted || wanted.length === 0) return {};
        const fields = (await ctx.load(customFieldsOfRoot, namespace.rootId)) ?? [];
        return { customFields: wanted.map((each) => inputOf(fields, each)) };
      },
    },
  });
}

/** A field with its value: a number, a text, one option, or a list of options. */
function shown(field: CustomField, { optionIds, number, text }: typeof noValue) {
  const chosen = field.options.filter(({ id }) => optionIds.includes(id)).map(({ id, value }) => ({ id, value }));
  const value = {
    SINGLE_SELECT: chosen[0] ?? null,
    MULTI_SELECT: chosen,
    NUMBER: number,
    TEXT: text,
  }[field.fieldType];
  return { id: field.id, name: field.name, field_type: field.fieldType.toLowerCase(), value };
}

function inputOf(fields: readonly CustomField[], { id, name, value }: Static<typeof given>): CustomFieldInput {
  const field = fields.find((each) =>
    id === undefined ? each.name.toLowerCase() === name?.trim().toLowerCase() : each.id === (id as CustomFieldId),
  );
  if (!field) throw new ValidationError({ custom_fields: [`has no field ${JSON.stringify(id ?? name ?? '')}`] });
  if (isSelect(field.fieldType)) {
    const options = Array.isArray(value) ? (value as unknown[]) : [value];
    return { fieldId: field.id, optionIds: options.filter(isThere).map((option) => optionOf(field, option)) };
  }
  if (!isThere(value)) return { fieldId: field.id };
  if (field.fieldType === 'NUMBER') return { fieldId: field.id, number: numberOf(field, value) };
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new ValidationError({ base: [`${field.name} must be a text`] });
  }
  return { fieldId: field.id, text: String(value) };
}

const isThere = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

function optionOf(field: CustomField, wanted: unknown): CustomFieldOptionId {
  // The output of an item is accepted as input.
  const key = typeof wanted === 'object' && wanted !== null && 'id' in wanted ? wanted.id : wanted;
  const option = field.options.find(({ id, value }) => String(id) === String(key) || value === key);
  if (!option) throw new ValidationError({ base: [`${field.name} has no such option`] });
  return option.id;
}

function numberOf(field: CustomField, value: unknown): number {
  const number = typeof value === 'number' ? value : Number(String(value).trim());
  if (!Number.isFinite(number)) throw new ValidationError({ base: [`${field.name} must be a number`] });
  return number;
}
