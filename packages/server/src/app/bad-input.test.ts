import { describe, expect } from 'vitest';
import { MAX_INPUT_DEPTH } from '../platform/util/text.ts';
import { testOfInput as test, tokenFor } from '../testing/http.ts';

const tooLarge = '99999999999999999999';
const cursorOf = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url');

describe('bad input over REST is answered with 400 and the name of the parameter', () => {
  for (const [verb, path, input, error] of [
    ['POST', '/todos/abc/mark_as_done', undefined, 'id is invalid'],
    ['POST', `/todos/${tooLarge}/mark_as_done`, undefined, 'id is invalid'],
    ['GET', `/issues/${tooLarge}`, undefined, 'id is invalid'],
    ['GET', `/users/${tooLarge}`, undefined, 'user_id is invalid'],
    ['POST', '/groups', { name: 'a\0b', path: 'fine' }, 'name is invalid'],
    ['POST', '/groups', { name: 'half of a pair \uD800', path: 'fine' }, 'name is invalid'],
    ['POST', '/groups', { name: 'x', path: 'x', parent_id: 1e30 }, 'parent_id is invalid'],
    ['GET', '/groups', { skip_groups: `1,${tooLarge}` }, 'skip_groups is invalid'],
    ['GET', '/issues', { author_id: tooLarge }, 'author_id is invalid'],
    ['GET', '/issues', { weight: '2147483648' }, 'weight is invalid'],
    ['GET', '/groups', { pagination: 'keyset', cursor: cursorOf(['x', { id: 1 }]) }, 'cursor is invalid'],
    ['GET', '/groups', { pagination: 'keyset', cursor: 'nonsense' }, 'cursor is invalid'],
  ] as const) {
    test(`${verb} ${path} ${JSON.stringify(input) ?? ''}`, async ({ call }) => {
      expect(await call('root', verb, path, input)).toMatchObject({ status: 400, body: { error } });
    });
  }

  test('TM-ER-04: a refused value is named with its texts, a missing or wrong parameter in `error`, a refused mutation in its payload', async ({
    call,
    ask,
    build,
  }) => {
    const group = await build.group();
    await build.label({ namespace: group, title: 'Taken' });
    const refusals = [
      ['/groups', { name: 'x', path: '-bad' }, { path: expect.any(Array) as string[] }],
      [`/groups/${group.id}/milestones`, { title: '' }, { title: ["can't be blank"] }],
      [
        `/groups/${group.id}/members`,
        { user_id: build.idOf('otto'), access_level: 25 },
        { access_level: ['is not included in the list'] },
      ],
      // Above every role: still a wrong value, not a missing permission.
      [
        `/groups/${group.id}/members`,
        { user_id: build.idOf('otto'), access_level: 99 },
        { access_level: ['is not included in the list'] },
      ],
      [`/groups/${group.id}/labels`, { name: 'x', color: 'red-ish' }, { color: expect.any(Array) as string[] }],
    ] as const;
    for (const [path, input, message] of refusals)
      expect(await call('ada', 'POST', path, input)).toMatchObject({ status: 400, body: { message } });
    const wrong = [
      [`/groups/${group.id}/milestones`, {}, 'title is missing'],
      [`/groups/${group.id}/members`, { username: 'otto', access_level: 'x' }, 'access_level is invalid'],
      [`/groups/${group.id}/invitations`, { email: 'a@example.com' }, 'access_level is missing'],
    ] as const;
    for (const [path, input, error] of wrong)
      expect(await call('ada', 'POST', path, input)).toMatchObject({ status: 400, body: { error } });

    const mutations = [
      ['labelCreate', { groupPath: group.fullPath, title: 'Taken', color: '#123456' }],
      ['createBoard', { groupPath: group.fullPath, name: 'x'.repeat(300) }],
      [
        'iterationCadenceCreate',
        { groupPath: group.fullPath, title: 'x', active: true, automatic: true, durationInWeeks: 99 },
      ],
    ] as const;
    for (const [name, input] of mutations) {
      const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
      const document = `mutation ($input: ${type}!) { ${name}(input: $input) { errors } }`;
      const { data, errors } = await ask<Record<string, { errors: string[] }>>('ada', document, { input });
      expect([name, errors]).toEqual([name, undefined]);
      expect(data[name]?.errors).toContainEqual(expect.stringMatching(/\w+/));
    }
  });

  test('ids of members, uploads and notes', async ({ call, build }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const issue = await build.issue({ project });
    for (const [path, input, error] of [
      [`/groups/${group.id}/members`, { user_ids: tooLarge }, 'user_ids is invalid'],
      [`/projects/${project.id}/uploads/${tooLarge}`, undefined, 'upload_id is invalid'],
      [`/projects/${project.id}/issues/${issue.iid}/notes/x`, undefined, 'note_id is invalid'],
    ] as const) {
      expect(await call('ada', 'GET', path, input)).toMatchObject({ status: 400, body: { error } });
    }
  });

  test('the names of what every object has', async ({ call, build }) => {
    const project = await build.project();
    for (const name of ['constructor', '__proto__', 'toString']) {
      expect((await call('ada', 'GET', `/projects/${project.id}/templates/${name}`)).status).toBe(404);
      expect(await call('ada', 'GET', '/todos', { type: name })).toMatchObject({
        status: 400,
        body: { error: 'type does not have a valid value' },
      });
    }
  });

  test('a NUL character in an address', async ({ send }) => {
    for (const url of ['/api/v4/groups/a%00b', '/api/v4/groups?search=%00', '/groups/a%00b/-/roadmap']) {
      expect((await send({ method: 'GET', url })).status).toBe(400);
    }
  });

  test('RS-GN-06: an address that is malformed or too long has a message like other errors', async ({ send }) => {
    expect(await send({ method: 'GET', url: '/api/v4/groups/%zz' })).toMatchObject({
      status: 400,
      body: { message: '400 Bad Request' },
    });
    expect(await send({ method: 'GET', url: `/api/v4/groups/${'x'.repeat(3_000)}` })).toMatchObject({
      status: 414,
      body: { message: '414 URI Too Long' },
    });
  });

  test('an address, a form or JSON that is not UTF-8', async ({ send, world }) => {
    const headers = { 'private-token': await tokenFor(world, 'ada') };
    const post = (type: string, payload: Buffer) =>
      send({ method: 'POST', url: '/api/v4/groups', headers: { ...headers, 'content-type': type }, payload });
    expect((await send({ method: 'GET', url: '/api/v4/groups?search=%FF' })).status).toBe(400);
    expect((await send({ method: 'GET', url: '/api/v4/groups/%FF' })).status).toBe(400);
    const malformed = Buffer.from('{"name":"\u00FF","path":"fine"}', 'latin1');
    expect(await post('application/json', malformed)).toMatchObject({
      status: 400,
      body: { error: 'The body is not valid UTF-8' },
    });
    expect((await post('application/x-www-form-urlencoded', Buffer.from('name=%FF&path=fine'))).status).toBe(400);
    // A replacement character that a client really sent is accepted like any other.
    const sent = await post('application/x-www-form-urlencoded', Buffer.from('name=%EF%BF%BD&path=really-sent'));
    expect(sent).toMatchObject({ status: 201, body: { name: '\uFFFD' } });
  });

  test('JSON nested deeper than any client needs', async ({ send, world }) => {
    const payload = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const headers = { 'private-token': await tokenFor(world, 'ada'), 'content-type': 'application/json' };
    const answer = await send({ method: 'POST', url: '/api/v4/groups', headers, payload });
    expect(answer).toMatchObject({ status: 400, body: { error: 'name is invalid' } });
    expect(MAX_INPUT_DEPTH).toBeGreaterThan(20);
  });
});

describe('bad input over GraphQL is a named error', () => {
  test('a NUL character, in the document and in a variable', async ({ ask }) => {
    const escaped = await ask('nobody', String.raw`{ group(fullPath: "a\u0000b") { id } }`);
    expect(escaped.errors).toMatchObject([{ extensions: { code: 'INVALID_TEXT' } }]);
    const variable = await ask('nobody', 'query ($path: ID!) { group(fullPath: $path) { id } }', { path: 'a\0b' });
    expect(variable.errors).toMatchObject([
      { message: 'variables.path is invalid', extensions: { code: 'BAD_REQUEST' } },
    ]);
  });

  test('a cursor that is none, or one of another list', async ({ ask, build }) => {
    const group = await build.group();
    const query = `query ($path: ID!, $after: String) {
      group(fullPath: $path) { epics(after: $after) { nodes { id } } }
    }`;
    for (const after of ['nonsense', cursorOf(['x']), cursorOf(['2026-02-31 00:00:00+00', 1]), cursorOf([null, 1])]) {
      const answer = await ask('ada', query, { path: group.fullPath, after });
      expect(answer.errors).toMatchObject([{ extensions: { code: 'INVALID_CURSOR' } }]);
    }
  });
});
