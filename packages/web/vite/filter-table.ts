import type { Plugin } from 'vite';
import { filterDefinitions } from '../../core/src/filters/definitions.ts';
import { filtersOf, sentArguments, type ListFilter } from '../../core/src/filters/table.ts';
import {
  conditions,
  filterLists,
  type Condition,
  type FilterDefinition,
  type FilterList,
} from '../../core/src/filters/types.ts';

const TABLE = '/core/src/filters/definitions.ts';

/**
 * Reduces the table of filters to what pages read: REST parameters, descriptions, and arguments that only other clients send are
 * left out. The table is part of the script that runs before the first paint of a roadmap, and half of it is for the server.
 */
export function filterTable(): Plugin {
  let isFound = false;
  return {
    name: 'milepost:filter-table',
    apply: 'build',
    transform(_code, id) {
      if (!id.endsWith(TABLE)) return null;
      isFound = true;
      return { code: `export const filterDefinitions = ${JSON.stringify(tableForPages())};`, map: null };
    },
    buildEnd(error) {
      if (!error && !isFound) this.error(`No module's path ends with ${TABLE}: the plugin filterTable is out of date`);
    },
  };
}

/** The table without what pages do not read, in the same order. `JSON.stringify` leaves out what is undefined. */
export function tableForPages(): object {
  return Object.fromEntries(
    Object.entries<FilterDefinition>(filterDefinitions).flatMap(([name, definition]) => {
      const lists = filterLists.map((list) => [list, listForPages(list, name)] as const);
      const isRead = lists.some(([, list]) => list !== undefined);
      return isRead ? [[name, { ...definition, ...Object.fromEntries(lists) }]] : [];
    }),
  );
}

/** Undefined if no address can name the filter in this list. */
function listForPages(list: FilterList, name: string): object | undefined {
  const filter = filtersOf(list).find((each) => each.name === name);
  if (!filter || !conditions.some((condition) => filter[condition]?.values)) return undefined;
  const own = conditions.map((condition) => [condition, conditionForPages(filter, condition)]);
  return { ...filter, ...Object.fromEntries(own), name: undefined, type: undefined, offeredWith: undefined };
}

function conditionForPages(filter: ListFilter, condition: Condition): object | undefined {
  const values = filter[condition]?.values;
  return values && { values, graphql: Object.fromEntries(sentArguments(filter, condition)) };
}
