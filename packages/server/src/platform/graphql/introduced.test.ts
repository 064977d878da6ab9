import { expect } from 'vitest';
import { test } from '../../testing/http.ts';

test('fields marked by `@gl_introduced` are null where the schema lacks them, and every other field is answered', async ({
  ask,
  build,
}) => {
  const group = await build.group({ name: 'Future' });
  await build.epic({ group, title: 'one' });
  const query = `
    query ($path: ID!, $later: LaterInput, $first: Int = 5) {
      laterField @gl_introduced(version: "99.9.9") { id }
      group(fullPath: $path) {
        name @gl_introduced(version: "99.9.9")
        renamed: laterField(by: $later) @gl_introduced(version: "99.9.9") { ...OfLaterType }
        epics(first: $first) { nodes { title ...WithLater } }
        also: epics(laterArgument: true) @gl_introduced(version: "99.9.9") { nodes { title } }
        ... on LaterType @gl_introduced(version: "99.9.9") { laterField }
      }
    }
    fragment WithLater on Epic { iid laterField @gl_introduced(version: "99.9.9") }
    fragment OfLaterType on LaterType { id ...AlsoOfLaterType }
    fragment AlsoOfLaterType on LaterType { name }`;
  expect(await ask('gwen', query, { path: group.fullPath, later: { a: 1 } })).toEqual({
    data: {
      laterField: null,
      group: {
        name: 'Future',
        renamed: null,
        epics: { nodes: [{ title: 'one', iid: '1', laterField: null }] },
        also: null,
      },
    },
  });
});

test('other mistakes are refused in documents with marked fields too', async ({ ask }) => {
  const messageOf = async (query: string) => (await ask('gwen', query)).errors?.[0]?.message;
  const marked = 'laterField @gl_introduced(version: "99.9.9")';
  expect(await messageOf(`{ ${marked} otherField }`)).toBe("Field 'otherField' doesn't exist on type 'Query'");
  expect(await messageOf(`query ($unused: Int) { ${marked} }`)).toContain('$unused');
  expect(await messageOf(`{ ${marked} } fragment Unused on Group { id }`)).toContain('Unused');
  expect(await messageOf('{ laterField @gl_introduced }')).toBeUndefined();
  expect(await messageOf('{ currentUser @gl_introduced { id } }')).toContain('version');
});
