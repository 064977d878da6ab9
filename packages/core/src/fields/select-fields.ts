import type { WorkItemType } from '../work-items.ts';

/** A field of items whose value is one of a fixed list. */
interface SelectField {
  /** The types of items that have it. */
  types: readonly WorkItemType[];
  /** In ascending order. The first is the default. */
  values: readonly string[];
  /** Description in both APIs. */
  description: string;
}

/**
 * The select fields of items, each named by one lowercase word. A field is an entry here, a column of `work_items` of the same
 * name, an entry in the table of filters, and its texts and icons on the web (modules/work-items/select-fields). The APIs, quick
 * actions, system notes, webhooks, imports, CSV, forms, list columns and roadmap marks are derived from this table.
 */
export const selectFields = {
  risk: {
    types: ['epic'],
    values: ['none', 'low', 'medium', 'high'],
    description: 'How likely the epic is to miss its goal or its dates',
  },
} as const satisfies Record<string, SelectField>;

export type SelectFieldName = keyof typeof selectFields;

/** The value of each select field. */
export type SelectValues = { [Name in SelectFieldName]: (typeof selectFields)[Name]['values'][number] };

/** Values of some select fields, null or undefined if not given. */
export type GivenSelects = { [Name in SelectFieldName]?: SelectValues[Name] | null | undefined };

export const selectFieldNames = Object.keys(selectFields) as readonly SelectFieldName[];

/** The select fields that items of any of these types have. */
export function selectFieldsOf(...types: readonly WorkItemType[]): readonly SelectFieldName[] {
  return selectFieldNames.filter((name) => selectFields[name].types.some((type) => types.includes(type)));
}

/** The description of a field in both APIs. */
export const selectDescription = (name: SelectFieldName): string =>
  `Milepost extension. ${selectFields[name].description}.`;

/** The values of the select fields that items of a type have, picked from an item. */
export function selectValuesOf(type: WorkItemType, item: Readonly<SelectValues>): Partial<SelectValues> {
  return Object.fromEntries(selectFieldsOf(type).map((name) => [name, item[name]]));
}

/** The values that are given, picked from an input. */
export function givenSelects(input: Readonly<GivenSelects>): Partial<SelectValues> {
  const given = selectFieldNames.map((name) => [name, input[name]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== null));
}

/** The default value of a field. */
export const unsetValueOf = <Name extends SelectFieldName>(name: Name): SelectValues[Name] =>
  selectFields[name].values[0];

/** The default values of all fields. */
export const unsetSelects = Object.fromEntries(
  selectFieldNames.map((name) => [name, unsetValueOf(name)]),
) as SelectValues;
