import { expect } from 'vitest';
import { test } from '../../../testing/http.ts';

const query = /* GraphQL */ `
  query filterTokenGroups($fullPath: ID!, $search: String) {
    group(fullPath: $fullPath) {
      id
      name
      fullName
      fullPath
      descendantGroups(search: $search) {
        nodes {
          id
          name
          fullName
          fullPath
        }
      }
    }
  }
`;

interface NamespaceScope {
  id: string;
  name: string;
  fullName: string;
  fullPath: string;
}

test('GQ-IS-06: the group token finds a group and those below it by name', async ({ ask, build }) => {
  const top = await build.group({ path: 'token', name: 'Token' });
  const web = await build.group({ parent: top, path: 'web', name: 'Web' });
  const deep = await build.group({ parent: web, path: 'web-shop', name: 'Shop' });
  await build.group({ parent: top, path: 'mobile', name: 'Mobile' });
  const found = async (search: string) => {
    const { data } = await ask<{ group: NamespaceScope & { descendantGroups: { nodes: NamespaceScope[] } } }>(
      'ada',
      query,
      {
        fullPath: 'token',
        search,
      },
    );
    return data.group;
  };
  const shown = ({ id, name, fullName, fullPath }: typeof web): NamespaceScope => ({
    id: `gid://gitlab/Group/${id}`,
    name,
    fullName,
    fullPath,
  });
  expect(await found('web')).toEqual({ ...shown(top), descendantGroups: { nodes: [shown(deep), shown(web)] } });
  expect((await found('')).descendantGroups.nodes.map(({ name }) => name)).toEqual(['Mobile', 'Shop', 'Web']);
  const { data } = await ask<{ group: null }>('otto', query, { fullPath: 'token' });
  expect(data.group).toBeNull();
});
