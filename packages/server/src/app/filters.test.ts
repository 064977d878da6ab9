import { filtersOf } from '@milepost/core/filters/table';
import { conditions, filterLists } from '@milepost/core/filters/types';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { modules } from './modules.ts';
import { pluggedFilters } from '../modules/work-items/sockets.ts';

const root = join(import.meta.dirname, '../../../..');

/** Arguments whose names have no other meaning in the code. */
const distinctive = [
  'myReactionEmoji',
  'my_reaction_emoji',
  'iterationWildcardId',
  'milestoneWildcardId',
  'weightWildcardId',
  'assigneeWildcardId',
  'epicWildcardId',
];

/** Files where a name means something else: an input of `createIssue`, and a parameter of lists of merge requests. */
const others: Readonly<Record<string, string>> = {
  iterationWildcardId: 'packages/server/src/modules/iterations/graphql/fields.ts',
  my_reaction_emoji: 'packages/server/src/modules/merge-requests/rest/filters.ts',
};

test.each(distinctive)('%s is named by the table of filters and by the condition of its room alone', (name) => {
  const found = execFileSync(
    'git',
    [
      'grep',
      '-lw',
      '--untracked',
      name,
      '--',
      'packages',
      ':!*.test.ts',
      ':!*.test.tsx',
      ':!packages/server/src/testing',
    ],
    { cwd: root, encoding: 'utf8' },
  );
  const strays = found
    .trim()
    .split('\n')
    .filter((file) => !/^packages\/core\/src\/filters\/definitions\.ts$|modules\/[\w-]+\/filter\.ts$/.test(file))
    .filter((file) => file !== others[name]);
  expect(strays).toEqual([]);
});

test('every filter that the APIs take has a condition in the room it belongs to', () => {
  for (const module of modules) module.plugIn?.();
  const plugged = new Set(pluggedFilters.map(({ name }) => name));
  const wanted = filterLists.flatMap((list) =>
    filtersOf(list)
      // Free text and types are parsed with the list itself.
      .filter(({ name }) => name !== 'text' && name !== 'type')
      .filter((filter) => conditions.some((condition) => filter[condition]?.graphql ?? filter[condition]?.rest))
      .map(({ name }) => name),
  );
  expect(wanted.filter((name) => !plugged.has(name))).toEqual([]);
});
