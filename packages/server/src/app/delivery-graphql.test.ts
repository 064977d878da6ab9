import { sql } from 'kysely';
import { expect } from 'vitest';
import { castNames, type CastName } from '../testing/cast.ts';
import { promisedBy } from '../testing/delivery/calls.ts';
import {
  documentOf,
  entries,
  entriesIn,
  fieldsWithoutValue,
  mutations,
  ruleOfField,
} from '../testing/delivery/graphql-fields.ts';
import { collectFields, isShown, readableFields, wholeOf } from '../testing/delivery/graphql-reading.ts';
import { buildSite } from '../testing/delivery/site.ts';
import { buildWholeSite } from '../testing/delivery/whole-site.ts';
import { test, tokenFor } from '../testing/http.ts';
import type { Verdict } from '../testing/permissions.ts';
import { schemaOfAllRooms } from './schema.ts';

const schema = schemaOfAllRooms();
const queryType = schema.getQueryType();
type Verdicts = Record<string, Partial<Record<CastName, Verdict>>>;

const documentOfMutation = (name: string): string =>
  `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { errors } }`;

test('DL-PM-06: every field of GraphQL is in the table', () => {
  const named = [...entries.map(({ field }) => field), ...mutations.map(({ mutation }) => `Mutation.${mutation}`)];
  expect(entriesIn(schema).toSorted()).toEqual([...new Set(named)].toSorted());
});

for (const visibility of ['private', 'public'] as const) {
  test(`DL-PM-06: what each role reads over GraphQL in a ${visibility} project`, async ({ world, askEach, build }) => {
    await build.group({ members: { otto: 'owner' } });
    const site = await buildWholeSite(world, visibility);
    const [seen, wanted]: [Verdicts, Verdicts] = [{}, {}];
    const fieldsOf = new Map(castNames.map((name) => [name, new Set<string>()]));
    const sources = entries.map((entry) => documentOf(entry, site, wholeOf(schema, entry.field)));
    for (const name of castNames) {
      const answers = await askEach(name, sources);
      for (const [index, entry] of entries.entries()) {
        const { data, errors } = answers[index] ?? { data: null };
        expect([entry.field, name, errors]).toEqual([entry.field, name, undefined]);
        (seen[entry.field] ??= {})[name] = isShown(data) ? 'may' : 'hidden';
        (wanted[entry.field] ??= {})[name] = promisedBy(entry, name, visibility) === 'may' ? 'may' : 'hidden';
        if (queryType) collectFields(queryType, data, fieldsOf.get(name) ?? new Set());
      }
    }
    expect(seen).toEqual(wanted);

    const readable = readableFields(schema).filter((field) => !fieldsWithoutValue.includes(field));
    for (const name of castNames) {
      const promised = readable.filter((field) => promisedBy(ruleOfField(field), name, visibility) === 'may');
      expect([name, [...(fieldsOf.get(name) ?? [])].toSorted()]).toEqual([name, promised.toSorted()]);
    }
  });

  test(`DL-PM-06: what each role changes over GraphQL in a ${visibility} project`, async ({ world, ask, send }) => {
    const site = await buildSite(world, visibility);
    for (const row of mutations) {
      const query = documentOfMutation(row.mutation);
      // A refused call changes nothing, so the next person gets the same.
      let given: object | null = null;
      for (const name of castNames) {
        const input = (given ??= await row.input(site));
        const { data, errors } = await ask<Record<string, { errors: string[] }>>(name, query, { input });
        const code = errors?.[0]?.extensions?.['code'];
        const verdict = code === 'NOT_FOUND' ? 'hidden' : code === undefined ? 'may' : 'refused';
        expect([row.mutation, name, data?.[row.mutation]?.errors ?? []]).toEqual([row.mutation, name, []]);
        const promised = promisedBy(row, name, visibility);
        expect([row.mutation, name, verdict]).toEqual([
          row.mutation,
          name,
          name === 'nobody' && verdict === 'refused' ? verdict : promised,
        ]);
        if (verdict === 'may') given = null;
      }
      const input = given ?? (await row.input(site));
      for (const scope of ['read_api', 'read_repository', 'write_repository', 'read_user'] as const) {
        const headers = { 'private-token': await tokenFor(world, 'root', [scope]) };
        const payload = { query, variables: { input } };
        const { body } = await send({ method: 'POST', url: '/api/graphql', headers, payload });
        expect([row.mutation, scope, JSON.stringify(body)]).toEqual([
          row.mutation,
          scope,
          expect.stringMatching(/INSUFFICIENT_SCOPE|403 Forbidden/),
        ]);
      }
    }
  });
}

test('DL-PM-07: an archived project is read over GraphQL, and not written', async ({ world, db, ask, askEach }) => {
  const site = await buildWholeSite(world, 'private');
  const inputs = await Promise.all(mutations.map(async ({ input }) => input(site)));
  const archivedAt = sql<Date>`now()`;
  await db.updateTable('namespaces').set({ archivedAt }).where('id', 'in', [site.group.id, site.project.id]).execute();
  for (const [place, { mutation }] of mutations.entries()) {
    for (const name of ['ada', 'root'] as const) {
      const { errors } = await ask(name, documentOfMutation(mutation), { input: inputs[place] });
      expect([mutation, name, errors?.[0]?.extensions?.['code']]).toEqual([mutation, name, 'FORBIDDEN']);
    }
  }
  const read = entries.filter(({ field }) => !/Permissions\./.test(field));
  const answers = await askEach(
    'mina',
    read.map((entry) => documentOf(entry, site, wholeOf(schema, entry.field))),
  );
  for (const [index, { field }] of read.entries()) {
    const { data, errors } = answers[index] ?? { data: null };
    expect([field, errors, isShown(data)]).toEqual([field, undefined, true]);
  }
});

test('DL-PM-06: what a token of each scope reads over GraphQL', async ({ world, send }) => {
  const site = await buildWholeSite(world, 'private');
  for (const scope of ['read_api', 'read_repository', 'write_repository', 'read_user'] as const) {
    const headers = { 'private-token': await tokenFor(world, 'root', [scope]) };
    for (const entry of entries) {
      const query = documentOf(entry, site, wholeOf(schema, entry.field));
      const { body } = await send({ method: 'POST', url: '/api/graphql', headers, payload: { query } });
      const wanted = scope === 'read_api' ? [true, false] : [false, true];
      const { data, message } = body as { data?: unknown; message?: string };
      expect([entry.field, scope, isShown(data), message !== undefined]).toEqual([entry.field, scope, ...wanted]);
    }
  }
});
