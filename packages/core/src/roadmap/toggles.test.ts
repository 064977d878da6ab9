import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';
import { parseQuery } from '../query.ts';
import { hasFilter, withoutSummaryFilters, withToggled } from './toggles.ts';

const overdue = { type: 'signal', value: { operator: 'is', data: 'OVERDUE' } } as const;

test('a toggle adds its filter to those that are set, and removes it again', () => {
  const settings = readSettings(parseQuery('label_name[]=api&signal[]=STALE'));
  const on = withToggled(settings, overdue);
  expect(hasFilter(settings, overdue)).toBe(false);
  expect(hasFilter(on, overdue)).toBe(true);
  expect(parseQuery(on.filterParams).filter(([key]) => key === 'signal[]')).toEqual([
    ['signal[]', 'STALE'],
    ['signal[]', 'OVERDUE'],
  ]);
  expect(withToggled(on, overdue).filterParams).toBe(settings.filterParams);
});

test('the list of the summary has all filters but its own', () => {
  const settings = readSettings(
    parseQuery('label_name[]=api&signal[]=STALE&health_status[]=NONE&not[signal][]=BEHIND'),
  );
  expect(parseQuery(withoutSummaryFilters(settings).filterParams)).toEqual([
    ['label_name[]', 'api'],
    ['not[signal][]', 'BEHIND'],
  ]);
});
