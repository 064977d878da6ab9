import type { CustomFieldId, CustomFieldOptionId } from '@milepost/core/ids';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import type { FilterWord } from '../work-items/sockets.ts';

/** A select field, by id or by name, and its options, by id or by value. */
export interface CustomFieldCondition {
  fieldId?: CustomFieldId | undefined;
  fieldName?: string | undefined;
  optionIds: readonly CustomFieldOptionId[];
  optionValues: readonly string[];
}

declare module '../work-items/sockets.ts' {
  interface FilterFields {
    /** All conditions apply; an item must have all options of one, with `or` any and with `not` none. */
    customFields?: readonly CustomFieldCondition[];
  }
}

/** `custom-field[7]:3`: has these options in the field. An archived or unknown field matches nothing. */
export const customFieldFilter: FilterWord = {
  name: 'customField',
  feature: 'custom_fields',
  fromGraphql: ({ customField }) => ({ customFields: conditionsOf(customField as readonly SentCondition[]) }),
  conditions({ customFields = [] }, operator) {
    const conditions = customFields.filter(({ optionIds, optionValues }) => optionIds.length + optionValues.length > 0);
    return conditions.flatMap((condition) => {
      if (operator !== 'is') return negatedIf(has(condition), operator === 'not');
      const { optionIds, optionValues, ...field } = condition;
      return [
        ...optionIds.map((id) => has({ ...field, optionIds: [id], optionValues: [] })),
        ...optionValues.map((value) => has({ ...field, optionIds: [], optionValues: [value] })),
      ];
    });
  },
};

/** A condition as clients send it. */
interface SentCondition {
  customFieldId?: string | null;
  customFieldName?: string | null;
  selectedOptionIds?: readonly string[] | null;
  selectedOptionValues?: readonly string[] | null;
}

function conditionsOf(sent: readonly SentCondition[]): CustomFieldCondition[] {
  return sent.map((each) => ({
    fieldId: each.customFieldId ? readGlobalId<'CustomField'>(each.customFieldId, 'Issuables::CustomField') : undefined,
    fieldName: each.customFieldName ?? undefined,
    optionIds: (each.selectedOptionIds ?? []).map((id) =>
      readGlobalId<'CustomFieldOption'>(id, 'Issuables::CustomFieldSelectOption'),
    ),
    optionValues: each.selectedOptionValues ?? [],
  }));
}

function negatedIf(condition: RawBuilder<SqlBool>, isNegated: boolean): RawBuilder<SqlBool>[] {
  return [isNegated ? sql<SqlBool>`(NOT ${condition})` : condition];
}

/** Has any of the options. The options are looked up once: per item they would be read again each time. */
function has(condition: CustomFieldCondition): RawBuilder<SqlBool> {
  const { fieldId, fieldName = '', optionIds, optionValues } = condition;
  const isField = fieldId === undefined ? sql`lower(f.name) = ${fieldName.toLowerCase()}` : sql`f.id = ${fieldId}`;
  const values = optionValues.map((value) => value.toLowerCase());
  const [only] = optionIds;
  // The planner knows the frequency of a single option, but assumes that a list of unknown length is long.
  const isOption =
    optionIds.length === 1 && values.length === 0
      ? sql`= (${optionsWhere(isField, sql`o.id = ${only}`)})`
      : sql`= ANY(ARRAY(${optionsWhere(
          isField,
          sql`(o.id = ANY(${optionIds}::bigint[]) OR lower(o.value) = ANY(${values}::text[]))`,
        )}))`;
  return sql<SqlBool>`EXISTS (SELECT FROM work_item_custom_field_options v
    WHERE v.work_item_id = w.id AND v.option_id ${isOption})`;
}

function optionsWhere(isField: RawBuilder<unknown>, isOption: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT o.id FROM custom_fields f JOIN custom_field_options o ON o.custom_field_id = f.id
    WHERE ${isField} AND f.archived_at IS NULL AND ${isOption}`;
}
