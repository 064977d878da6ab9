import { expect, test } from 'vitest';
import { parseQuery } from '../../query.ts';
import { readSettings, writeSettings } from '../settings.ts';
import { mergeStored } from '../stored-settings.ts';
import { storedSettingsProblems } from '../stored/problems.ts';
import { viewQueryOf } from '../views.ts';
import { foldedTest, MAX_FOLDED_LENGTH, parseFolded, printFolded, toggleFolded } from './folded.ts';

const [alpha, beta] = ['LABEL%3Astage=alpha', 'LABEL%3Astage=beta'];
const risk = `${alpha}&HEALTH=at_risk`;

test('a lane folds alone or with its level, also with lanes that are not loaded yet', () => {
  const one = toggleFolded([], alpha, false);
  expect([alpha, beta, risk].map(foldedTest(one))).toEqual([true, false, false]);
  expect(toggleFolded(one, alpha, false)).toEqual([]);
  const all = toggleFolded(one, beta, true);
  expect([alpha, beta, risk].map(foldedTest(all))).toEqual([true, true, false]);
  const butBeta = toggleFolded(all, beta, false);
  expect([alpha, beta].map(foldedTest(butBeta))).toEqual([true, false]);
  expect(toggleFolded(butBeta, alpha, true)).toEqual([]);
  const second = toggleFolded(all, risk, true);
  expect([alpha, risk, `${beta}&HEALTH=`].map(foldedTest(second))).toEqual([true, true, true]);
  // Another grouping has its own lanes.
  expect(['HEALTH=at_risk', 'LABEL%3Ateam=a'].map(foldedTest(second))).toEqual([false, false]);
});

test('folded lanes are written and read back; the oldest are left out where there is no room', () => {
  const folded = ['*LABEL%3Astage', beta, `${alpha}&HEALTH=`];
  expect(parseFolded(printFolded(folded))).toEqual(folded);
  expect(parseFolded('nonsense,HEALTH=at_risk,,*COLOR,HEALTH=at_risk')).toEqual(['HEALTH=at_risk']);
  expect(parseFolded(null)).toEqual([]);
  const many = Array.from({ length: 1_000 }, (_, index) => `MILESTONE=${index}`);
  const kept = printFolded(['*MILESTONE', ...many]);
  expect(kept.length).toBeLessThanOrEqual(MAX_FOLDED_LENGTH);
  expect(kept.endsWith(',MILESTONE=999')).toBe(true);
  expect(kept.startsWith('*MILESTONE,')).toBe(true);
  expect(parseFolded(kept)).not.toContain(many[0]);
});

test('folded lanes are in stored settings and views, but in no address', () => {
  const kept = mergeStored({}, { folded: alpha });
  expect(kept).toEqual({ folded: alpha });
  expect(mergeStored(kept, { group_by: 'LABEL:stage' })).toMatchObject({ folded: alpha, group_by: 'LABEL:stage' });
  expect(mergeStored(kept, { folded: null })).toEqual({});
  expect(storedSettingsProblems({ folded: `${alpha},${beta}` }, {})).toBeNull();
  expect(storedSettingsProblems({ folded: 'nonsense' }, {})).toEqual({ folded: ['is invalid'] });
  expect(storedSettingsProblems({ folded: 'HEALTH=x,'.repeat(1_000) }, {})).not.toBeNull();
  const address = `group_by=LABEL:stage&folded=${encodeURIComponent(`${beta},${alpha}`)}`;
  const settings = readSettings(parseQuery(address));
  expect(parseFolded(settings.folded)).toEqual([beta, alpha]);
  expect(writeSettings(settings).map(([key]) => key)).not.toContain('folded');
  const view = viewQueryOf(parseQuery(address));
  expect(parseFolded(readSettings(parseQuery(view)).folded)).toEqual([alpha, beta]);
  // The same lanes in another order are the same view.
  expect(viewQueryOf(parseQuery(view))).toBe(view);
});
