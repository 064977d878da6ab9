import type { FastifyInstance, InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { testWithDocuments, tokenFor } from '../testing/http.ts';

/*
 * python-gitlab compares the whole Content-Type with `application/json` before it reads a body, and parses any body announced
 * as JSON, even an empty one.
 */

const test = testWithDocuments({ hash: '{ currentUser { username } }' });

async function typeOf(server: FastifyInstance, request: InjectOptions): Promise<string> {
  const { statusCode, headers } = await server.inject(request);
  return `${statusCode} ${String(headers['content-type'] ?? 'none')}`;
}

test('JSON is announced as application/json and nothing more, on every edge', async ({ server, world, build }) => {
  const project = await build.project({ visibility: 'public' });
  const issue = await build.issue({ project, author: 'ada' });
  const headers = { 'private-token': await tokenFor(world, 'root') };
  const to = (url: string, more: Partial<InjectOptions> = {}) => typeOf(server, { url, headers, ...more });
  const post = (url: string, payload: InjectOptions['payload'], more: Record<string, string> = {}) =>
    to(url, { method: 'POST', payload, headers: { ...headers, ...more } });

  expect(await to('/api/v4/projects')).toBe('200 application/json');
  expect(await to(`/api/v4/projects/${project.id}`)).toBe('200 application/json');
  // Long enough to be compressed.
  expect(await to('/api/v4/openapi.json', { headers: { 'accept-encoding': 'gzip' } })).toBe('200 application/json');
  expect(await post(`/api/v4/projects/${project.id}/labels`, { name: 'a', color: '#112233' })).toBe(
    '201 application/json',
  );
  expect(await post('/api/v4/groups', { name: '' })).toBe('400 application/json');
  expect(await post('/api/v4/groups', '{ "name": ', { 'content-type': 'application/json' })).toBe(
    '400 application/json',
  );
  expect(await post('/api/v4/groups', 'name', { 'content-type': 'text/odd' })).toBe('415 application/json');
  expect(await to('/api/v4/projects', { headers: { 'private-token': 'wrong' } })).toBe('401 application/json');
  expect(await to('/api/v4/projects/987654')).toBe('404 application/json');
  expect(await to('/api/v4/nothing/here')).toBe('404 application/json');
  expect(await to('/api/v4/%zz')).toBe('400 application/json');

  const query = { query: '{ currentUser { username } }' };
  expect(await post('/api/graphql', query)).toBe('200 application/json');
  expect(await post('/api/graphql', { query: '{ nothing }' })).toMatch(/^\d+ application\/json$/);
  expect(await post('/api/graphql', query, { 'private-token': 'wrong' })).toBe('401 application/json');
  // The second response comes from the cache.
  for (const _ of [1, 2]) {
    expect(await post('/api/graphql', { query: 'hash', persisted: true })).toBe('200 application/json');
  }

  expect(await to(`/${project.fullPath}/-/issues/${issue.iid}.json`)).toBe('200 application/json');
  expect(await to('/-/imports', { headers: { ...headers, accept: 'application/json' } })).toBe('200 application/json');
  expect(await to('/-/imports/987654')).toBe('404 application/json');
  expect(await to('/-/readiness')).toBe('200 application/json');
  expect(await post('/-/sign-in', { username: 'nobody-there', password: 'wrong' })).toBe('401 application/json');
});

test('an answer without a body announces no JSON', async ({ server, world, build }) => {
  const project = await build.project();
  const issue = await build.issue({ project, author: 'ada' });
  const headers = { 'private-token': await tokenFor(world, 'root') };
  const to = (method: 'POST' | 'DELETE', path: string) =>
    typeOf(server, { method, url: `/api/v4/projects/${project.id}/issues/${issue.iid}${path}`, headers });
  expect(await to('POST', '/subscribe')).toBe('201 application/json');
  expect(await to('POST', '/subscribe')).toBe('304 none');
  expect(await to('DELETE', '')).toBe('204 none');
});
