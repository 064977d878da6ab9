// @vitest-environment jsdom
import { UNVERIFIED } from '@milepost/core/errors';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, Status } from '../testing/page.tsx';
import {
  DatabaseUnavailableError,
  UnavailableError,
  GraphQLRequestError,
  NotFoundError,
  NetworkError,
  ForbiddenError,
  ValidationError,
  ServerError,
  UnauthenticatedError,
  StorageFullError,
  TooManyRequestsError,
} from '../platform/api/errors.ts';
import { request } from '../platform/api/graphql.ts';
import { readRefusal, sendJson } from '../platform/api/http.ts';
import { restPage, restPath } from '../platform/api/rest.ts';
import { readSession, session, setSession } from '../platform/session/session.ts';

beforeEach(() => setSession({ csrfToken: 'secret' }));
afterEach(() => vi.unstubAllGlobals());

const document = { __meta__: undefined, toString: () => 'query groupName { group { name } }' };

test.each([
  [401, UnauthenticatedError],
  [403, ForbiddenError],
  [404, NotFoundError],
  [400, ValidationError],
  [409, ValidationError],
  [422, ValidationError],
  [429, TooManyRequestsError],
  [507, StorageFullError],
  [500, ServerError],
  [503, UnavailableError],
])('status %d becomes an error with its own name', async (status, expected) => {
  fakeServer({ 'GET /thing': () => new Status(status, { message: 'why' }) });
  await expect(sendJson('/thing')).rejects.toThrow(expected);
});

test.each([{ message: '503 The database is not available right now' }, 'Service Unavailable'])(
  'a 503 of the database, or of a proxy, says that the database is unavailable: %o',
  async (body) => {
    fakeServer({ 'GET /thing': () => new Status(503, body) });
    await expect(sendJson('/thing')).rejects.toThrow(DatabaseUnavailableError);
  },
);

test('a server that cannot be reached is a NetworkError, and may pass', async () => {
  fakeServer({ 'GET /thing': () => new TypeError('fetch failed') });
  const error = await sendJson('/thing').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NetworkError);
  expect((error as NetworkError).mayPass).toBe(true);
});

describe('a new session in another tab', () => {
  const ada = { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false };
  /** The server knows the new token only; its pages hand it to the current user. */
  function answerTo(viewer: typeof ada | null): () => (string | null)[] {
    const tokens: (string | null)[] = [];
    setSession({ viewer: ada, csrfToken: 'old' });
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url === '/')
        return new Response(`<script id="bootstrap">${JSON.stringify({ viewer, csrfToken: 'new' })}</script>`);
      const token = new Headers(init.headers).get('x-csrf-token');
      tokens.push(token);
      return token === 'new'
        ? new Response('{}')
        : new Response(JSON.stringify({ message: UNVERIFIED }), { status: 403 });
    });
    return () => tokens;
  }

  test('goes on in this one, for the same person', async () => {
    const tokens = answerTo(ada);
    await sendJson('/thing', { method: 'PUT', body: {} });
    await sendJson('/thing', { method: 'PUT', body: {} });
    expect(tokens()).toEqual(['old', 'new', 'new']);
  });

  test.each([[{ ...ada, id: 2 }], [null]])('changes nothing in the name of another user: %o', async (other) => {
    const tokens = answerTo(other);
    await expect(sendJson('/thing', { method: 'PUT', body: {} })).rejects.toThrow(ForbiddenError);
    expect(tokens()).toEqual(['old']);
  });
});

test('what was so already is no failure, and has no answer', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 304 }));
  await expect(sendJson('/thing', { method: 'POST' })).resolves.toBeUndefined();
});

test('changes carry the CSRF token, reads do not', async () => {
  const headers: Headers[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    headers.push(new Headers(init.headers));
    return new Response('{}');
  });
  await sendJson('/thing');
  await sendJson('/thing', { method: 'POST', body: { a: 1 } });
  expect(headers.map((header) => header.get('x-csrf-token'))).toEqual([null, 'secret']);
  expect(headers[1]?.get('content-type')).toBe('application/json');
});

test.each([
  ['{"message":"404 Project Not Found"}', { message: '404 Project Not Found', fields: {} }],
  ['{"error":"title is missing"}', { message: 'title is missing', fields: {} }],
  [
    '{"message":{"title":["can\'t be blank"],"due_date":["is invalid"]}}',
    {
      message: "Title can't be blank, Due date is invalid",
      fields: { title: ["can't be blank"], due_date: ['is invalid'] },
    },
  ],
  ['<html>', { message: 'Bad Gateway', fields: {} }],
])('the error body %s is read', (text, expected) => {
  expect(readRefusal(text, 'Bad Gateway')).toEqual(expected);
});

test('a document and its variables go to the one address of GraphQL', async () => {
  const asked = fakeServer({ groupName: () => ({ group: { name: 'Kubernetes' } }) });
  await expect(request(document, { fullPath: 'kubernetes' })).resolves.toEqual({ group: { name: 'Kubernetes' } });
  expect(asked[0]).toMatchObject({
    method: 'POST',
    url: '/api/graphql',
    body: { variables: { fullPath: 'kubernetes' } },
  });
});

test('GraphQL errors are thrown, and those of an expired session are distinguished', async () => {
  fakeServer({ groupName: () => new Status(200, { data: null, errors: [{ message: 'Query is too complex' }] }) });
  await expect(request(document, {})).rejects.toThrow(new GraphQLRequestError(['Query is too complex']));
  fakeServer({
    groupName: () =>
      new Status(200, { errors: [{ message: 'Sign in to continue', extensions: { code: 'UNAUTHENTICATED' } }] }),
  });
  await expect(request(document, {})).rejects.toThrow(UnauthenticatedError);
});

test('a document the server does not know means that the page is outdated', async () => {
  fakeServer({ groupName: () => new Status(404, { errors: [{ message: 'No such persisted document' }] }) });
  await expect(request(document, {})).rejects.toMatchObject({ name: 'GraphQLRequestError', isOutdated: true });
});

test('REST parameters without a value are left out', () => {
  expect(restPath('/groups/a%2Fb/labels', { search: '', per_page: 50, state: undefined, with_counts: true })).toBe(
    '/api/v4/groups/a%2Fb/labels?per_page=50&with_counts=true',
  );
});

test('a REST page tells how many there are and which page is next', async () => {
  vi.stubGlobal('fetch', async () => new Response('[1,2]', { headers: { 'x-total': '7', 'x-next-page': '2' } }));
  await expect(restPage('/groups', {}, 1)).resolves.toEqual({ items: [1, 2], total: 7, nextPage: 2 });
  vi.stubGlobal('fetch', async () => new Response('[]', { headers: { 'x-next-page': '' } }));
  await expect(restPage('/groups', {}, 4)).resolves.toEqual({ items: [], total: null, nextPage: null });
});

test('DP-IN-17: the first day of the week is the server’s, or Sunday', () => {
  const read = (bootstrap: string) =>
    readSession(
      new DOMParser().parseFromString(
        `<script type="application/json" id="bootstrap">${bootstrap}</script>`,
        'text/html',
      ),
    ).firstWeekday;
  expect(read('{"firstWeekday":1}')).toBe(1);
  expect(read('{"firstWeekday":"monday"}')).toBe(0);
  expect(read('{}')).toBe(0);
});

test('the session is read from the page, and is anonymous if the page has none', () => {
  const page = new DOMParser().parseFromString(
    '<script type="application/json" id="bootstrap">{"viewer":{"id":1,"username":"ada","name":"Ada","avatarUrl":null,"isAdmin":true},"csrfToken":"t","version":"1.0"}</script>',
    'text/html',
  );
  expect(readSession(page)).toMatchObject({
    viewer: { username: 'ada', isAdmin: true },
    csrfToken: 't',
    version: '1.0',
  });
  expect(readSession(new DOMParser().parseFromString('', 'text/html'))).toMatchObject({
    viewer: null,
    csrfToken: '',
    version: '',
    firstWeekday: 0,
    timeZone: null,
    hasShortcuts: true,
    uploadLimit: 256 * 1024 * 1024,
    sharedRoadmap: null,
  });
  expect(session().csrfToken).toBe('secret');
});
