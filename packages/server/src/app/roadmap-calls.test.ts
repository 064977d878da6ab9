import { execute, parse } from 'graphql';
import { describe, expect } from 'vitest';
import { Context } from '../platform/context.ts';
import { test } from '../testing/http.ts';
import { schemaOfAllRooms } from './schema.ts';

const page = 'pageInfo { hasNextPage endCursor }';
/** The query of a roadmap. */
const calls = [
  ['epics', `epics { nodes { id title } ${page} }`],
  ['children', `epic(iid: 1) { children { nodes { id } ${page} } }`],
  ['ancestors', `epic(iid: 1) { ancestors { nodes { id } ${page} } }`],
  ['labels of an epic', `epic(iid: 1) { labels { nodes { id } ${page} } }`],
  ['linked items', `epic(iid: 1) { linkedWorkItems { nodes { linkId } ${page} } }`],
  ['milestones', `milestones { nodes { id } ${page} }`],
  ['labels', `labels(first: 5) { nodes { id } ${page} }`],
] as const;

describe('GQ-GN-03: a call of the roadmap is answered as a connection of nodes and a page, and changes nothing', () => {
  for (const [name, fields] of calls) {
    test(name, async ({ as, build, services }) => {
      const group = await build.group();
      await build.epic({ group });
      // A database that refuses every write.
      const result = await services.db
        .transaction()
        .setAccessMode('read only')
        .execute(async (db) =>
          execute({
            schema: schemaOfAllRooms(),
            document: parse(`query ($path: ID!) { group(fullPath: $path) { ${fields} } }`),
            contextValue: new Context({ ...services, db }, as('ada').viewer),
            variableValues: { path: group.fullPath },
          }),
        );
      expect(result.errors).toBeUndefined();
      expect(JSON.stringify(result.data)).toMatch(
        /"nodes":\[.*\],"pageInfo":\{"hasNextPage":false,"endCursor":(?:"[^"]*"|null)\}/,
      );
    });
  }
});

const reorder = 'mutation ($input: EpicTreeReorderInput!) { epicTreeReorder(input: $input) { errors } }';
const update = 'mutation ($input: UpdateEpicInput!) { updateEpic(input: $input) { errors } }';
const ofGroup = (fields: string) => `query ($path: ID!) { group(fullPath: $path) { ${fields} } }`;
const unknownEpic = { baseEpicId: 'gid://gitlab/Epic/999999', moved: { id: 'gid://gitlab/Epic/999998' } };

describe('ER-RM-12: the calls of the roadmap carry the codes of the table of errors', () => {
  const refusals = [
    ['a cursor that is none', 'ada', ofGroup('epics(after: "x") { nodes { id } }'), undefined, 'INVALID_CURSOR'],
    ['a missing epic', 'ada', reorder, unknownEpic, 'NOT_FOUND'],
    ['a change by a visitor', 'nobody', update, { iid: '1', title: 'x' }, 'FORBIDDEN'],
    ['a change without permission', 'otto', update, { iid: '1', title: 'x' }, 'FORBIDDEN'],
  ] as const;
  for (const [name, who, query, input, code] of refusals) {
    test(`${name}: ${code}`, async ({ ask, build }) => {
      const group = await build.group({ visibility: 'public' });
      await build.epic({ group });
      const variables = {
        path: group.fullPath,
        ...(input && { input: 'iid' in input ? { ...input, groupPath: group.fullPath } : input }),
      };
      const { errors } = await ask(who, query, variables);
      expect(errors?.map(({ extensions }) => extensions?.['code'])).toEqual([code]);
    });
  }

  test('GQ-RM-09, GQ-RM-30: a timeframe that ends before it starts is refused', async ({ ask, build }) => {
    const group = await build.group();
    const days = '{ start: "2026-02-01", end: "2026-01-31" }';
    for (const field of ['epics', 'milestones', 'iterations']) {
      const document = `{ group(fullPath: "${group.fullPath}") { ${field}(timeframe: ${days}) { nodes { id } } } }`;
      expect(await ask('ada', document)).toMatchObject({
        data: { group: { [field]: null } },
        errors: [{ message: 'start must be before end', path: ['group', field] }],
      });
    }
  });

  test('a missing group is null without an error', async ({ ask }) => {
    expect(await ask('ada', ofGroup('epics { nodes { id } }'), { path: 'is-not-there' })).toEqual({
      data: { group: null },
    });
  });
});
