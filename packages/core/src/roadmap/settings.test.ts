import { describe, expect, test } from 'vitest';
import { dayOf, formatDay } from '../days.ts';
import { parseQuery, valuesOf } from '../query.ts';
import { columnsOf } from './columns.ts';
import { readTokens } from '../filters/address.ts';
import { filterArguments } from '../filters/arguments.ts';
import { windowOf } from './ranges.ts';
import {
  epicSorts,
  hasChosenRange,
  parseSort,
  readSettings,
  withCustomRange,
  withLabel,
  withRange,
  writeSettings,
} from './settings.ts';
import { bufferSizeOf } from './viewport.ts';

const read = (query: string, stored = '') => readSettings(parseQuery(query), parseQuery(stored));

describe('settings of the roadmap', () => {
  test('ten sort values', () => {
    const fields = ['START_DATE', 'END_DATE', 'TITLE', 'CREATED_AT', 'UPDATED_AT'];
    const all = fields.flatMap((field) => [`${field}_ASC`, `${field}_DESC`]);
    expect(epicSorts).toEqual(all);
    expect(all.map((sort) => read(`sort=${sort}`).sortedBy)).toEqual(all);
  });

  test('an unknown sort is the first', () => {
    expect(parseSort('WEIGHT_ASC')).toBe('START_DATE_ASC');
    expect(parseSort('start_date_desc')).toBe('START_DATE_DESC');
  });

  test('without a sort it is START_DATE_ASC', () => expect(read('').sortedBy).toBe('START_DATE_ASC'));

  test('milestones are shown unless show_milestones is false', () => {
    expect(read('').isShowingMilestones).toBe(true);
    expect(read('show_milestones=false').isShowingMilestones).toBe(false);
  });

  test('progress is shown unless show_progress is false', () => {
    expect(read('').isProgressTrackingActive).toBe(true);
    expect(read('show_progress=false').isProgressTrackingActive).toBe(false);
  });

  test('labels are hidden unless show_labels is true', () => {
    expect(read('').isShowingLabels).toBe(false);
    expect(read('show_labels=true').isShowingLabels).toBe(true);
  });

  test('RM-ST-07: bufferSize starts at 0', () => expect(read('').bufferSize).toBe(0));

  test('filterParams is text that reads back the same', () => {
    const settings = read('label_name[]=a%26b&search=x y&not[author_username]=ada');
    expect(settings.filterParams).toBeTypeOf('string');
    expect(filterArguments('epics', readTokens('epics', settings.filterParams))).toMatchObject({
      search: 'x y',
      labelName: ['a&b'],
      not: { authorUsername: 'ada' },
    });
  });

  test('all epics, weight and all milestones by default', () => {
    expect(read('')).toMatchObject({ epicsState: 'all', progressTracking: 'WEIGHT', milestonesType: 'ALL' });
  });

  test('progress and milestones_type in capitals, anything else is the default', () => {
    expect(read('progress=COUNT&milestones_type=PROJECT')).toMatchObject({
      progressTracking: 'COUNT',
      milestonesType: 'PROJECT',
    });
    expect(read('progress=count&milestones_type=x')).toMatchObject({
      progressTracking: 'WEIGHT',
      milestonesType: 'ALL',
    });
  });

  test('layout is the preset, where the range allows it', () => {
    expect(read('timeframe_range_type=THREE_YEARS&layout=MONTHS').presetType).toBe('MONTHS');
    expect(read('timeframe_range_type=CURRENT_QUARTER&layout=MONTHS').presetType).toBe('WEEKS');
  });

  test('another range brings its default preset', () => {
    const weeks = read('timeframe_range_type=CURRENT_YEAR&layout=WEEKS');
    expect(withRange(weeks, 'THREE_YEARS')).toMatchObject({
      timeframeRangeType: 'THREE_YEARS',
      presetType: 'QUARTERS',
    });
  });

  test('the same range again changes nothing', () => {
    const weeks = read('timeframe_range_type=CURRENT_YEAR&layout=WEEKS');
    expect(withRange(weeks, 'CURRENT_YEAR')).toBe(weeks);
  });

  test('a custom range replaces the preset range, in its own keys, until a range is chosen', () => {
    const own = read('timeframe_range_type=CURRENT_YEAR&range_from=2020-01-01&range_to=2029-12-31&layout=YEARS');
    expect(own).toMatchObject({ timeframeRangeType: 'CURRENT_YEAR', presetType: 'YEARS' });
    expect(readSettings(writeSettings(own))).toEqual(own);
    const range = own.customRange;
    expect(withRange(own, 'CURRENT_YEAR')).toMatchObject({ customRange: null, presetType: 'MONTHS' });
    expect(range && withCustomRange(read(''), range, 'QUARTERS')).toMatchObject({
      customRange: range,
      presetType: 'QUARTERS',
    });
    expect(read('range_from=2020-01-01&range_to=2029-12-31').presetType).toBe('YEARS');
  });

  test('a range in the address takes precedence over a stored custom range', () => {
    const stored = 'timeframe_range_type=CURRENT_YEAR&range_from=2020-01-01&range_to=2029-12-31&layout=YEARS';
    expect(read('', stored).customRange).not.toBeNull();
    expect(read('timeframe_range_type=THREE_YEARS', stored)).toMatchObject({
      customRange: null,
      presetType: 'QUARTERS',
    });
  });

  test('whether a range was chosen is read from the address and stored settings', () => {
    expect(hasChosenRange(parseQuery('state=all'), [])).toBe(false);
    expect(hasChosenRange(parseQuery('timeframe_range_type=CURRENT_QUARTER'), [])).toBe(true);
    expect(hasChosenRange([], parseQuery('range_from=2020-01-01'))).toBe(true);
  });

  test('lines for all rows are off unless show_dependencies is true', () => {
    expect(read('').isShowingDependencies).toBe(false);
    const lines = read('show_dependencies=true');
    expect(lines.isShowingDependencies).toBe(true);
    expect(readSettings(writeSettings(lines))).toEqual(lines);
  });

  test('a label is added to the filters and to the address', () => {
    const filtered = withLabel(read('search=x'), 'sig::node');
    expect(valuesOf(writeSettings(filtered), 'label_name[]')).toEqual(['sig::node']);
    expect(withLabel(filtered, 'sig::node')).toBe(filtered);
  });

  test('the address of settings reads back as the same settings', () => {
    const settings = read(
      'state=opened&sort=TITLE_DESC&timeframe_range_type=THREE_YEARS&layout=WEEKS&show_progress=false&progress=COUNT' +
        '&show_milestones=false&milestones_type=GROUP&show_labels=true&epicIid=4&search=x&label_name[]=a&or[author_username]=bo',
    );
    expect(readSettings(writeSettings(settings))).toEqual(settings);
  });

  test('the last choice applies where the address has no value, except for filters', () => {
    const settings = read(
      'sort=TITLE_ASC',
      'sort=END_DATE_ASC&timeframe_range_type=THREE_YEARS&layout=MONTHS&search=x&epicIid=3',
    );
    expect(settings).toMatchObject({
      sortedBy: 'TITLE_ASC',
      timeframeRangeType: 'THREE_YEARS',
      presetType: 'MONTHS',
      filterParams: '',
      epicIid: null,
    });
  });
});

test('RX-OP-03: an address that names one documented setting gets stored values, then the documented defaults, for the others', () => {
  const named = {
    state: 'opened',
    sort: 'TITLE_DESC',
    timeframe_range_type: 'CURRENT_YEAR',
    range_from: '2026-01-05',
    layout: 'WEEKS',
    progress: 'COUNT',
    show_progress: 'false',
    milestones_type: 'GROUP',
    show_milestones: 'false',
    show_labels: 'true',
  };
  const defaults = {
    state: 'all',
    sort: 'START_DATE_ASC',
    timeframe_range_type: 'CURRENT_QUARTER',
    layout: 'WEEKS',
    progress: 'WEIGHT',
    show_progress: 'true',
    milestones_type: 'ALL',
    show_milestones: 'true',
    show_labels: 'false',
  };
  const kept = {
    state: 'closed',
    sort: 'END_DATE_DESC',
    progress: 'COUNT',
    show_progress: 'false',
    milestones_type: 'PROJECT',
    show_milestones: 'false',
    show_labels: 'true',
  };
  for (const [key, value] of Object.entries(named)) {
    const end = key === 'range_from' ? '&range_to=2026-02-01' : '';
    const written = (stored: string) =>
      Object.fromEntries(writeSettings(read(`${key}=${value}${end}`, stored)).map(([name, text]) => [name, text]));
    // Another range brings its own layout.
    const own = { [key]: value, ...(key === 'timeframe_range_type' && { layout: 'MONTHS' }) };
    expect([key, written('')]).toMatchObject([key, { ...defaults, ...own }]);
    const rest = Object.entries(kept)
      .map((pair) => pair.join('='))
      .join('&');
    expect([key, written(rest)]).toMatchObject([key, { ...defaults, ...kept, ...own }]);
    // The others are off, regardless of stored settings.
    expect(written('group_by=HEALTH&color_by=HEALTH&density=COMPACT')).not.toHaveProperty('group_by');
  }
});

test('the local settings, with the timeframe as a list of dates and a whole number of rows', () => {
  const settings = readSettings(parseQuery('label_name[]=bug&sort=TITLE_DESC&state=opened'));
  expect(settings).toMatchObject({
    filterParams: 'label_name[]=bug',
    sortedBy: 'TITLE_DESC',
    epicsState: 'opened',
    timeframeRangeType: 'CURRENT_QUARTER',
    presetType: 'WEEKS',
    progressTracking: 'WEIGHT',
    isProgressTrackingActive: true,
    milestonesType: 'ALL',
    isShowingMilestones: true,
    isShowingLabels: false,
    bufferSize: 0,
  });
  for (const name of ['isProgressTrackingActive', 'isShowingMilestones', 'isShowingLabels'] as const)
    expect(typeof settings[name]).toBe('boolean');
  expect(bufferSizeOf(901, 48, 196)).toSatisfy(Number.isInteger);
  const window = windowOf(settings.timeframeRangeType, dayOf(2026, 2, 17), settings.presetType);
  const timeframe = columnsOf(window, settings.presetType, 0).map(({ start }) => formatDay(start));
  expect(timeframe.length).toBeGreaterThan(12);
  for (const date of timeframe) expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(timeframe.toSorted()).toEqual(timeframe);
});
