import type { Operator } from '../filter-bar/tokens.ts';
import { filterDefinitions, type FilterName } from './definitions.ts';
import { conditions, type Condition, type FilterDefinition, type FilterList, type ListDefinition } from './types.ts';

export const operatorOf = { is: 'is', not: 'is not', or: 'or' } as const satisfies Record<Condition, Operator>;

/** A filter of one list. */
export interface ListFilter extends ListDefinition {
  name: FilterName;
  key: string;
  type: FilterDefinition['type'];
  offeredWith: FilterDefinition['offeredWith'];
}

const tables: Readonly<Record<FilterList, readonly ListFilter[]>> = {
  epics: tableOf('epics'),
  issues: tableOf('issues'),
};

/** The filters of a list, in the order of URL parameters. */
export const filtersOf = (list: FilterList): readonly ListFilter[] => tables[list];

/** The filters that have tokens, in the order of the menu. */
export function menuOf(list: FilterList): ListFilter[] {
  const shown = tables[list].filter(({ menu }) => menu !== undefined);
  return shown.toSorted((one, other) => (one.menu ?? 0) - (other.menu ?? 0));
}

/** The operators that tokens of a filter have. */
export function operatorsOf(filter: ListFilter): Operator[] {
  return conditions.filter((condition) => filter[condition]?.values).map((condition) => operatorOf[condition]);
}

/** The arguments that pages send to the GraphQL list for a condition, with their types. */
export function sentArguments(filter: ListFilter, condition: Condition): (readonly [name: string, type: string])[] {
  const { values, graphql = {} } = filter[condition] ?? {};
  if (!values && filter.name !== 'customField') return [];
  const all = Object.entries(graphql).map(([name, described]) => [name, typeOf(described)] as const);
  return all.slice(0, filter.type.kind === 'id' && filter.type.orText && condition === 'is' ? 2 : 1);
}

export const typeOf = <Type extends string>(described: Type | readonly [Type, string]): Type =>
  typeof described === 'string' ? described : described[0];

export const descriptionOf = (described: string | readonly [string, string]): string | undefined =>
  typeof described === 'string' ? undefined : described[1];

function tableOf(list: FilterList): ListFilter[] {
  return Object.entries<FilterDefinition>(filterDefinitions).flatMap(
    ([name, { key = '', type, offeredWith, ...lists }]) => {
      const own = lists[list];
      return own ? [{ ...own, name: name as FilterName, key: own.key ?? key, type, offeredWith }] : [];
    },
  );
}
