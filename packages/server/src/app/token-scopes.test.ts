import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { graphqlCalls, probesOf } from '../testing/fuzz/graphql-calls.ts';
import { FreshFixtures, seed, withRoutes } from '../testing/fuzz/run.ts';
import { resolveRefs } from '../testing/fuzz/values.ts';
import { test, tokenFor } from '../testing/http.ts';
import { wholeDatabase } from '../testing/planted.ts';
import { schemaOfAllRooms } from './schema.ts';
import { buildServer } from './server.ts';

const { paths } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/api/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, object>>;
};

/** Renders a text, and stores nothing. */
const rendering = 'POST /api/v4/markdown';
/** They ask the model, and change nothing in Milepost: without a model and an item they are refused for another reason. */
const asking = /^POST \/api\/v4\/(-\/llm\/tanuki_bot\/ask|ai\/(passages|status_update_drafts|suggestions|summaries))$/;

/** They show the token of a destination, or begin a payment: reading is not enough. */
const guarded = /^GET \/api\/v4\/(-\/subscriptions\/payment_form$|(groups\/\{id\}\/)?audit_event_streams)/;

/** A token may end itself, whatever its scopes. */
const endingItself = 'DELETE /api/v4/personal_access_tokens/self';

test('TM-PM-08: a token with the scope read_api reads every call of REST, and every write answers 403', async ({
  send,
  world,
}) => {
  // Administrators: only the scope limits them.
  const headers = { 'private-token': await tokenFor(world, 'root', ['read_api']) };
  const answers = new Map<string, number>();
  for (const [path, verbs] of Object.entries(paths)) {
    for (const verb of Object.keys(verbs)) {
      const method = verb.toUpperCase() as 'GET' | 'POST';
      const call = `${method} ${path}`;
      if (call === endingItself || asking.test(call)) continue;
      const url = path.replace('{secret}', 'a'.repeat(32)).replaceAll(/\{\w+\}/g, '1');
      answers.set(call, (await send({ method, url, headers, ...(method !== 'GET' && { payload: {} }) })).status);
    }
  }
  const [reads, writes] = [[...answers], [...answers]].map((each, isWrite) =>
    each.filter(
      ([call]) => ((call.startsWith('GET ') && !guarded.test(call)) || call === rendering) === (isWrite === 0),
    ),
  );
  expect(writes?.length).toBeGreaterThan(200);
  expect(writes?.filter(([, status]) => status !== 403)).toEqual([]);
  expect(reads?.filter(([, status]) => status === 401 || status === 403 || status >= 500)).toEqual([]);
});

/** Rows that a request may add or change although it is refused: counts, and the use of the token. */
const bookkeeping = new Set([
  'public.sign_in_delays',
  'public.rate_counts',
  'public.personal_access_tokens',
  'public.audit_events',
]);

/** Endpoints for visitors, where what they are sent counts and not who sends it; rendering and asking, which change nothing; and Git, see below. */
const forVisitors =
  /^POST \/(-\/(sign-in|sign-up|set-up|sign-out|forgot-password|reset-password|confirm-email|unsubscribe|shared|invitations\/:token\/register|llm\/tanuki_bot\/ask|in\/\w+\/:id\/preview_markdown|git\/:path|inbound_webhooks|subscriptions\/events|sites)(\/|$)|api\/graphql$|api\/v4\/markdown$)|^\w+ .*\/\*$/;

test('OG-TK-12: with read_api no page, GraphQL, MCP or Git makes a token, session, address or stream, or writes anything', async ({
  world,
  db,
  build,
  ask,
}) => {
  const { server, routes } = await withRoutes(() =>
    buildServer({ services: world.services, logLevel: 'error', secret: 's'.repeat(32), dataDir: '/nowhere' }),
  );
  world.services.incomingMail = { address: 'in+%{key}@plan.test', source: { by: 'smtp', host: '127.0.0.1', port: 0 } };
  const fixtures = new FreshFixtures(world, server);
  const pools = await fixtures.next();
  const project = await build.project({ visibility: 'private' });
  const issue = await build.issue({ project, author: 'ada' });
  const token = await tokenFor(world, 'root', ['read_api']);
  const headers = { 'private-token': token };
  await tokenFor(world, 'root');
  const query = `{ project(fullPath: "${project.fullPath}") { createIssueEmail issue(iid: "${issue.iid}") { createNoteEmail } } }`;
  const before = await wholeDatabase(db);
  const tokens = await db
    .selectFrom('personalAccessTokens')
    .select(['id', 'scopes', 'revokedAt', 'expiresAt'])
    .orderBy('id')
    .execute();

  // The endpoints of pages.
  const pages = routes.filter(
    ({ method, url }) => !['GET', 'HEAD', 'OPTIONS'].includes(String(method)) && !url.startsWith('/api/v4/'),
  );
  const answers = new Map<string, number>();
  for (const { method, url } of pages) {
    const call = `${String(method)} ${url}`;
    if (forVisitors.test(call)) continue;
    const answer = await server.inject({
      method: method as 'POST',
      url: url.replaceAll(/:\w+/g, '1'),
      headers,
      payload: {},
    });
    answers.set(call, answer.statusCode);
  }
  expect(answers.size).toBeGreaterThan(30);
  expect([...answers].filter(([, status]) => status !== 403 && status !== 404)).toEqual([]);
  expect([...answers].filter(([, status]) => status === 403).length).toBeGreaterThan(25);

  // Every mutation, with input of the right types.
  const probes = probesOf(schemaOfAllRooms()).filter(({ isMutation }) => isMutation);
  const codes = new Map<string, number>();
  const inputs = fc.oneof(...graphqlCalls(probes).map((each) => each.inputs));
  for (const { probe, variables } of fc.sample(inputs, { numRuns: 1_000, seed })) {
    const payload = { query: probe.document, variables: resolveRefs(variables, pools) };
    const response = await server.inject({ method: 'POST', url: '/api/graphql', headers, payload });
    const { data, errors } = response.json<{ data?: object | null; errors?: { extensions?: { code?: string } }[] }>();
    const code = errors?.[0]?.extensions?.code ?? 'none';
    codes.set(code, (codes.get(code) ?? 0) + 1);
    if (data) throw new Error(`${probe.name} answered with data`);
  }
  expect(codes.get('INSUFFICIENT_SCOPE')).toBeGreaterThan(300);

  // The addresses for incoming mail are keys to write with.
  const shown: unknown = (
    await server.inject({ method: 'POST', url: '/api/graphql', headers, payload: { query } })
  ).json();
  expect(shown).toEqual({ data: { project: { createIssueEmail: null, issue: { createNoteEmail: null } } } });
  expect((await ask<{ project: object }>('root', query)).data.project).toMatchObject({
    createIssueEmail: expect.stringMatching(/^in\+/),
  });

  // MCP and Git.
  const tool = (name: string, args: object) =>
    server.inject({
      method: 'POST',
      url: '/api/v4/mcp',
      headers: { ...headers, accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    });
  for (const [name, args] of [
    ['create', { in: project.fullPath, type: 'issue', title: 'No' }],
    ['update', { item: `${project.fullPath}#${issue.iid}`, title: 'No' }],
    ['comment', { item: `${project.fullPath}#${issue.iid}`, body: 'No' }],
    [
      'plan',
      { dry_run: false, changes: [{ action: 'update', item: `${project.fullPath}#${issue.iid}`, title: 'No' }] },
    ],
  ] as const) {
    const { body } = await tool(name, args);
    expect([name, body]).toEqual([name, expect.stringMatching(/"error"|"isError":true/)]);
  }
  const authorization = `Basic ${Buffer.from(`x:${token}`).toString('base64')}`;
  for (const service of ['git-upload-pack', 'git-receive-pack']) {
    const url = `/${project.fullPath}.git/info/refs?service=${service}`;
    expect([service, (await server.inject({ url, headers: { authorization } })).statusCode]).toEqual([service, 403]);
  }

  const after = await wholeDatabase(db);
  const changed = [...after].filter(([table, text]) => !bookkeeping.has(table) && before.get(table) !== text);
  expect(changed.map(([table]) => table)).toEqual([]);
  expect(
    await db
      .selectFrom('personalAccessTokens')
      .select(['id', 'scopes', 'revokedAt', 'expiresAt'])
      .orderBy('id')
      .execute(),
  ).toEqual(tokens);
  await server.close();
});

test('OG-PM-03: the token of an administrator has their rights without a scope of its own', async ({
  call,
  world,
  send,
}) => {
  const headers = { 'private-token': await tokenFor(world, 'root', ['api']) };
  for (const url of ['/api/v4/audit_events', '/api/v4/service_accounts', '/api/v4/geo_sites'])
    expect([url, (await send({ url, headers })).status]).toEqual([url, 200]);
  const wanted = { name: 'Admin', scopes: ['api', 'admin_mode'] };
  expect(await call('root', 'POST', '/user/personal_access_tokens', wanted)).toMatchObject({
    status: 400,
    body: { message: { scopes: expect.anything() } },
  });
});
