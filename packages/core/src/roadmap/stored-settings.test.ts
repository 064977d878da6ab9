import { expect, test } from 'vitest';
import { parseQuery } from '../query.ts';
import { storedSettingsDiff, storedSettingsOf, mergeStored, queryOfStored } from './stored-settings.ts';
import { storedSettingsProblems } from './stored/problems.ts';
import { readSettings } from './settings.ts';

const keptFrom = (address: string) => storedSettingsOf(readSettings(parseQuery(address)));

test('stored settings read back the same, without filters', () => {
  const address = 'timeframe_range_type=THREE_YEARS&layout=MONTHS&show_labels=true&label_name[]=a&epicIid=3';
  const settings = readSettings(parseQuery(address));
  const kept = storedSettingsOf(settings);
  expect(readSettings(queryOfStored(kept))).toEqual({ ...settings, filterParams: '', epicIid: null });
});

test('two open pages do not undo each other: only differences are sent', () => {
  const start = keptFrom('');
  const labels = storedSettingsDiff(start, keptFrom('show_labels=true'));
  const closed = storedSettingsDiff(start, keptFrom('state=closed'));
  expect(labels).toEqual({ show_labels: 'true' });
  const both = mergeStored(mergeStored(start, labels), closed);
  expect(both).toMatchObject({ show_labels: 'true', state: 'closed' });
  expect(storedSettingsDiff(both, { ...both })).toEqual({});
});

test('what no longer fits together falls back', () => {
  const months = mergeStored({}, { timeframe_range_type: 'THREE_YEARS', layout: 'MONTHS' });
  expect(mergeStored(months, { timeframe_range_type: 'CURRENT_QUARTER' })).toMatchObject({ layout: 'WEEKS' });
  expect(mergeStored({}, {})).toEqual({});
});

test('only known keys with possible values are taken', () => {
  const kept = keptFrom('timeframe_range_type=THREE_YEARS');
  expect(storedSettingsProblems({ layout: 'MONTHS', show_labels: 'true', sort: 'TITLE_DESC' }, kept)).toBeNull();
  expect(storedSettingsProblems({ layout: 'QUARTERS' }, {})).toBeNull();
  expect(storedSettingsProblems({ layout: 'DECADES' }, kept)).toEqual({ layout: ['is invalid'] });
  expect(storedSettingsProblems({ password: 'x', search: 'y' }, kept)).toEqual({
    password: ['is invalid'],
    search: ['is invalid'],
  });
  expect(storedSettingsProblems({ layout: null }, kept)).toBeNull();
  for (const nonsense of [null, 'x', [], { layout: 3 }, { layout: 'x'.repeat(301) }]) {
    expect(storedSettingsProblems(nonsense, kept)).toEqual({ settings: ['must be an object of texts'] });
  }
});
