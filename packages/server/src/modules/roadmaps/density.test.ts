import type { CastName } from '../../testing/cast.ts';
import { expect } from 'vitest';
import { test } from '../../testing/http.ts';

interface Answer {
  group: { epicDensity: { startDate: string; dueDate: string; counts: number[] } | null } | null;
}

test('RX-LY-13: the density is counted from the matching epics that each viewer may see', async ({ ask, build }) => {
  const group = await build.group({ visibility: 'public' });
  const below = await build.group({ parent: group, visibility: 'private' });
  const epic = (from: string | null, to: string | null, more: object = {}) =>
    build.epic({ group, startDate: from, dueDate: to, author: null, ...more });
  await epic('2031-01-01', '2031-01-04');
  await epic('2031-01-03', '2031-01-03', { state: 'closed' });
  await epic(null, '2031-01-06');
  await epic(null, null);
  await epic('2031-01-02', '2031-01-10', { confidential: true });
  await epic('2030-12-30', '2031-01-01', { group: below });
  const density = async (who: CastName, args: string) => {
    const document = `{ group(fullPath: "${group.fullPath}") { epicDensity(${args}) { startDate dueDate counts } } }`;
    return (await ask<Answer>(who, document)).data.group?.epicDensity ?? null;
  };
  const open = { startDate: '2031-01-01', dueDate: '2031-01-06' };
  for (const who of ['nobody', 'otto', 'gwen'] as const)
    expect([who, await density(who, 'parts: 6, includeDescendantGroups: false')]).toEqual([who, { ...open, counts: [1, 1, 2, 1, 0, 1] }]); // prettier-ignore
  for (const who of ['nobody', 'otto'] as const)
    expect([who, await density(who, 'parts: 6')]).toEqual([who, { ...open, counts: [1, 1, 2, 1, 0, 1] }]);
  expect(await density('gwen', 'parts: 8')).toEqual({
    startDate: '2030-12-30',
    dueDate: '2031-01-06',
    counts: [1, 1, 2, 1, 2, 1, 0, 1],
  });
  for (const who of ['paul', 'mina', 'ada', 'root'] as const)
    expect([who, await density(who, 'parts: 12')]).toEqual([
      who,
      { startDate: '2030-12-30', dueDate: '2031-01-10', counts: [1, 1, 2, 2, 3, 2, 1, 2, 1, 1, 1, 1] },
    ]);
  expect(await density('nobody', 'parts: 3, state: closed')).toEqual({
    startDate: '2031-01-03',
    dueDate: '2031-01-03',
    counts: [1, 0, 0],
  });
  expect(await density('nobody', 'search: "no such"')).toBeNull();
  const { errors } = await ask('nobody', `{ group(fullPath: "${group.fullPath}") { epicDensity(parts: 1001) { counts } } }`); // prettier-ignore
  expect(JSON.stringify(errors)).toContain('must be from 1 to 1000');
});
