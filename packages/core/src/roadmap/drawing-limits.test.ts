import { expect, test } from 'vitest';
import { MAX_LAG_DAYS, MAX_LINKS } from '../links.ts';
import { MAX_DRAWN_DEPENDENCIES } from './dependencies.ts';
import { MAX_DRAWN_EPICS, MAX_SLIDES } from './drawing-limits.ts';
import { MAX_SNAPSHOT_NAME_LENGTH, MAX_SNAPSHOTS, snapshotProblems } from './snapshots.ts';
import { MAX_STATUS_UPDATE_LENGTH, statusUpdateProblems } from './status-updates.ts';

test('RX-LM-10: the limits of roadmaps', () => {
  expect({
    MAX_SNAPSHOTS,
    MAX_SNAPSHOT_NAME_LENGTH,
    MAX_STATUS_UPDATE_LENGTH,
    MAX_LINKS,
    MAX_LAG_DAYS,
    MAX_DRAWN_EPICS,
    MAX_SLIDES,
    MAX_DRAWN_DEPENDENCIES,
  }).toEqual({
    MAX_SNAPSHOTS: 200,
    MAX_SNAPSHOT_NAME_LENGTH: 100,
    MAX_STATUS_UPDATE_LENGTH: 10_000,
    MAX_LINKS: 100,
    MAX_LAG_DAYS: 365,
    MAX_DRAWN_EPICS: 10_000,
    MAX_SLIDES: 200,
    MAX_DRAWN_DEPENDENCIES: 500,
  });
  // Characters, of which an emoji is one.
  expect(snapshotProblems({ name: '🚀'.repeat(100), note: '' })).toBeNull();
  expect(snapshotProblems({ name: 'x'.repeat(101), note: '' })).toEqual({
    name: ['is too long (maximum is 100 characters)'],
  });
  expect(statusUpdateProblems('🚀'.repeat(10_000))).toBeNull();
  expect(statusUpdateProblems('x'.repeat(10_001))).toEqual({ text: ['is too long (maximum is 10000 characters)'] });
});
