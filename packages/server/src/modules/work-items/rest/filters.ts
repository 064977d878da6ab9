import type { FilterList, RestType, Condition } from '@milepost/core/filters/types';
import { descriptionOf, filtersOf, typeOf, type ListFilter } from '@milepost/core/filters/table';
import { healthStatuses, NO_HEALTH } from '@milepost/core/work-items';
import { Type, type TProperties, type TSchema } from 'typebox';
import { idInput, InputError } from '../../../platform/rest/input.ts';
import { readFields } from '../filter/read.ts';
import type { FilterFields, Given } from '../sockets.ts';

const wildcards = ['None', 'Any', 'none', 'any'];
const anyWildcard = Type.Enum(wildcards);

const schemas: Readonly<Record<RestType, (filter: ListFilter, description: { description?: string }) => TSchema>> = {
  text: (_filter, description) => Type.String(description),
  texts: (_filter, description) => Type.Array(Type.String(), description),
  id: (_filter, description) => idInput(description),
  idOrWildcard: (_filter, description) => Type.Union([idInput(), anyWildcard], description),
  numberOrWildcard: (_filter, description) => Type.Union([Type.Integer(), anyWildcard], description),
  flag: (_filter, description) => Type.Boolean(description),
  choice: ({ type }, description) => Type.Enum(type.kind === 'choice' ? Object.keys(type.values) : [], description),
  health: (_filter, description) => Type.Enum([...healthStatuses, ...wildcards, NO_HEALTH], description),
};

/** The filter parameters of a REST list, or of its `not`. */
export function filterParameters(list: FilterList, condition: Condition): TProperties {
  const parameters = filtersOf(list).flatMap((filter) =>
    Object.entries(filter[condition]?.rest ?? {}).map(([name, described]) => {
      const description = descriptionOf(described);
      const schema = schemas[typeOf(described)](filter, description === undefined ? {} : { description });
      return [name, Type.Optional(schema)] as const;
    }),
  );
  return Object.fromEntries(parameters);
}

/** Reads the filters from the parameters of a REST list. Throws InputError for two parameters of one filter of issues. */
export function restFields(list: FilterList, condition: Condition, input: Given): FilterFields {
  for (const filter of list === 'issues' ? filtersOf(list) : []) {
    const given = Object.keys(filter[condition]?.rest ?? {}).filter((name) => input[name] !== undefined);
    if (given.length > 1) throw new InputError([`${given.join(', ')} are mutually exclusive`]);
  }
  return readFields(list, condition, input, 'rest');
}
