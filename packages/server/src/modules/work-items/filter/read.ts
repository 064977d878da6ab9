import { filtersOf } from '@milepost/core/filters/table';
import type { Condition, FilterList } from '@milepost/core/filters/types';
import { pluggedFilters, type FilterFields, type Given } from '../sockets.ts';

/**
 * Reads the filters from the arguments of a GraphQL list or the parameters of a REST list: each filter of the table reads its
 * own.
 */
export function readFields(
  list: FilterList,
  condition: Condition,
  input: Given,
  api: 'graphql' | 'rest',
): FilterFields {
  const fields: Record<string, unknown> = {};
  if (Object.keys(input).length === 0) return fields;
  for (const filter of filtersOf(list)) {
    const described = filter[condition]?.[api];
    if (!described) continue;
    const names = Object.keys(described).filter((name) => !isEmpty(input[name]));
    if (names.length === 0) continue;
    const word = pluggedFilters.find(({ name }) => name === filter.name);
    if (!word) continue;
    const given = Object.fromEntries(names.map((name) => [name, input[name]]));
    const read = api === 'graphql' ? word.fromGraphql?.(given, condition) : word.fromRest?.(given, condition);
    Object.assign(fields, withoutEmpty(read ?? inCamelCase(given)));
  }
  return fields;
}

/** Leaves out empty values: null, undefined, empty texts and lists. */
export function withoutEmpty<Fields extends object>(
  fields: Fields,
): { [Field in keyof Fields]?: NonNullable<Fields[Field]> } {
  const given = Object.entries(fields).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(given) as { [Field in keyof Fields]?: NonNullable<Fields[Field]> };
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function inCamelCase(given: Given): Given {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}
