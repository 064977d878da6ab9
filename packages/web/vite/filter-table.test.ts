import type { FilterDefinition } from '@milepost/core/filters/types';
import { filterDefinitions } from '@milepost/core/filters/definitions';
import { filtersOf, sentArguments, type ListFilter } from '@milepost/core/filters/table';
import { conditions, filterLists } from '@milepost/core/filters/types';
import { expect, test } from 'vitest';
import { tableForPages } from './filter-table.ts';

const table = JSON.parse(JSON.stringify(tableForPages())) as Record<string, FilterDefinition>;
/** A filter that the table keeps for a list, as `filtersOf` would return it. */
const keptFilter = (list: (typeof filterLists)[number], { name }: ListFilter): ListFilter | undefined => {
  const { key = '', type, offeredWith, ...lists } = table[name] ?? { type: { kind: 'text' } };
  const own = lists[list];
  return own && { ...own, name, key: own.key ?? key, type, offeredWith };
};

test('the table of the pages reads, prints and sends every filter of an address as the whole table does', () => {
  for (const list of filterLists) {
    for (const filter of filtersOf(list)) {
      const kept = keptFilter(list, filter);
      const named = conditions.filter((condition) => filter[condition]?.values);
      expect([filter.name, kept !== undefined]).toEqual([filter.name, named.length > 0]);
      if (!kept) continue;
      const { is: _is, not: _not, or: _or, ...facts } = filter;
      expect(kept).toMatchObject(JSON.parse(JSON.stringify(facts)) as object);
      expect(conditions.filter((condition) => kept[condition])).toEqual(named);
      for (const condition of named) {
        expect(kept[condition]?.values).toBe(filter[condition]?.values);
        expect(sentArguments(kept, condition)).toEqual(sentArguments(filter, condition));
      }
    }
  }
});

test('the table of the pages has the order of the whole table, and neither REST parameters nor descriptions', () => {
  expect(Object.keys(table)).toEqual(Object.keys(filterDefinitions).filter((name) => name in table));
  // Only other clients send it.
  expect(filterDefinitions).toHaveProperty('release');
  expect(table).not.toHaveProperty('release');
  const text = JSON.stringify(table);
  expect(text).not.toContain('"rest"');
  for (const description of ['Titles separated by commas', 'In one of these iterations', 'Epics with an issue']) {
    expect(JSON.stringify(filterDefinitions)).toContain(description);
    expect(text).not.toContain(description);
  }
});
