import { expect } from 'vitest';
import { testWithDocuments, tokenFor } from '../testing/http.ts';

const test = testWithDocuments({
  read: 'query q($iid: String!) { project(fullPath: "a/b") { issue(iid: $iid) { id } } }',
  change: 'mutation m($id: WorkItemID!) { workItemUpdate(input: { id: $id, stateEvent: CLOSE }) { errors } }',
});

test('a persisted document reports the same errors before and after it is compiled', async ({ world, server }) => {
  const headers = { 'private-token': await tokenFor(world, 'root') };
  const messages = async (query: string, variables: object): Promise<string[]> => {
    const { body } = await server.inject({
      method: 'POST',
      url: '/api/graphql',
      headers,
      payload: { persisted: true, query, variables },
    });
    return (JSON.parse(body) as { errors: { message: string }[] }).errors.map(({ message }) => message);
  };
  // The second use compiles.
  for (const _use of [1, 2, 3]) {
    expect(await messages('read', { iid: 7 })).toEqual(['Variable $iid of type String! was provided invalid value']);
    expect(await messages('change', { id: 'gid://gitlab/WorkItem/987654321' })).toEqual([
      "The resource that you are attempting to access does not exist or you don't have permission to perform this action",
    ]);
  }
});

test('a body that is not JSON is answered with 400 and a clear message', async ({ send }) => {
  const answer = await send({
    method: 'POST',
    url: '/api/graphql',
    headers: { 'content-type': 'application/json' },
    payload: '{ "query": ',
  });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ errors: [{ message: 'The body is not valid JSON' }] });
});

test('a document that exceeds the limits is refused before it runs', async ({ ask }) => {
  const nested = (depth: number): string =>
    depth === 0 ? 'id' : `descendantGroups(first: 100) { nodes { ${nested(depth - 1)} } }`;
  const answer = await ask('nobody', `{ groups { nodes { ${nested(6)} } } }`);
  expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'QUERY_TOO_COMPLEX' });
});

test('an invalid document is answered with message, location and path of each error', async ({ ask }) => {
  const answer = await ask('ada', '{\n  currentUser { nme }\n  project { id }\n}');
  expect(answer).toMatchObject({ data: null });
  expect(answer.errors).toEqual([
    {
      message: "Field 'nme' doesn't exist on type 'CurrentUser'",
      locations: [{ line: 2, column: 17 }],
      path: ['query', 'currentUser', 'nme'],
      extensions: { code: 'undefinedField', typeName: 'CurrentUser', fieldName: 'nme' },
    },
    {
      message: "Field 'project' is missing required arguments: fullPath",
      locations: [{ line: 3, column: 3 }],
      path: ['query', 'project'],
      extensions: {
        code: 'missingRequiredArguments',
        className: 'Field',
        name: 'project',
        arguments: 'fullPath',
      },
    },
  ]);
  expect((await ask('ada', '{ currentUser { id }')).errors).toEqual([
    {
      message: 'Unexpected end of document at [1, 21]',
      locations: [{ line: 1, column: 21 }],
      extensions: { code: 'syntaxError' },
    },
  ]);
});

test('a literal that a scalar refuses is named with its location', async ({ ask }) => {
  const document = '{ group(fullPath: "acme") { epics(createdAfter: "never") { nodes { id } } } }';
  expect((await ask('ada', document)).errors).toEqual([
    {
      message: `Argument 'createdAfter' on Field 'epics' has an invalid value ("never"). Expected type 'Time'.`,
      locations: [{ line: 1, column: 49 }],
      path: ['query', 'group', 'epics', 'createdAfter'],
      extensions: { code: 'argumentLiteralsIncompatible', typeName: 'Field', argumentName: 'createdAfter' },
    },
  ]);
});

test('a variable that does not fit is named with its type, also when the document was asked before', async ({
  ask,
}) => {
  const document = 'query Group($path: ID!) { group(fullPath: $path) { id } }';
  for (let time = 0; time < 3; time += 1)
    expect((await ask('ada', document, { path: null })).errors).toEqual([
      {
        message: 'Variable $path of type ID! was provided invalid value',
        locations: [{ line: 1, column: 13 }],
        extensions: {
          code: 'variableInvalidValue',
          problems: [{ path: [], explanation: 'Expected value to not be null' }],
        },
      },
    ]);
});
