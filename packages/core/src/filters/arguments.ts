import type { FilterToken } from '../filter-bar/tokens.ts';
import { customFieldArguments } from './custom-fields.ts';
import { chosenValues, wildcardIn } from './address.ts';
import type { filterDefinitions } from './definitions.ts';
import { filtersOf, sentArguments, type ListFilter } from './table.ts';
import { conditions, type ArgumentTypes, type Condition, type FilterList } from './types.ts';

type Definitions = typeof filterDefinitions;
type ListsOf<List extends FilterList> = Extract<Definitions[keyof Definitions], Record<List, unknown>>[List];
type GraphqlOf<List extends FilterList, When extends Condition> = Extract<
  ListsOf<List>,
  Record<When, { graphql: object }>
>[When]['graphql'];
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Sent<Type> = Type extends readonly [infer Own, string]
  ? Sent<Own>
  : Type extends keyof ArgumentTypes
    ? ArgumentTypes[Type]
    : Type extends `[${infer Own}!]`
      ? Sent<Own>[]
      : Type extends `[${infer Own}]`
        ? Sent<Own>[]
        : never;
type Arguments<List extends FilterList, When extends Condition> = {
  -readonly [Name in keyof Intersection<GraphqlOf<List, When>>]?: Sent<Intersection<GraphqlOf<List, When>>[Name]>;
};

/** The filter arguments of a list in the GraphQL API. */
export type FilterArguments<List extends FilterList> = Arguments<List, 'is'> & {
  not?: Arguments<List, 'not'>;
  or?: Arguments<List, 'or'>;
};

/** The arguments for these tokens. Pages add filters by namespace themselves. */
export function filterArguments<List extends FilterList>(
  list: List,
  tokens: readonly FilterToken[],
): FilterArguments<List> {
  const sent: Record<Condition, Record<string, unknown>> = { is: {}, not: {}, or: {} };
  for (const filter of filtersOf(list)) {
    // Pages pass the one namespace on themselves.
    const own = filter.scope === 'namespace' ? conditions.filter((condition) => condition !== 'is') : conditions;
    for (const condition of own) Object.assign(sent[condition], argumentsFor(filter, condition, tokens));
  }
  const { is, not, or } = sent;
  const customField = customFieldArguments(tokens.map(({ type, value }) => [type, value.data] as const));
  return {
    ...is,
    ...(customField.length > 0 && { customField }),
    ...(Object.keys(not).length > 0 && { not }),
    ...(Object.keys(or).length > 0 && { or }),
  } as FilterArguments<List>;
}

function argumentsFor(
  filter: ListFilter,
  condition: Condition,
  tokens: readonly FilterToken[],
): Readonly<Record<string, unknown>> {
  const values = chosenValues(filter, condition, tokens);
  if (filter.name === 'customField') return {};
  const [first, second] = sentArguments(filter, condition);
  if (!first) return {};
  const [name, type] = first;
  const isList = type.startsWith('[');
  if (values.length === 0) {
    return condition === 'is' && filter.initial ? { [name]: isList ? [] : '' } : {};
  }
  if (second && !values.every(isNumber)) return { [second[0]]: values.at(-1) };
  const sent = values.flatMap((value) => sentValue(filter, value, isList));
  if (sent.length === 0) return {};
  return { [name]: isList ? sent : sent.at(-1) };
}

/** A value as a GraphQL argument; undefined for a wildcard that an enum does not have. */
function sentValue(filter: ListFilter, value: string, isList: boolean): unknown[] {
  const { type } = filter;
  switch (type.kind) {
    case 'flag':
      return [value === 'yes'];
    case 'id':
      return [wildcardIn(filter, value) ?? `gid://gitlab/${type.of}/${value}`];
    case 'choice': {
      const named = type.values[value];
      if (named !== undefined) return [named];
      return isList ? [] : [value.toUpperCase()];
    }
    case 'name':
      return [{ name: value }];
    default:
      return [value];
  }
}

const isNumber = (value: string): boolean => /^\d+$/.test(value);
