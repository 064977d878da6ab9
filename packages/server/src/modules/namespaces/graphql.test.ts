import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';

describe('one group or project', () => {
  test('is found by its path, with the fields that the pages query', async ({ ask, build }) => {
    const group = await build.group({ name: 'Tools', visibility: 'public', description: 'All *tools*' });
    const sub = await build.group({ parent: group, name: 'Saws' });
    const project = await build.project({ group: sub, name: 'Jig' });
    const { data } = await ask(
      'gwen',
      `query ($group: ID!, $project: ID!) {
        group(fullPath: $group) {
          id name path fullName fullPath description descriptionHtml visibility webUrl webPath avatarUrl archived emailsDisabled
          parent { fullPath parent { id } } rootNamespace { fullPath } descendantGroupsCount projectsCount
        }
        project(fullPath: $project) { id name fullPath nameWithNamespace webUrl archived group { fullPath } namespace { id fullName } }
        namespace(fullPath: $project) { id fullPath webUrl }
      }`,
      { group: sub.fullPath, project: project.fullPath },
    );
    expect(data).toEqual({
      group: {
        id: `gid://gitlab/Group/${sub.id}`,
        name: 'Saws',
        path: sub.path,
        fullName: 'Tools / Saws',
        fullPath: sub.fullPath,
        description: '',
        descriptionHtml: '',
        visibility: 'public',
        webUrl: `http://milepost.test/groups/${sub.fullPath}`,
        webPath: `/groups/${sub.fullPath}`,
        avatarUrl: null,
        archived: false,
        emailsDisabled: false,
        parent: { fullPath: group.fullPath, parent: null },
        rootNamespace: { fullPath: group.fullPath },
        descendantGroupsCount: 0,
        projectsCount: 1,
      },
      project: {
        id: `gid://gitlab/Project/${project.id}`,
        name: 'Jig',
        fullPath: project.fullPath,
        nameWithNamespace: 'Tools / Saws / Jig',
        webUrl: `http://milepost.test/${project.fullPath}`,
        archived: false,
        group: { fullPath: sub.fullPath },
        namespace: { id: `gid://gitlab/Group/${sub.id}`, fullName: 'Tools / Saws' },
      },
      namespace: {
        id: `gid://gitlab/Namespaces::ProjectNamespace/${project.id}`,
        fullPath: project.fullPath,
        webUrl: `http://milepost.test/${project.fullPath}`,
      },
    });
  });

  test('reads as null if missing, hidden or of the other kind', async ({ ask, build }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const query =
      'query ($path: ID!) { group(fullPath: $path) { id } project(fullPath: $path) { id } namespace(fullPath: $path) { id } }';
    const nothing = { data: { group: null, project: null, namespace: null } };
    expect(await ask('otto', query, { path: group.fullPath })).toEqual(nothing);
    expect(await ask('ada', query, { path: 'no/such/path' })).toEqual(nothing);
    expect((await ask('ada', query, { path: project.fullPath })).data).toMatchObject({
      group: null,
      project: {},
      namespace: {},
    });
  });

  test('shows nothing of a parent that one may not see', async ({ ask, build }) => {
    const hidden = await build.group({ members: {} });
    const sub = await build.group({ parent: hidden, members: { gwen: 'guest' } });
    const query = 'query ($path: ID!) { group(fullPath: $path) { fullPath parent { id } rootNamespace { id } } }';
    expect((await ask('gwen', query, { path: sub.fullPath })).data).toEqual({
      group: { fullPath: sub.fullPath, parent: null, rootNamespace: null },
    });
  });

  test('has the permissions of the viewer', async ({ ask, build }) => {
    const group = await build.group({ visibility: 'public' });
    const project = await build.project({ group });
    const query = `query ($group: ID!, $project: ID!) {
      group(fullPath: $group) { userPermissions { readGroup createProjects createSubgroup adminGroup adminGroupMember archiveGroup removeGroup viewEditPage } }
      project(fullPath: $project) { userPermissions { readProject adminProject adminProjectMember archiveProject removeProject viewEditPage } }
    }`;
    const permissions = async (who: 'nobody' | 'dana' | 'mina' | 'ada') => {
      const { data } = await ask<Record<'group' | 'project', { userPermissions: Record<string, boolean> }>>(
        who,
        query,
        {
          group: group.fullPath,
          project: project.fullPath,
        },
      );
      const granted = (verdicts: Record<string, boolean>) => Object.keys(verdicts).filter((name) => verdicts[name]);
      return [...granted(data.group.userPermissions), ...granted(data.project.userPermissions)];
    };
    expect(await permissions('nobody')).toEqual(['readGroup', 'readProject']);
    expect(await permissions('dana')).toEqual(['readGroup', 'createProjects', 'readProject']);
    expect(await permissions('mina')).toEqual([
      'readGroup',
      'createProjects',
      'createSubgroup',
      'readProject',
      'adminProject',
      'adminProjectMember',
      'archiveProject',
      'viewEditPage',
    ]);
    expect(await permissions('ada')).toHaveLength(14);
    const mayMake = `query ($group: ID!, $project: ID!) {
      group(fullPath: $group) { userPermissions { createEpic } }
      project(fullPath: $project) { userPermissions { createIssue } }
      namespace(fullPath: $group) { userPermissions { setNewWorkItemMetadata } }
    }`;
    const madeBy = async (who: 'nobody' | 'otto' | 'paul') =>
      (await ask(who, mayMake, { group: group.fullPath, project: project.fullPath })).data;
    const verdicts = (createEpic: boolean, createIssue: boolean, setNewWorkItemMetadata: boolean) => ({
      group: { userPermissions: { createEpic } },
      project: { userPermissions: { createIssue } },
      namespace: { userPermissions: { setNewWorkItemMetadata } },
    });
    expect(await madeBy('nobody')).toEqual(verdicts(false, false, false));
    expect(await madeBy('otto')).toEqual(verdicts(false, true, false));
    expect(await madeBy('paul')).toEqual(verdicts(true, true, true));
  });

  test('who plans somewhere below is offered to change many items of the list above', async ({ ask, build }) => {
    const group = await build.group({ visibility: 'public' });
    const below = await build.group({ parent: group, visibility: 'public' });
    const project = await build.project({ group: below, visibility: 'public' });
    const other = await build.project({ group, visibility: 'public' });
    await build.member(project, 'otto', 'planner');
    const query = `query ($path: ID!) {
      group(fullPath: $path) { userPermissions { updateWorkItems } }
      project(fullPath: $path) { userPermissions { updateWorkItems } }
    }`;
    const may = async (who: 'nobody' | 'otto' | 'gwen' | 'paul' | 'root', { fullPath }: { fullPath: string }) => {
      const { data } = await ask<Record<'group' | 'project', { userPermissions: Record<string, boolean> } | null>>(
        who,
        query,
        { path: fullPath },
      );
      return (data.group ?? data.project)?.userPermissions['updateWorkItems'];
    };
    for (const namespace of [group, below, project]) expect(await may('otto', namespace)).toBe(true);
    expect(await may('otto', other)).toBe(false);
    for (const who of ['nobody', 'gwen'] as const) expect(await may(who, group)).toBe(false);
    for (const who of ['paul', 'root'] as const) expect(await may(who, other)).toBe(true);
  });
});

describe('lists', () => {
  const paths = (connection: unknown) => (connection as { nodes: { path: string }[] }).nodes.map(({ path }) => path);

  test('groups and projects below a group, searched and in pages', async ({ ask, build }) => {
    const top = await build.group({ visibility: 'public' });
    const names = ['Beech', 'ash', 'Cedar', 'Ash two'];
    for (const name of names) await build.group({ parent: top, name, path: name.toLowerCase().replace(' ', '-') });
    const hidden = await build.group({ parent: top, path: 'yew', visibility: 'private' });
    await build.project({ group: top, path: 'direct' });
    await build.project({ group: hidden, path: 'deep' });

    const query = `query ($path: ID!, $first: Int, $after: String, $search: String) {
      group(fullPath: $path) {
        descendantGroups(first: $first, after: $after, search: $search) { nodes { path } count pageInfo { hasNextPage endCursor } }
        projects { nodes { path } count }
        all: projects(includeSubgroups: true) { nodes { path } count }
      }
    }`;
    const read = async (who: 'nobody' | 'gwen', variables: object = {}) =>
      (
        await ask<{
          group: Record<
            string,
            { nodes: { path: string }[]; count: number; pageInfo: { hasNextPage: boolean; endCursor: string } }
          >;
        }>(who, query, { path: top.fullPath, after: '', ...variables })
      ).data.group;

    const visible = await read('nobody');
    expect(paths(visible['descendantGroups'])).toEqual(['ash', 'ash-two', 'beech', 'cedar']);
    expect(visible['descendantGroups']?.count).toBe(4);
    expect(paths(visible['all'])).toEqual(['direct']);
    const all = await read('gwen');
    expect(paths(all['descendantGroups'])).toEqual(['ash', 'ash-two', 'beech', 'cedar', 'yew']);
    expect(paths(all['projects'])).toEqual(['direct']);
    expect(paths(all['all'])).toEqual(['deep', 'direct']);
    expect(paths((await read('gwen', { search: 'ASH' }))['descendantGroups'])).toEqual(['ash', 'ash-two']);

    const walked: string[] = [];
    let after = '';
    for (;;) {
      const page: { nodes: { path: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } | undefined = (
        await read('gwen', { first: 2, after })
      )['descendantGroups'];
      if (!page) break;
      walked.push(...paths(page));
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(walked).toEqual(['ash', 'ash-two', 'beech', 'cedar', 'yew']);
  });

  test('all groups and projects, in any order, forwards and backwards', async ({ ask, build, world }) => {
    const mark = `order${world.next()}`;
    const top = await build.group({ name: `${mark} top` });
    const made = [];
    for (const name of ['c', 'A', 'b'])
      made.push(await build.project({ group: top, name: `${mark} ${name}`, path: `${mark}-${name}` }));
    const list = async (sort: string, page = 'first: 10') => {
      const { data } = await ask(
        'ada',
        `query ($search: String!, $sort: String) { projects(search: $search, sort: $sort, ${page}) { nodes { path } } }`,
        { search: mark, sort },
      );
      return paths(data['projects']).map((path) => path.slice(-1));
    };
    expect(await list('name_asc')).toEqual(['A', 'b', 'c']);
    expect(await list('name_desc')).toEqual(['c', 'b', 'A']);
    expect(await list('id_desc')).toEqual(['b', 'A', 'c']);
    expect(await list('created_at_asc')).toEqual(['c', 'A', 'b']);
    expect(await list('name_asc', 'last: 2')).toEqual(['b', 'c']);
    for (const sort of [
      'name_asc',
      'name_desc',
      'created_at_asc',
      'created_at_desc',
      'updated_at_desc',
      'id_asc',
      'path_asc',
    ]) {
      const forwards: string[] = [];
      let after = '';
      for (let count = 0; count < 3; count++) {
        const { data } = await ask<{ projects: { nodes: { path: string }[]; pageInfo: { endCursor: string } } }>(
          'ada',
          'query ($search: String!, $sort: String, $after: String) { projects(search: $search, sort: $sort, first: 1, after: $after) { nodes { path } pageInfo { endCursor } } }',
          { search: mark, sort, after },
        );
        forwards.push(...paths(data.projects).map((path) => path.slice(-1)));
        after = data.projects.pageInfo.endCursor;
      }
      expect(forwards).toEqual(await list(sort));
    }
    const { data } = await ask(
      'ada',
      'query ($ids: [ID!]) { groups(ids: $ids) { nodes { path } } projects(membership: true, ids: []) { nodes { path } } }',
      {
        ids: [`gid://gitlab/Group/${top.id}`],
      },
    );
    expect(paths(data['groups'])).toEqual([top.path]);
    expect(paths(data['projects'])).toEqual([]);
    expect(made).toHaveLength(3);
  });

  test('a page of groups with their counts takes a few statements, however many there are', async ({
    ask,
    build,
    statements,
  }) => {
    const top = await build.group();
    for (let index = 0; index < 12; index++) await build.group({ parent: top });
    const query =
      'query ($path: ID!) { group(fullPath: $path) { descendantGroups { nodes { name parent { name } descendantGroupsCount projectsCount } } } }';
    await ask('ada', query, { path: top.fullPath });
    statements.length = 0;
    await ask('ada', query, { path: top.fullPath });
    // Viewer, group, descendants, counts. The group is the parent of the descendants.
    expect(statements).toHaveLength(4);
  });
});

describe('groupUpdate', () => {
  const mutation = `mutation ($input: GroupUpdateInput!) { groupUpdate(input: $input) { group { fullPath name visibility } errors clientMutationId } }`;

  test('changes the given fields', async ({ ask, build }) => {
    const group = await build.group();
    const input = { fullPath: group.fullPath, name: 'Renamed', visibility: 'internal', clientMutationId: 'x' };
    expect(await ask('ada', mutation, { input })).toEqual({
      data: {
        groupUpdate: {
          group: { fullPath: group.fullPath, name: 'Renamed', visibility: 'internal' },
          errors: [],
          clientMutationId: 'x',
        },
      },
    });
  });

  test('GQ-GN-05: an empty name or path is refused, and null keeps both', async ({ ask, build }) => {
    const group = await build.group({ name: 'Kept' });
    const { fullPath } = group;
    const change = async (fields: object) =>
      (await ask('ada', mutation, { input: { fullPath, ...fields } })).data['groupUpdate'];
    expect(await change({ name: '' })).toMatchObject({ group: null, errors: ["Name can't be blank"] });
    expect(await change({ path: '' })).toMatchObject({ group: null, errors: ["Path can't be blank"] });
    expect(await change({ name: null, path: null })).toMatchObject({ group: { name: 'Kept', fullPath }, errors: [] });
  });

  test('reports invalid input, and only not found to viewers without access', async ({ ask, build }) => {
    const group = await build.group();
    const change = (who: 'ada' | 'mina' | 'otto') =>
      ask(who, mutation, { input: { fullPath: group.fullPath, path: 'a b' } });
    expect((await change('ada')).data).toMatchObject({
      groupUpdate: { group: null, errors: [expect.stringMatching(/^Path can contain only/)] },
    });
    const [forbidden, missing] = [await change('mina'), await change('otto')];
    expect(forbidden.errors?.[0]?.message).toBe(missing.errors?.[0]?.message);
    expect(forbidden.errors?.[0]?.message).toMatch(/does not exist or you don't have permission/);
  });
});
