import { expect } from 'vitest';
import { test } from '../testing/http.ts';

test('a body that is no JSON is answered with 400 and says so', async ({ send }) => {
  const answer = await send({
    method: 'POST',
    url: '/api/graphql',
    headers: { 'content-type': 'application/json' },
    payload: '{ "query": ',
  });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ errors: [{ message: 'The body is not valid JSON' }] });
});

test('a document that asks for too much is refused before it runs', async ({ ask }) => {
  const nested = (depth: number): string =>
    depth === 0 ? 'id' : `descendantGroups(first: 100) { nodes { ${nested(depth - 1)} } }`;
  const answer = await ask('nobody', `{ groups { nodes { ${nested(6)} } } }`);
  expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'QUERY_TOO_COMPLEX' });
});
