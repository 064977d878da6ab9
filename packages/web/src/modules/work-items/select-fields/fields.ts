import {
  type GivenSelects,
  type SelectFieldName,
  selectFieldNames,
  selectFields,
  selectFieldsOf,
  type SelectValues,
  unsetValueOf,
} from '@milepost/core/fields/select-fields';
import { defineMessage, type IntlShape, type MessageDescriptor } from 'react-intl';
import { graphql } from '../../../gen/gql.ts';
import type { PickerOption } from '../../../ui/overlay/Picker.tsx';
import type { Tone } from '../../../ui/text/Badge.tsx';

// Documents that show epics name it; a new field is added here alone.
graphql(`
  fragment EpicSelectFields on Epic {
    risk
  }
`);

/** The titles of a select field and its values, and the tone of each value. */
type SelectLooks = {
  readonly [Name in SelectFieldName]: {
    title: MessageDescriptor;
    values: Readonly<Record<SelectValues[Name], { title: MessageDescriptor; tone: Tone }>>;
  };
};

export const selectLooks: SelectLooks = {
  risk: {
    title: defineMessage({ id: 'selectFields.risk', defaultMessage: 'Risk' }),
    values: {
      none: { title: defineMessage({ id: 'selectFields.risk.none', defaultMessage: 'None' }), tone: 'neutral' },
      low: { title: defineMessage({ id: 'selectFields.risk.low', defaultMessage: 'Low' }), tone: 'success' },
      medium: { title: defineMessage({ id: 'selectFields.risk.medium', defaultMessage: 'Medium' }), tone: 'warning' },
      high: { title: defineMessage({ id: 'selectFields.risk.high', defaultMessage: 'High' }), tone: 'danger' },
    },
  },
};

/** The select fields of epics, for lists and the roadmap. */
export const epicSelectFields = selectFieldsOf('epic');

/** Titles of the fields by name, for filters and columns. */
export const selectTitles = Object.fromEntries(
  selectFieldNames.map((name) => [name, selectLooks[name].title]),
) as Readonly<Record<SelectFieldName, MessageDescriptor>>;

/** Titles of the values by `field.value`, for filters. */
export const selectChoices: Readonly<Record<string, MessageDescriptor>> = Object.fromEntries(
  selectFieldNames.flatMap((name) =>
    Object.entries(selectLooks[name].values).map(([value, { title }]) => [`${name}.${value}`, title]),
  ),
);

/** Values of select fields as GraphQL has them: `HIGH`. */
export type SentSelects = { readonly [Name in SelectFieldName]?: Uppercase<SelectValues[Name]> };

/** The value of a field; undefined if there is none. */
export function chosenValue<Name extends SelectFieldName>(
  item: SentSelects,
  name: Name,
): SelectValues[Name] | undefined {
  const values: readonly SelectValues[Name][] = selectFields[name].values;
  return values.find((value) => value.toUpperCase() === item[name] && value !== unsetValueOf(name));
}

/** Values of select fields as REST has them: `high`. */
export function readSelects(sent: SentSelects): GivenSelects {
  return Object.fromEntries(Object.entries(sent).map(([name, value]: [string, string]) => [name, value.toLowerCase()]));
}

/** The options of a field in a list. */
export function selectOptions(
  name: SelectFieldName,
  { formatMessage }: Pick<IntlShape, 'formatMessage'>,
): PickerOption[] {
  const { values } = selectLooks[name];
  return selectFields[name].values.map((value) => ({ value, title: formatMessage(values[value].title) }));
}
