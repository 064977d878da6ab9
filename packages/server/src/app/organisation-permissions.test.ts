import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { scopes, type Scope } from '@milepost/core/accounts/access-tokens';
import { accessLevelOf, roles, type Visibility } from '@milepost/core/roles';
import { beginSession, csrfTokenOf } from '../modules/users/commands/sessions.ts';
import { impersonate } from '../modules/users/commands/impersonation.ts';
import { castNames, cast, type CastName } from '../testing/cast.ts';
import { withRoutes } from '../testing/fuzz/run.ts';
import { test as base, tokenFor, type Answer } from '../testing/http.ts';
import { assistantOf, ModelServer } from '../testing/model/model-server.ts';
import { isRead, requestOf, type Caller, type Given, type OrganisationCall } from '../testing/organisation/calls.ts';
import { buildOrganisation, identityOfTests, type OrganisationSite } from '../testing/organisation/site.ts';
import { organisationCalls as calls } from '../testing/organisation/table.ts';
import { aboutOneself } from '../testing/organisation/tokens.ts';
import type { Least, Verdict } from '../testing/permissions.ts';
import { buildServer } from './server.ts';

/** The tags of the catalogue in the API description; “subscriptions” are also those of notifications. */
const tags = new Set([
  'assistant',
  'audit events',
  'billable members',
  'enterprise users',
  'geo sites',
  'group access tokens',
  'LDAP',
  'mail domains',
  'personal access tokens',
  'project access tokens',
  'role mappings',
  'service accounts',
]);
const isPlan = (path: string): boolean => /gitlab_subscription|^\/-\//.test(path);

const test = base
  .extend('model', { scope: 'file' }, async ({ world }, { onCleanup }) => {
    const model = await ModelServer.start();
    onCleanup(() => model.stop());
    model.fitsEveryForm();
    Object.assign(world.services, {
      assistant: { ...assistantOf(model), embeddingModel: 'vectors' },
      identity: identityOfTests,
      webhooksAllowLocal: true,
      nameServers: ['127.0.0.1:9'],
      incomingMail: { address: 'in+%{key}@plan.test', source: { by: 'smtp', host: '127.0.0.1', port: 0 } },
    });
    return model;
  })
  .extend('organisation', ({ world, server, model }) => (visibility: Visibility) => {
    void model;
    return buildOrganisation(world, server, visibility);
  });

const order: readonly Least[] = ['visitor', 'person', ...roles, 'administrator'];
const rankOf = (name: CastName): number => {
  if (name === 'nobody') return 0;
  if (name === 'root') return order.length - 1;
  const { role } = cast[name];
  return role ? order.indexOf(role) : 1;
};

const isOfNamespace = ({ call, given }: OrganisationCall, site: OrganisationSite): boolean =>
  / \/(groups|projects|namespaces)\/\{id\}/.test(call) ||
  (given !== undefined &&
    /work_items|summaries|drafts|suggestions|payment/.test(call) &&
    site.group.visibility === 'private');

function promised(row: OrganisationCall, name: CastName, site: OrganisationSite): Verdict {
  if (name === 'nobody') return row.isPublic ? 'may' : 'refused';
  const rank = rankOf(name);
  if (site.group.visibility === 'private' && rank < order.indexOf('guest') && isOfNamespace(row, site)) return 'hidden';
  if (rank >= order.indexOf(row.least)) return 'may';
  return row.isHidden ? 'hidden' : 'refused';
}

function verdictOf(row: OrganisationCall, { status, body }: Answer): Verdict {
  if (status === row.allowedStatus || status < 300) return 'may';
  if (status === 401 || status === 403) return 'refused';
  if (status === 404) return 'hidden';
  throw new Error(`${row.call} answered ${status} ${JSON.stringify(body)}`);
}

type Send = (request: InjectOptions) => Promise<Answer>;

/** Sends calls. What they are about is made again only after one that changed it: a refused call and one that reads change nothing. */
function makeCaller(send: Send, site: OrganisationSite) {
  const made = new Map<OrganisationCall, Given>();
  return async (row: OrganisationCall, caller: Caller, headers: Record<string, string>): Promise<Verdict> => {
    const given = made.get(row) ?? (await row.given?.(site, caller)) ?? {};
    const { verb, path, input } = requestOf(row, site, given);
    const asQuery = verb === 'GET' || verb === 'DELETE';
    const answer = await send({
      method: verb,
      url: `/api/v4${path}`,
      headers,
      ...(input !== undefined && (asQuery ? { query: input as Record<string, string> } : { payload: input })),
    });
    const verdict = verdictOf(row, answer);
    if (row.isOfCaller || (verdict === 'may' && !isRead(row))) made.delete(row);
    else made.set(row, given);
    return verdict;
  };
}

test('OG-PM-02: every call of REST of the catalogue is in the table', async ({ send }) => {
  const { body } = await send({ url: '/api/v4/openapi.json' });
  const { paths } = body as { paths: Record<string, Record<string, { tags?: string[] }>> };
  const found = Object.entries(paths).flatMap(([url, verbs]) => {
    const path = url.replace('/api/v4', '');
    return Object.entries(verbs)
      .filter(([, { tags: given = [] }]) => given.some((tag) => tags.has(tag)) || isPlan(path))
      .map(([verb]) => `${verb.toUpperCase()} ${path}`);
  });
  expect(found.toSorted()).toEqual([...calls.map(({ call }) => call), ...aboutOneself].toSorted());
});

for (const [visibility, people] of [
  ['private', castNames],
  // There more people see the group, and none may more.
  ['public', ['nobody', 'otto', 'gwen', 'mina']],
] as const) {
  test(`OG-PM-02: what each role may do over REST in a ${visibility} group`, async ({ organisation, world, send }) => {
    const site = await organisation(visibility);
    const call = makeCaller(send, site);
    const [seen, wanted]: Record<string, Partial<Record<CastName, Verdict>>>[] = [{}, {}];
    for (const row of calls) {
      const verdicts: Partial<Record<CastName, Verdict>> = {};
      for (const name of people) {
        const caller = { id: name === 'nobody' ? world.userIds.otto : world.userIds[name], name };
        const headers: Record<string, string> =
          name === 'nobody' ? {} : { 'private-token': await tokenFor(world, name) };
        verdicts[name] = await call(row, caller, headers);
      }
      if (seen) seen[row.call] = verdicts;
      if (wanted) wanted[row.call] = Object.fromEntries(people.map((name) => [name, promised(row, name, site)]));
    }
    expect(seen).toEqual(wanted);
  });
}

/** Who acts in the name of the owner: an account of a program, the bot of a token, and an administrator. */
test('OG-PM-02: what service accounts, bots and impersonating administrators may do with the role of an owner', async ({
  organisation,
  world,
  send,
  as,
}) => {
  const site = await organisation('private');
  const call = makeCaller(send, site);
  const { make, group } = site;
  const owner = accessLevelOf.owner;
  const account = await site.newServiceAccount('group');
  await make('POST', `/groups/${group.id}/members`, { user_id: account.id, access_level: owner });
  const ofAccount = await make('POST', `/groups/${group.id}/service_accounts/${account.id}/personal_access_tokens`, {
    name: 'x',
    scopes: ['api'],
  });
  const ofBot = await make('POST', `/groups/${group.id}/access_tokens`, {
    name: 'x',
    scopes: ['api'],
    access_level: owner,
  });
  const origin = { ip: null, userAgent: null };
  const session = await impersonate(as('root'), { userId: world.userIds.ada, reason: 'Ticket 12', origin });
  const cookie = { cookie: `_gitlab_session=${session}`, 'x-csrf-token': csrfTokenOf(session) };
  const ada = { id: world.userIds.ada, name: 'ada' };
  const principals = {
    'service account': {
      headers: { 'private-token': ofAccount.token },
      caller: { ...ada, id: world.userIds.otto },
      isProgram: true,
    },
    bot: { headers: { 'private-token': ofBot.token }, caller: { ...ada, id: world.userIds.otto }, isProgram: true },
    'impersonating administrator': { headers: cookie, caller: ada, isProgram: false },
  };
  for (const [who, { headers, caller, isProgram }] of Object.entries(principals)) {
    const seen: Record<string, boolean> = {};
    const wanted: Record<string, boolean> = {};
    for (const row of calls) {
      seen[row.call] = (await call(row, caller, headers)) === 'may';
      const isRefused = isProgram
        ? row.isForPeople === true || row.call.includes('/personal_access_tokens/{token_id}')
        : row.needsOwnHands === true;
      wanted[row.call] = promised(row, 'ada', site) === 'may' && !isRefused;
    }
    expect([who, seen]).toEqual([who, wanted]);
  }
});

test('OG-PM-02: what a token of each scope may do over REST', async ({ organisation, world, send }) => {
  const site = await organisation('private');
  const call = makeCaller(send, site);
  const enough: Record<'api' | 'read_api' | 'read_user', readonly Scope[]> = {
    api: ['api'],
    read_api: ['api', 'read_api'],
    read_user: ['api', 'read_api', 'read_user'],
  };
  const caller = { id: world.userIds.root, name: 'root' };
  for (const scope of scopes) {
    // Administrators: only the scope limits them.
    const headers = { 'private-token': await tokenFor(world, 'root', [scope]) };
    const seen: Record<string, boolean> = {};
    const wanted: Record<string, boolean> = {};
    for (const row of calls) {
      seen[row.call] = (await call(row, caller, headers)) === 'may';
      wanted[row.call] = enough[row.scope ?? (isRead(row) ? 'read_api' : 'api')].includes(scope);
    }
    expect([scope, seen]).toEqual([scope, wanted]);
  }
});

test('OG-PM-02: pages of administrators and of oneself', async ({ world, as, model }) => {
  void model;
  const { server, routes } = await withRoutes(() =>
    buildServer({ services: world.services, logLevel: 'error', secret: 's'.repeat(32), dataDir: '/nowhere' }),
  );
  const sessionOf = async (name: Exclude<CastName, 'nobody'>) =>
    beginSession(world.db, world.userIds[name], { ip: null, userAgent: null });
  const origin = { ip: null, userAgent: null };
  const secrets: Record<string, string | null> = {
    nobody: null,
    gwen: await sessionOf('gwen'),
    ada: await sessionOf('ada'),
    root: await sessionOf('root'),
    'root as ada': await impersonate(as('root'), { userId: world.userIds.ada, reason: 'Ticket 12', origin }),
  };
  const pages = routes.filter(
    ({ method, url }) =>
      method !== 'HEAD' &&
      /^\/-\/(admin|sessions|identities|two-factor|password|profile\.json|email|incoming_mail|impersonation)/.test(url),
  );
  expect(pages.length).toBeGreaterThan(30);
  const form = {
    email: 'x@milepost.test',
    current_password: 'wrong',
    password: 'x',
    code: '123456',
    username: 'x',
    user_id: world.userIds.otto,
    reason: 'Ticket 12',
  };
  const verdicts: Record<string, Record<string, number>> = {};
  for (const { method, url } of pages) {
    const call = `${String(method)} ${url}`;
    // They end what the others of this test use.
    if (call === 'DELETE /-/sessions' || call === 'DELETE /-/impersonation') continue;
    verdicts[call] = {};
    for (const [who, secret] of Object.entries(secrets)) {
      const headers =
        secret === null ? {} : { cookie: `_gitlab_session=${secret}`, 'x-csrf-token': csrfTokenOf(secret) };
      const request = {
        method: method as 'GET',
        url: url.replaceAll(':provider', 'corp').replaceAll(/:\w+(\([^)]*\))?/g, '1'),
        headers,
        ...(method !== 'GET' && { payload: form }),
      };
      verdicts[call][who] = (await server.inject(request)).statusCode;
    }
  }
  await server.close();
  const of = (pattern: RegExp) => Object.entries(verdicts).filter(([call]) => pattern.test(call));
  for (const [call, { nobody, gwen, ada, root, 'root as ada': acting }] of of(/ \/-\/admin/)) {
    // Those without the right do not learn that there is such a page.
    expect([call, nobody === 401 || nobody === 404, gwen, ada, acting]).toEqual([call, true, 404, 404, 404]);
    // What is missing or wrong is another matter.
    expect([call, root === 401 || root === 403]).toEqual([call, false]);
  }
  for (const [call, { nobody }] of of(/ \/-\/(sessions|identities|two-factor|password|profile|email|incoming_mail)/)) {
    expect([call, Number(nobody) >= 400]).toEqual([call, true]);
  }
  // A wrong code answers 401, too.
  const own = of(/^GET \/-\/(sessions|identities|two-factor|profile|email)/);
  expect(own.filter(([, { gwen }]) => gwen !== 200)).toEqual([]);
  const changes = of(/^(POST|PUT|DELETE) \/-\/(identities|two-factor|password|email)/).filter(
    // Another name of a passkey changes nothing; a form without its key is refused before.
    ([call]) => !/^(PUT|POST) \/-\/two-factor\/passkeys($|\/:id)/.test(call),
  );
  expect(changes.length).toBeGreaterThan(7);
  expect(changes.filter(([, { 'root as ada': acting }]) => acting !== 403)).toEqual([]);
  const impersonation = verdicts['POST /-/impersonation'];
  expect([impersonation?.['nobody'], impersonation?.['ada'], impersonation?.['root as ada']]).toEqual([401, 403, 403]);
});

test('OG-PM-02: GraphQL fields and tools of MCP', async ({ organisation, world, ask, send }) => {
  const site = await organisation('public');
  const issue = await site.build.issue({ project: site.project, author: 'ada', title: 'Read me' });
  const query = `{ project(fullPath: "${site.project.fullPath}") { createIssueEmail issue(iid: "${issue.iid}") { createNoteEmail } } }`;
  interface Found {
    project: { createIssueEmail: string | null; issue: { createNoteEmail: string | null } };
  }
  const seen: Record<string, boolean[]> = {};
  const tools: Record<string, boolean[]> = {};
  const reference = `${site.project.fullPath}#${issue.iid}`;
  const given: [string, object][] = [
    ['search', { query: 'Read me' }],
    ['read', { item: reference }],
    ['create', { in: site.project.fullPath, type: 'issue', title: 'Made' }],
    ['update', { item: reference, title: 'Changed' }],
    ['comment', { item: reference, body: 'Hello' }],
    ['plan', { changes: [{ action: 'update', item: reference, title: 'Planned' }], dry_run: false }],
  ];
  const tool = async (headers: Record<string, string>, name: string, args: object): Promise<boolean> => {
    const { status, body } = await send({
      method: 'POST',
      url: '/api/v4/mcp',
      headers: { ...headers, accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    });
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return status === 200 && !/"error":|"isError":true/.test(text);
  };
  for (const name of castNames) {
    const { project } = (await ask<Found>(name, query)).data;
    seen[name] = [project.createIssueEmail !== null, project.issue.createNoteEmail !== null];
    const headers: Record<string, string> = name === 'nobody' ? {} : { 'private-token': await tokenFor(world, name) };
    tools[name] = [];
    for (const [each, args] of given) tools[name].push(await tool(headers, each, args));
  }
  const reader = { 'private-token': await tokenFor(world, 'ada', ['read_api']) };
  const ofReader = [];
  for (const [each, args] of given) ofReader.push(await tool(reader, each, args));
  const people = castNames.filter((name) => name !== 'nobody');
  expect(seen).toEqual({ nobody: [false, false], ...Object.fromEntries(people.map((name) => [name, [true, true]])) });
  expect(ofReader).toEqual([true, true, false, false, false, false]);
  const may = (...kinds: boolean[]) => kinds;
  expect(tools).toEqual({
    nobody: may(false, false, false, false, false, false),
    otto: may(true, true, true, false, true, false),
    gwen: may(true, true, true, false, true, false),
    paul: may(true, true, true, true, true, true),
    rita: may(true, true, true, true, true, true),
    dana: may(true, true, true, true, true, true),
    mina: may(true, true, true, true, true, true),
    ada: may(true, true, true, true, true, true),
    root: may(true, true, true, true, true, true),
  });
});
