import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test, tokenFor } from '../testing/http.ts';

interface OpenApi {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string; schema: { default?: number } }[] }>>;
}
const openApi = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../docs/api/openapi.json'), 'utf8'),
) as OpenApi;
const calls = Object.entries(openApi.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, call]) => ({ verb, path, ...call })),
);

test('RS-GN-01, RS-GN-02: every call of the REST API is below /api/v4, and nothing is below another version', async ({
  build,
  call,
  send,
}) => {
  expect(calls.filter(({ path }) => !path.startsWith('/api/v4/'))).toEqual([]);
  const group = await build.group({ visibility: 'public' });
  expect((await call('nobody', 'GET', `/groups/${group.id}`)).status).toBe(200);
  for (const base of ['/api/v3', '/api/v5', '/api', ''])
    expect([
      base,
      (await send({ url: `${base}/groups/${group.id}`, headers: { accept: 'application/json' } })).body,
    ]).not.toMatchObject([base, { id: group.id }]);
});

test('RS-GN-03: the calls that start with /-/ answer the same under the base and at the site root', async ({
  build,
  send,
  world,
}) => {
  const group = await build.group();
  const published = calls.filter(({ path }) => path.startsWith('/api/v4/-/'));
  expect(published.map(({ verb, path }) => `${verb.toUpperCase()} ${path.replace('/api/v4', '')}`).toSorted()).toEqual([
    'GET /-/countries',
    'GET /-/country_states',
    'GET /-/subscriptions/payment_form',
    'POST /-/llm/tanuki_bot/ask',
    'POST /-/subscriptions/groups',
    'POST /-/subscriptions/validate_payment_method',
  ]);
  const input = { country: 'DE', id: String(group.id), gitlab_user_id: String(world.userIds.ada), q: 'How?' };
  for (const { verb, path } of published) {
    const seen = [];
    for (const url of [path, path.replace('/api/v4', '')]) {
      for (const who of ['nobody', 'ada'] as const) {
        const headers = who === 'nobody' ? {} : { 'private-token': await tokenFor(world, who) };
        const method = verb.toUpperCase() as 'GET' | 'POST';
        const { status, body } = await send({
          method,
          url,
          headers,
          ...(method === 'GET' ? { query: input } : { payload: input }),
        });
        seen.push({ who, status, body });
      }
    }
    expect([path, seen.slice(2)]).toEqual([path, seen.slice(0, 2)]);
    expect(seen[1]?.status).not.toBe(404);
  }
});

test('RS-GN-04: names of parameters and fields are in snake case', async ({ build, call }) => {
  const names = calls.flatMap(({ path, parameters = [] }) => [
    ...parameters.map(({ name }) => name.replaceAll(/\[.*?\]/g, '')),
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''),
  ]);
  expect(names.filter((name) => !/^[a-z_][a-z0-9_]*$/.test(name))).toEqual([]);

  const group = await build.group();
  const project = await build.project({ group });
  await build.epic({ group });
  await build.issue({ project });
  await build.milestone({ namespace: group });
  await build.label({ namespace: group });
  const paths = ['', '/epics', '/issues', '/milestones', '/labels', '/members', '/projects'];
  for (const path of paths) {
    const { status, body } = await call('ada', 'GET', `/groups/${group.id}${path}`);
    expect([path, status, keysOf(body).filter((key) => !/^[a-z_][a-z0-9_]*$/.test(key))]).toEqual([path, 200, []]);
  }
});

/** The names of all fields of an answer, at every depth. */
function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...keysOf(each)]);
}

test('RS-GN-05: reading and changing answer 200, creating 201, deleting 204, and what a job does later 202', async ({
  build,
  call,
}) => {
  const group = await build.group();
  const path = `/groups/${group.id}`;
  const { status, body } = await call<{ id: number }>('ada', 'POST', `${path}/milestones`, { title: 'v1' });
  expect(status).toBe(201);
  const one = `${path}/milestones/${body.id}`;
  expect((await call('ada', 'GET', one)).status).toBe(200);
  expect((await call('ada', 'PUT', one, { title: 'v2' })).status).toBe(200);
  expect(await call('ada', 'DELETE', one)).toMatchObject({ status: 204, body: null });
  expect((await call('ada', 'DELETE', path)).status).toBe(202);
});

test('RS-GN-06, ER-AI-03: errors have the codes of the published API and a message', async ({ build, call, send }) => {
  const group = await build.group();
  const project = await build.project({ group, visibility: 'private' });
  const path = `/groups/${group.id}`;
  const message = { message: expect.any(String) as string };
  const error = { error: expect.any(String) as string };
  expect(await call('ada', 'POST', `${path}/milestones`, {})).toMatchObject({ status: 400, body: error });
  expect(await call('ada', 'POST', `${path}/milestones`, { title: '' })).toMatchObject({
    status: 400,
    body: { message: { title: [expect.any(String)] } },
  });
  expect(await call('nobody', 'POST', `${path}/milestones`, { title: 'v1' })).toMatchObject({
    status: 401,
    body: { message: '401 Unauthorized' },
  });
  expect(await call('gwen', 'POST', `${path}/milestones`, { title: 'v1' })).toMatchObject({
    status: 403,
    body: { message: '403 Forbidden' },
  });
  const hidden = await call('otto', 'GET', `/projects/${project.id}`);
  expect(hidden).toMatchObject({ status: 404, body: { message: '404 Project Not Found' } });
  expect((await call('otto', 'GET', '/projects/999999999')).body).toEqual(hidden.body);
  expect(await send({ method: 'PATCH', url: `/api/v4${path}` })).toMatchObject({
    status: 405,
    headers: { allow: expect.stringContaining('PUT') as string },
    body: message,
  });
  expect(await send({ method: 'PATCH', url: '/api/v4/no-such-list' })).toMatchObject({ status: 404, body: message });
  const member = { user_id: build.idOf('gwen'), access_level: 10 };
  expect(await call('ada', 'POST', `${path}/members`, member)).toMatchObject({ status: 409, body: message });
  const { id } = await build.vulnerability({ project });
  const issue = await build.issue({ project });
  const link = () => call('mina', 'POST', `/vulnerabilities/${id}/issue_links`, { target_issue_iid: issue.iid });
  await link();
  expect(await link()).toMatchObject({ status: 422, body: message });
  let last = await call('dana', 'GET', '/search', { scope: 'blobs', search: 'text' });
  // The minute may end in between.
  for (let count = 0; count < 60 && last.status !== 429; count++)
    last = await call('dana', 'GET', '/search', { scope: 'blobs', search: 'text' });
  expect(last).toMatchObject({ status: 429, body: message });
});

test('RS-GN-08: a page of a list has 20 rows, at most 100, and its headers count pages and rows', async ({
  build,
  call,
}) => {
  const isPaged = ({ parameters = [] }: (typeof calls)[number]) => parameters.some(({ name }) => name === 'per_page');
  const defaults = calls
    .filter(isPaged)
    .map(({ path, parameters = [] }) => [path, ...['page', 'per_page'].map((name) => defaultOf(parameters, name))]);
  expect(defaults.length).toBeGreaterThan(50);
  // An extension: a lane is a heading of a page of rows. A search in a directory has no pages.
  const others = defaults.filter(([, page, perPage]) => (page ?? 1) !== 1 || perPage !== 20);
  expect(others).toEqual([
    ['/api/v4/groups/{id}/roadmap_lanes', undefined, 50],
    ['/api/v4/ldap/{provider}/groups', undefined, undefined],
    ['/api/v4/ldap/{provider}/groups.json', undefined, undefined],
  ]);

  const group = await build.group();
  for (let index = 0; index < 101; index++) await build.label({ namespace: group });
  const list = async (input: object) => {
    const { body, headers } = await call<object[]>('gwen', 'GET', `/groups/${group.id}/labels`, input);
    const of = (name: string) => headers[`x-${name}`];
    return [body.length, of('total'), of('page'), of('per-page'), of('next-page')];
  };
  expect(await list({})).toEqual([20, '101', '1', '20', '2']);
  expect(await list({ page: 6 })).toEqual([1, '101', '6', '20', '']);
  expect(await list({ per_page: 500 })).toEqual([100, '101', '1', '100', '2']);
  expect(await list({ page: 2, per_page: 100 })).toEqual([1, '101', '2', '100', '']);
  for (const input of [{ page: 0 }, { per_page: 0 }])
    expect((await call('gwen', 'GET', `/groups/${group.id}/labels`, input)).status).toBe(400);
});

function defaultOf(parameters: readonly { name: string; schema: { default?: number } }[], wanted: string) {
  return parameters.find(({ name }) => name === wanted)?.schema.default;
}
