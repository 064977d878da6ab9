import { expect, test } from 'vitest';
import { parseQuery } from '../query.ts';
import { changeBetween, keptOf, keptProblems, mergeKept, queryOfKept } from './kept-settings.ts';
import { readSettings } from './settings.ts';

const keptFrom = (address: string) => keptOf(readSettings(parseQuery(address)));

test('what is kept is read back the same, and filters are not kept', () => {
  const address = 'timeframe_range_type=THREE_YEARS&layout=MONTHS&show_labels=true&label_name[]=a&epicIid=3';
  const settings = readSettings(parseQuery(address));
  const kept = keptOf(settings);
  expect(readSettings(queryOfKept(kept))).toEqual({ ...settings, filterParams: '', epicIid: null });
});

test('two open pages do not undo each other: only what is different is put in place', () => {
  const start = keptFrom('');
  const labels = changeBetween(start, keptFrom('show_labels=true'));
  const closed = changeBetween(start, keptFrom('state=closed'));
  expect(labels).toEqual({ show_labels: 'true' });
  const both = mergeKept(mergeKept(start, labels), closed);
  expect(both).toMatchObject({ show_labels: 'true', state: 'closed' });
  expect(changeBetween(both, { ...both })).toEqual({});
});

test('what no longer fits together falls back', () => {
  const months = mergeKept({}, { timeframe_range_type: 'THREE_YEARS', layout: 'MONTHS' });
  expect(mergeKept(months, { timeframe_range_type: 'CURRENT_QUARTER' })).toMatchObject({ layout: 'WEEKS' });
  expect(mergeKept({}, {})).toEqual({});
});

test('only known keys with possible values are taken', () => {
  const kept = keptFrom('timeframe_range_type=THREE_YEARS');
  expect(keptProblems({ layout: 'MONTHS', show_labels: 'true', sort: 'TITLE_DESC' }, kept)).toBeNull();
  expect(keptProblems({ layout: 'QUARTERS' }, {})).toBeNull();
  expect(keptProblems({ layout: 'DECADES' }, kept)).toEqual({ layout: ['is invalid'] });
  expect(keptProblems({ password: 'x', search: 'y' }, kept)).toEqual({
    password: ['is invalid'],
    search: ['is invalid'],
  });
  expect(keptProblems({ layout: null }, kept)).toBeNull();
  for (const nonsense of [null, 'x', [], { layout: 3 }, { layout: 'x'.repeat(101) }]) {
    expect(keptProblems(nonsense, kept)).toEqual({ settings: ['must be an object of texts'] });
  }
});
