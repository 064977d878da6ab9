import { buildSchema, getIntrospectionQuery, parse } from 'graphql';
import { describe, expect } from 'vitest';
import { defaultDocumentLimits } from '../platform/config/document-limits.ts';
import { costOf, DocumentCache, InvalidDocumentError } from '../platform/graphql/documents.ts';
import { OperationRunner } from '../platform/graphql/operations.ts';
import { test as base } from '../testing/http.ts';
import { schemaOfAllRooms } from './schema.ts';

const test = base.extend('post', ({ send }) => async (payload: object) => {
  const { status, body } = await send({ method: 'POST', url: '/api/graphql', payload });
  return { status, body: body as { data: unknown; errors?: { message: string; extensions: { code: string } }[] } };
});

const many = (count: number, field: (index: number) => string): string =>
  Array.from({ length: count }, (_each, index) => field(index)).join(' ');

/** The abuse that exhausted the heap: a short selection under many aliases. */
const aliased = (seed: number, count: number): string =>
  `{ group(fullPath: "x${seed}") { epics(first: 1) { nodes { ${many(count, (index) => `a${seed}_${index}: ${index % 2 ? 'iid' : 'id'}`)} } } } }`;

describe('a document of a client is refused, with its name for it, before it takes time', () => {
  const bomb = `{ group(fullPath: "x") { ...f0 } } ${many(40, (index) => `fragment f${index} on Group { id ...f${index + 1} parent { ...f${index + 1} } }`)} fragment f40 on Group { id }`;
  const nested = (depth: number): string =>
    depth === 0 ? 'id' : `descendantGroups(first: 100) { nodes { ${nested(depth - 1)} } }`;
  const schemaTwice = many(2, (index) => `s${index}: __schema { ...all }`);
  const cases: readonly [string, string, string][] = [
    // The unknown fields and the missing brackets prove the order: validation and the parser would name them, but never run.
    ['with too many aliases', `${aliased(1, 480)} { nonsense }`, 'QUERY_TOO_COMPLEX'],
    ['with too many fields', `{ nonsense ${many(600, () => 'currentUser { id }')} }`, 'QUERY_TOO_COMPLEX'],
    ['that is too long', `{ currentUser { id # ${'x'.repeat(20_000)}`, 'QUERY_TOO_LONG'],
    ['with too many tokens', `{ currentUser(x: [${'$a,$a'.repeat(2_600)}]) { id } }`, 'QUERY_TOO_LONG'],
    ['nested too deeply for a parser', `{ a(x: ${'['.repeat(9_900)}`, 'QUERY_TOO_COMPLEX'],
    ['nested too deeply for validation', `{ ${'a {'.repeat(300)} a ${'}'.repeat(300)} }`, 'QUERY_TOO_COMPLEX'],
    ['with values nested too deeply', `{ a(x: ${'['.repeat(300)} 1 ${']'.repeat(300)}) }`, 'QUERY_TOO_COMPLEX'],
    ['whose lists multiply', `{ groups(first: 100) { nodes { ${nested(4)} } } }`, 'QUERY_TOO_COMPLEX'],
    ['whose fragments multiply', bomb, 'QUERY_TOO_COMPLEX'],
    [
      'that asks for the schema more than once',
      `{ ${schemaTwice} } ${/fragment FullType[^]*/.exec(getIntrospectionQuery())?.[0]} fragment all on __Schema { types { ...FullType } }`,
      'QUERY_TOO_COMPLEX',
    ],
  ];
  for (const [name, query, code] of cases) {
    test(`a document ${name}`, async ({ post }) => {
      const { body } = await post({ query });
      expect(body.errors?.map(({ extensions }) => extensions?.code)).toEqual([code]);
    });
  }

  test('page sizes in variables count each time, not only at the first', async ({ post }) => {
    const query = `query ($n: Int) { groups(first: $n) { nodes { descendantGroups(first: $n) { nodes { descendantGroups(first: $n) { nodes { id } } } } } } }`;
    expect((await post({ query, variables: { n: 1 } })).body.errors).toBeUndefined();
    const { body } = await post({ query, variables: { n: 100 } });
    expect(body.errors?.[0]?.extensions.code).toBe('QUERY_TOO_COMPLEX');
    expect((await post({ query, variables: { n: 1 } })).body.errors).toBeUndefined();
  });

  test('a batch of more operations than one may send', async ({ post }) => {
    const batch = (size: number) => Array.from({ length: size }, () => ({ query: '{ currentUser { id } }' }));
    expect((await post(batch(20))).body).toHaveLength(20);
    expect((await post(batch(21))).body.errors?.[0]?.extensions.code).toBe('QUERY_TOO_COMPLEX');
  });

  test('a mutation by GET', async ({ send }) => {
    const query =
      'mutation { epicSetSubscription(input: { iid: "1", groupPath: "x", subscribedState: true }) { errors } }';
    const { status } = await send({ method: 'GET', url: '/api/graphql', query: { query } });
    expect(status).toBe(405);
  });
});

test('the answer of one request cannot grow beyond a bound, however long the lists turn out to be', async ({
  ask,
  build,
}) => {
  const group = await build.group({ visibility: 'public' });
  for (let index = 0; index < 100; index++) await build.epic({ group });
  // Lists without a page size are estimated as short; these are not short.
  const listed = (fields: string) => `group(fullPath: "${group.fullPath}") { epics { nodes { ${fields} } } }`;
  const nested = (count: number) =>
    `{ ${listed(`group { epics { nodes { ${many(count, (i) => `t${i}: title`)} } } }`)} }`;
  const small = await ask('nobody', nested(10));
  expect(small.errors).toBeUndefined();
  const large = await ask('nobody', nested(30));
  expect(large.errors?.[0]?.extensions).toEqual({ code: 'QUERY_TOO_COMPLEX' });
  expect(JSON.stringify(large.data).match(/"t0"/g)?.length).toBeLessThan(10_000);
});

describe('cached documents', () => {
  test('is bounded by entries and by bytes', () => {
    const cache = new DocumentCache(schemaOfAllRooms(), defaultDocumentLimits);
    for (let index = 0; index < 1_500; index++) cache.prepare(`{ currentUser { id } } # ${index}`);
    expect(cache.entries).toBe(1_000);
    for (let index = 0; index < 200; index++) cache.prepare(`{ currentUser { id } } # ${index} ${'x'.repeat(15_000)}`);
    expect(cache.bytes).toBeLessThanOrEqual(24 * 1024 * 1024);
    expect(cache.entries).toBeLessThan(25);
  });

  test('does not include refused documents', () => {
    const cache = new DocumentCache(schemaOfAllRooms(), defaultDocumentLimits);
    expect(() => cache.prepare('{ nonsense }')).toThrow(InvalidDocumentError);
    expect(() => cache.prepare(aliased(1, 480))).toThrow(InvalidDocumentError);
    expect(cache.entries).toBe(0);
  });
});

test('introspection is executed once and then answered from a cache', async ({ as }) => {
  const schema = buildSchema('type Query { ok: Boolean }');
  let reads = 0;
  Object.defineProperty(schema.getQueryType(), 'description', { get: () => `read ${++reads} times` });
  const runner = new OperationRunner(schema, {}, defaultDocumentLimits);
  const operation = { query: '{ __type(name: "Query") { description } }', isPersisted: false, variables: {} };
  const caller = { ctx: as('nobody'), isGet: false, mayChange: () => Promise.resolve() };
  const first = await runner.run(operation, caller);
  expect(first).toBe('{"data":{"__type":{"description":"read 1 times"}}}');
  expect(await runner.run(operation, caller)).toBe(first);
});

test('introspection is answered completely, and not mixed with other queries', async ({ post }) => {
  const first = await post({ query: getIntrospectionQuery() });
  expect(first.body.data).toHaveProperty('__schema.types');
  expect(await post({ query: getIntrospectionQuery() })).toEqual(first);
  const query = 'query ($name: String!) { __type(name: $name) { name } }';
  const named = async (name: string) => (await post({ query, variables: { name } })).body.data;
  expect(await named('Epic')).toEqual({ __type: { name: 'Epic' } });
  expect(await named('Issue')).toEqual({ __type: { name: 'Issue' } });
});

test('the cost of a document is that of its variables', () => {
  const document = parse('query ($n: Int = 10) { groups(first: $n) { nodes { id } } }');
  const cost = (variables: object) =>
    costOf(schemaOfAllRooms(), document, defaultDocumentLimits, { variables: { ...variables } });
  expect(cost({ n: 100 })).toBeGreaterThan(5 * cost({}));
});
