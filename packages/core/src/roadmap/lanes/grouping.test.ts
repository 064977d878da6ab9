import { describe, expect, test } from 'vitest';
import { parseQuery } from '../../query.ts';
import { laneKeyOf, parseLaneKey } from './lane-keys.ts';
import { readSettings, writeSettings } from '../settings.ts';
import { mergeStored } from '../stored-settings.ts';
import { storedSettingsProblems } from '../stored/problems.ts';

const read = (address: string) => {
  const { groupBy, thenBy, isShowingEmptyLanes } = readSettings(parseQuery(address));
  return [groupBy, thenBy, isShowingEmptyLanes];
};

describe('grouping in the address', () => {
  test('RX-PL-01, RX-PL-04: one or two levels; unknown, equal and lone second keys count as absent', () => {
    const keys = [
      'SUBGROUP',
      'LABEL:stage',
      'MILESTONE',
      'ITERATION',
      'ASSIGNEE',
      'AUTHOR',
      'HEALTH',
      'STATUS',
      'PARENT',
    ];
    for (const key of [...keys, 'FIELD:12']) expect(read(`group_by=${key}`)).toEqual([key, null, false]);
    for (const key of ['NONE', 'COLOR', 'LABEL:', 'FIELD:x', '', 'health']) {
      expect(read(`group_by=${key}&then_by=HEALTH`)).toEqual([null, null, false]);
      expect(read(`group_by=AUTHOR&then_by=${key}`)).toEqual(['AUTHOR', null, false]);
    }
    expect(read('group_by=LABEL:a::b&then_by=HEALTH&show_empty_lanes=true')).toEqual(['LABEL:a::b', 'HEALTH', true]);
    expect(read('group_by=LABEL:stage&then_by=LABEL:Stage')).toEqual(['LABEL:stage', null, false]);
    expect(read('then_by=HEALTH')).toEqual([null, null, false]);
  });

  test('RX-PL-03: an address without lanes is written as before, one with lanes reads back the same', () => {
    const written = (address: string) => writeSettings(readSettings(parseQuery(address)));
    expect(written('').map(([key]) => key)).not.toContain('group_by');
    const address = 'group_by=LABEL:stage&then_by=FIELD:7&show_empty_lanes=true';
    expect(written(address)).toEqual(expect.arrayContaining([...parseQuery(address)]));
    expect(readSettings(written(address))).toEqual(readSettings(parseQuery(address)));
  });

  test('lanes are stored per viewer; a second level is refused only if it is unknown', () => {
    const kept = mergeStored({}, { group_by: 'AUTHOR', then_by: 'HEALTH' });
    expect(kept).toMatchObject({ group_by: 'AUTHOR', then_by: 'HEALTH' });
    expect(mergeStored(kept, { group_by: null })).not.toHaveProperty('then_by');
    expect(storedSettingsProblems({ then_by: 'HEALTH' }, {})).toBeNull();
    expect(storedSettingsProblems({ group_by: `LABEL:${'x'.repeat(252)}` }, {})).toBeNull();
    expect(storedSettingsProblems({ group_by: 'COLOR' }, {})).toEqual({ group_by: ['is invalid'] });
  });
});

test('the key of a lane reads back the same; anything else is none', () => {
  const lane = [
    { by: 'LABEL:stage & more', value: 'beta=1' },
    { by: 'HEALTH', value: null },
  ] as const;
  expect(parseLaneKey(laneKeyOf(lane))).toEqual(lane);
  for (const text of ['', 'x', 'COLOR=1', 'HEALTH=a&STATUS=1&AUTHOR=2', 'HEALTH=at_risk&HEALTH=on_track']) {
    expect(parseLaneKey(text)).toBeNull();
  }
});
