import { expect } from 'vitest';
import { test } from '../../testing/forms.ts';
import { tokenFor } from '../../testing/http.ts';

test('RS-EP-01, RS-BM-08: parameters of any call may be the fields of a multipart form', async ({ build, form }) => {
  const group = await build.group();
  const epics = `/api/v4/groups/${group.id}/epics`;
  // A file that no parameter asks for is skipped.
  const file = { name: 'a.txt', bytes: 'skipped' };
  const fields = { title: 'Sent as a form ✓', 'labels[]': 'one', confidential: 'True' };
  expect(await form('ada', 'POST', epics, file, fields)).toMatchObject({
    status: 201,
    body: { title: 'Sent as a form ✓', labels: ['one'], confidential: true },
  });
  expect(await form('ada', 'PUT', `/api/v4/groups/${group.id}`, null, { description: 'Changed' })).toMatchObject({
    status: 200,
    body: { description: 'Changed' },
  });
  expect(await form('ada', 'POST', epics, null, { title: 'a\0b' })).toMatchObject({
    status: 400,
    body: { error: 'title is invalid' },
  });
  expect(await form('ada', 'POST', epics, null, { title: 'x'.repeat(9 * 1024 * 1024) })).toMatchObject({ status: 413 });
});

test('RS-GN-06: a malformed multipart form is answered with 400, also where a file is expected', async ({
  build,
  send,
  world,
}) => {
  const project = await build.project();
  const token = await tokenFor(world, 'ada');
  const cut = '--part\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc';
  for (const path of ['issues', 'uploads'])
    for (const [type, payload] of [
      ['multipart/form-data', 'title=a'],
      ['multipart/form-data; boundary=part', 'title=a'],
      ['multipart/form-data; boundary=part', cut],
    ] as const) {
      const headers = { 'private-token': token, 'content-type': type };
      const answer = await send({ method: 'POST', url: `/api/v4/projects/${project.id}/${path}`, headers, payload });
      expect([path, type, answer]).toMatchObject([
        path,
        type,
        { status: 400, body: { error: 'The body is not a valid form' } },
      ]);
    }
});

test('GQ-GN-03: forms and query strings hold the variables of a GraphQL call as JSON', async ({
  build,
  form,
  send,
  world,
}) => {
  const group = await build.group();
  const query = 'query ($path: ID!) { group(fullPath: $path) { name } }';
  const variables = JSON.stringify({ path: group.fullPath });
  const url = '/api/graphql';
  const headers = { 'private-token': await tokenFor(world, 'ada') };
  const answers = [
    await form('ada', 'POST', url, null, { query, variables }),
    await send({ method: 'GET', url, query: { query, variables }, headers }),
    await send({ method: 'POST', url, payload: { query, variables }, headers }),
    await send({
      method: 'POST',
      url,
      payload: new URLSearchParams({ query, variables }).toString(),
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    }),
  ];
  const expected = { status: 200, body: { data: { group: { name: group.name } } } };
  expect(answers).toMatchObject(answers.map(() => expected));
  expect(await send({ method: 'POST', url, payload: { query, variables: '{' }, headers })).toMatchObject({
    status: 400,
    body: { errors: [{ message: '"variables" is not valid JSON' }] },
  });
});
