import { expect } from 'vitest';
import { test, tokenFor, type GraphqlAnswer } from '../testing/http.ts';

test('a batch answers each of its operations, reading and changing', async ({ send, build, world }) => {
  const group = await build.group();
  const project = await build.project({ group });
  const issue = await build.issue({ project, title: 'Before' });
  const read = `query ($path: ID!, $iid: String) { project(fullPath: $path) { issue(iid: $iid) { title labels { nodes { title } } } } }`;
  const change = `mutation ($path: ID!, $iid: String!) {
    updateIssue(input: { projectPath: $path, iid: $iid, title: "After" }) { errors issue { title author { username } } }
  }`;
  const variables = { path: project.fullPath, iid: String(issue.iid) };
  const answer = await send({
    method: 'POST',
    url: '/api/graphql',
    headers: { 'private-token': await tokenFor(world, 'ada') },
    payload: [
      { query: read, variables },
      { query: '{ currentUser { username } group(fullPath: "nowhere") { id } }' },
      { query: '{ nothingOfTheKind }' },
      { query: change, variables },
    ],
  });
  expect(answer.status).toBe(200);
  const [first, second, third, fourth] = answer.body as GraphqlAnswer<Record<string, unknown>>[];
  expect(first).toEqual({ data: { project: { issue: { title: expect.any(String), labels: { nodes: [] } } } } });
  expect(second).toEqual({ data: { currentUser: { username: 'ada' }, group: null } });
  expect(third?.errors).toHaveLength(1);
  expect(third?.errors?.[0]?.extensions?.['code']).not.toBe('INTERNAL');
  expect(fourth?.data['updateIssue']).toMatchObject({ errors: [], issue: { title: 'After' } });
});

for (const [payload, message] of [
  [{ query: 1 }, '"query" must be a text'],
  [{ query: ['{ currentUser { id } }'] }, '"query" must be a text'],
  [[{ query: '{ currentUser { id } }' }, { query: 1 }], '"query" must be a text'],
  [{ query: '{ currentUser { id } }', variables: [] }, '"variables" must be an object'],
  [{ query: '{ currentUser { id } }', operationName: 7 }, '"operationName" must be a text'],
  [[1, null], 'The body must be an object with a "query"'],
] as const) {
  test(`a request that is no operation is refused by name: ${JSON.stringify(payload)}`, async ({ send }) => {
    const answer = await send({ method: 'POST', url: '/api/graphql', payload });
    expect(answer).toMatchObject({
      status: 400,
      body: { data: null, errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] },
    });
  });
}

for (const query of ['1', 'null', '[]', '{"kind":"Document","definitions":[{"kind":"OperationDefinition"}]}']) {
  test(`JSON is no GraphQL document: ${query}`, async ({ ask }) => {
    const answer = await ask('nobody', query);
    expect(answer.errors?.[0]?.message).toMatch(/^(Parse error on|Expected NAME)/);
  });
}
