import { expect } from 'vitest';
import { testOfInput as test, tokenFor } from '../testing/http.ts';
import { assistantOf, ModelServer } from '../testing/model/model-server.ts';
import { requestOf, type OrganisationCall } from '../testing/organisation/calls.ts';
import { buildOrganisation, identityOfTests } from '../testing/organisation/site.ts';
import { organisationCalls } from '../testing/organisation/table.ts';

interface Operation {
  parameters?: { in: 'path' | 'query'; name: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, object> } }> };
}

/** One parameter of a call. */
interface Target {
  row: OrganisationCall;
  place: 'path' | 'query' | 'body';
  name: string;
}

const isId = (name: string) => /(^|_)ids?$/.test(name);
const values: readonly { kind: 'id' | 'text' | 'type'; value: unknown }[] = [
  ...['x', '-1', '9223372036854775808'].map((value) => ({ kind: 'id' as const, value })),
  ...['a\0b', 'x'.repeat(1024 * 1024)].map((value) => ({ kind: 'text' as const, value })),
  ...[{ a: 1 }, 1e300].map((value) => ({ kind: 'type' as const, value })),
];

test('OG-ER-04: bad ids, NUL bytes, wrong types and 1 MB strings in every parameter answer 400, 404, 413 or 422, never 5xx', async ({
  world,
  server,
  send,
}) => {
  const model = await ModelServer.start();
  model.fitsEveryForm();
  Object.assign(world.services, {
    assistant: { ...assistantOf(model), embeddingModel: 'vectors' },
    identity: identityOfTests,
    webhooksAllowLocal: true,
  });
  const site = await buildOrganisation(world, server, 'private');
  const { body } = await send({ url: '/api/v4/openapi.json' });
  const { paths } = body as { paths: Record<string, Record<string, Operation>> };
  const targets: Target[] = organisationCalls.flatMap((row) => {
    const [verb = '', path = ''] = row.call.split(' ');
    const { parameters = [], requestBody } = paths[`/api/v4${path}`]?.[verb.toLowerCase()] ?? {};
    const fields = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
      Object.keys(schema.properties ?? {}),
    );
    return [
      ...parameters.map(({ in: place, name }) => ({ row, place, name })),
      ...[...new Set(fields)].map((name) => ({ row, place: 'body' as const, name })),
    ];
  });
  expect(targets.length).toBeGreaterThan(150);
  // Parameters that many calls share are read by the same code.
  const shared = new Map<string, number>();
  const isKnown = (name: string): boolean => {
    if (!/^(page|per_page|pagination|cursor|sort|(created|expires|last_used)_(after|before))$/.test(name)) return false;
    shared.set(name, (shared.get(name) ?? 0) + 1);
    return (shared.get(name) ?? 0) > 2;
  };

  const caller = { id: world.userIds.root, name: 'root' };
  const headers = { 'private-token': await tokenFor(world, 'root') };
  const refused = new Set([400, 404, 413, 422]);
  const wrong: string[] = [];
  let tried = 0;
  for (const { row, place, name } of targets) {
    // Published, and not supported: it is read by nobody.
    if (name === 'selective_sync_shards' || isKnown(name)) continue;
    let given = await row.given?.(site, caller);
    for (const { kind, value } of values) {
      if (kind === 'id' && !isId(name)) continue;
      // An address holds texts only, and servers refuse long ones before they read them.
      if ((kind === 'type' || String(value).length > 1_000) && place !== 'body') continue;
      const params = { ...given?.params, ...(place === 'path' && { [name]: String(value) }) };
      const { verb, path } = requestOf(row, site, { params });
      const asQuery = verb === 'GET' || verb === 'DELETE';
      const changed = { [name]: value };
      const { status } = await send({
        method: verb,
        url: `/api/v4${path}`,
        headers,
        query: { ...(asQuery && given?.input), ...(place === 'query' && changed) } as Record<string, string>,
        ...(!asQuery && { payload: { ...given?.input, ...(place === 'body' && changed) } }),
      });
      tried += 1;
      const shown = typeof value === 'string' ? value.slice(0, 20) : JSON.stringify(value);
      if (status >= 500 || (kind !== 'type' && !refused.has(status)))
        wrong.push(`${row.call} ${name}=${shown}: ${status}`);
      if (status < 400) given = await row.given?.(site, caller);
    }
  }
  await model.stop();
  expect(tried).toBeGreaterThan(400);
  expect(wrong).toEqual([]);
});
