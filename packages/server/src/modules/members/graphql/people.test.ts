import { describe, expect } from 'vitest';
import { test } from '../../../testing/http.ts';

describe('usersAutocomplete', () => {
  const query = /* GraphQL */ `
    query usersAutocomplete($fullPath: ID!, $search: String, $isProject: Boolean!) {
      group(fullPath: $fullPath) @skip(if: $isProject) {
        autocompleteUsers(search: $search) {
          id
          avatarUrl
          name
          username
        }
      }
      project(fullPath: $fullPath) @include(if: $isProject) {
        autocompleteUsers(search: $search) {
          id
          avatarUrl
          name
          username
        }
      }
    }
  `;
  interface NamespaceScope {
    autocompleteUsers: { id: string; avatarUrl: string | null; name: string; username: string }[];
  }
  interface Offered {
    group?: NamespaceScope;
    project?: NamespaceScope;
  }

  test('GQ-RM-32, GQ-RM-33, GQ-RM-34: people of the group or of the project, by the typed text', async ({
    ask,
    build,
    world,
  }) => {
    const group = await build.group({ path: 'offering' });
    const project = await build.project({ group, path: 'site' });
    await build.member(project, 'otto', 'developer');
    const offered = async (search: string, isProject = false) => {
      const fullPath = isProject ? 'offering/site' : 'offering';
      const { data } = await ask<Offered>('ada', query, { fullPath, search, isProject });
      return (isProject ? data.project : data.group)?.autocompleteUsers ?? [];
    };
    const named = async (search: string, isProject = false) =>
      (await offered(search, isProject)).map(({ username }) => username);
    expect(await offered('dana')).toEqual([
      { id: `gid://gitlab/User/${world.userIds.dana}`, avatarUrl: null, name: 'Dana Developer', username: 'dana' },
    ]);
    expect(await named('')).toEqual(['ada', 'dana', 'gwen', 'mina', 'otto', 'paul', 'rita']);
    expect(await named('PLAN')).toEqual(['paul']);
    expect(await named('dev', true)).toEqual(['dana']);
    expect(await named('otto', true)).toEqual(['otto']);
    expect(await named('nobody of this name')).toEqual([]);
  });
});
