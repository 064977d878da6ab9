import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';

type Rows = { id: number; path: string; full_path?: string }[];

describe('groups', () => {
  test('AI-ST-09: a group takes the settings of a change from the start, or is not created', async ({
    call,
    build,
    world,
  }) => {
    const wanted = {
      request_access_enabled: false,
      require_two_factor_authentication: true,
      two_factor_grace_period: 12,
      duo_availability: 'never_on',
      experiment_features_enabled: true,
    };
    const create = (input: object) =>
      call('ada', 'POST', '/groups', { name: 'Set', path: `set-${world.next()}`, ...input });
    expect(await create(wanted)).toMatchObject({ status: 201, body: wanted });
    const parent_id = (await build.group()).id;
    expect((await create({ parent_id, experiment_features_enabled: true })).status).toBe(400);
    expect((await call<Rows>('ada', 'GET', `/groups/${parent_id}/subgroups`)).body).toEqual([]);
  });

  test('are created, shown, changed and deleted with the published fields', async ({ call, world }) => {
    const path = `plan-${world.next()}`;
    const made = await call('ada', 'POST', '/groups', {
      name: 'Plan',
      path,
      description: 'All plans',
      visibility: 'public',
    });
    expect(made.status).toBe(201);
    const id = Number(made.body['id']);
    expect(made.body).toMatchObject({
      name: 'Plan',
      path,
      description: 'All plans',
      visibility: 'public',
      avatar_url: null,
      web_url: `http://milepost.test/groups/${path}`,
      request_access_enabled: true,
      full_name: 'Plan',
      full_path: path,
      parent_id: null,
      shared_with_groups: [],
      projects: [],
    });
    const sub = await call('ada', 'POST', '/groups', { name: 'Sub', path: 'sub', parent_id: id });
    expect(sub.body).toMatchObject({
      full_path: `${path}/sub`,
      full_name: 'Plan / Sub',
      parent_id: id,
      visibility: 'private',
    });

    const encoded = encodeURIComponent(`${path}/sub`);
    expect((await call('ada', 'GET', `/groups/${encoded}`)).body).toMatchObject({ id: sub.body['id'] });
    expect((await call('nobody', 'GET', `/groups/${path}.json`)).body).toMatchObject({ id });
    expect(await call('nobody', 'GET', `/groups/${encoded}`)).toMatchObject({
      status: 404,
      body: { message: '404 Group Not Found' },
    });

    const changed = await call('ada', 'PUT', `/groups/${id}`, { name: 'Plans', path: `${path}s` });
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'Plans', full_path: `${path}s`, description: 'All plans' },
    });
    expect((await call('ada', 'GET', `/groups/${encodeURIComponent(`${path}s/sub`)}`)).status).toBe(200);

    expect((await call('otto', 'DELETE', `/groups/${id}`)).status).toBe(403);
    expect((await call('ada', 'DELETE', `/groups/${id}`)).status).toBe(202);
    expect((await call('mina', 'GET', `/groups/${id}`)).status).toBe(404);
    expect((await call('ada', 'GET', `/groups/${id}`)).body).toMatchObject({
      marked_for_deletion_on: new Date().toISOString().slice(0, 10),
    });
  });

  test('RS-BM-08: a body changes a group', async ({ call, build }) => {
    const group = await build.group();
    const { status, body } = await call('ada', 'PUT', `/groups/${group.id}`, {
      description: 'New words',
      visibility: 'internal',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: group.id, description: 'New words', visibility: 'internal', name: group.name });
    expect((await call('mina', 'PUT', `/groups/${group.id}`, { name: 'x' })).status).toBe(403);
  });

  test('wrong input is named in the form that clients read', async ({ call, build }) => {
    const group = await build.group();
    expect(await call('ada', 'POST', '/groups', {})).toMatchObject({
      status: 400,
      body: { error: 'name is missing, path is missing' },
    });
    expect((await call('ada', 'POST', '/groups', { name: 'X', path: 'x', visibility: 'secret' })).body).toEqual({
      error: 'visibility does not have a valid value',
    });
    expect((await call('ada', 'POST', '/groups', { name: 'X', path: group.path })).body).toEqual({
      message: { path: ['has already been taken'] },
    });
    expect((await call('nobody', 'POST', '/groups', { name: 'X', path: 'x' })).status).toBe(401);
  });

  test('are listed: one’s own for people, those that are visible for visitors and administrators', async ({
    call,
    build,
  }) => {
    const mine = await build.group({ name: 'List mine' });
    const open = await build.group({ name: 'List open', visibility: 'public', members: {} });
    const hidden = await build.group({ name: 'List hidden', members: {} });
    const sub = await build.group({ name: 'List sub', parent: mine });
    const listed = async (who: 'gwen' | 'nobody' | 'root', parameters: object = {}) => {
      const { body } = await call<Rows>(who, 'GET', '/groups', { search: 'list ', ...parameters });
      return body.map(({ id }) => id);
    };
    expect(await listed('gwen')).toEqual([mine.id, sub.id]);
    expect(await listed('gwen', { all_available: 'true' })).toEqual([mine.id, open.id, sub.id]);
    expect(await listed('nobody')).toEqual([open.id]);
    expect(await listed('root')).toEqual([hidden.id, mine.id, open.id, sub.id]);
    expect(await listed('root', { sort: 'desc', top_level_only: true })).toEqual([open.id, mine.id, hidden.id]);
    expect(await listed('gwen', { min_access_level: 30 })).toEqual([]);
    expect(await listed('gwen', { owned: true })).toEqual([]);
    expect(await listed('root', { skip_groups: `${hidden.id},${mine.id}` })).toEqual([open.id, sub.id]);
    expect(await listed('root', { visibility: 'public' })).toEqual([open.id]);
    expect(await listed('root', { order_by: 'id', sort: 'desc' })).toEqual([sub.id, hidden.id, open.id, mine.id]);
    expect((await call('gwen', 'GET', '/groups', { min_access_level: 7 })).body).toEqual({
      error: 'min_access_level does not have a valid value',
    });
  });

  test('below a group are paged, directly below or on every level', async ({ call, build }) => {
    const top = await build.group({ visibility: 'public' });
    const a = await build.group({ parent: top, name: 'A' });
    const b = await build.group({ parent: a, name: 'B' });
    const hidden = await build.group({ parent: top, name: 'C', visibility: 'private' });
    const below = async (who: 'ada' | 'nobody', list: string) => {
      const { body } = await call<Rows>(who, 'GET', `/groups/${top.id}/${list}`);
      return body.map(({ id }) => id);
    };
    expect(await below('ada', 'subgroups')).toEqual([a.id, hidden.id]);
    expect(await below('ada', 'descendant_groups')).toEqual([a.id, b.id, hidden.id]);
    expect(await below('nobody', 'descendant_groups')).toEqual([a.id, b.id]);
    const page = await call<Rows>('ada', 'GET', `/groups/${top.id}/descendant_groups`, { per_page: 2, page: 2 });
    expect(page.body.map(({ id }) => id)).toEqual([hidden.id]);
    expect(page.headers).toMatchObject({ 'x-total': '3', 'x-total-pages': '2', 'x-prev-page': '1', 'x-next-page': '' });
  });

  test('are archived and brought back', async ({ call, build }) => {
    const group = await build.group();
    expect((await call('mina', 'POST', `/groups/${group.id}/archive`)).status).toBe(403);
    expect((await call('ada', 'POST', `/groups/${group.id}/archive`)).body).toMatchObject({ archived: true });
    expect((await call('ada', 'POST', `/groups/${group.id}/unarchive`)).body).toMatchObject({ archived: false });
  });
});

describe('projects', () => {
  test('are created, shown, changed and deleted with the published fields', async ({ call, build }) => {
    const group = await build.group({ name: 'Tools', visibility: 'public' });
    const made = await call('dana', 'POST', '/projects', {
      name: 'Web App',
      namespace_id: group.id,
      visibility: 'public',
    });
    expect(made.status).toBe(201);
    const id = Number(made.body['id']);
    const fullPath = `${group.fullPath}/web-app`;
    expect(made.body).toMatchObject({
      name: 'Web App',
      name_with_namespace: 'Tools / Web App',
      path: 'web-app',
      path_with_namespace: fullPath,
      web_url: `http://milepost.test/${fullPath}`,
      visibility: 'public',
      archived: false,
      issues_enabled: true,
      topics: [],
      description: null,
      creator_id: build.idOf('dana'),
      namespace: {
        id: group.id,
        name: 'Tools',
        path: group.path,
        kind: 'group',
        full_path: group.fullPath,
        parent_id: null,
      },
      _links: { self: `http://milepost.test/api/v4/projects/${id}` },
    });
    const shown = await call('dana', 'GET', `/projects/${encodeURIComponent(fullPath)}`);
    expect(shown.body).toMatchObject({
      id,
      permissions: { project_access: { access_level: 40 }, group_access: { access_level: 30 } },
    });
    expect((await call('nobody', 'GET', `/projects/${id}`)).body).toMatchObject({
      permissions: { project_access: null, group_access: null },
    });
    expect((await call('rita', 'PUT', `/projects/${id}`, { name: 'x' })).status).toBe(403);
    expect((await call('mina', 'PUT', `/projects/${id}`, { name: 'Web', path: 'web' })).body).toMatchObject({
      path_with_namespace: `${group.fullPath}/web`,
    });
    expect((await call('rita', 'POST', `/projects/${id}/archive`)).status).toBe(403);
    expect((await call('mina', 'POST', `/projects/${id}/archive`)).body).toMatchObject({ archived: true });
    expect((await call('mina', 'DELETE', `/projects/${id}`)).status).toBe(403);
    expect((await call('ada', 'DELETE', `/projects/${id}`)).status).toBe(202);
    expect(await call('mina', 'GET', `/projects/${id}`)).toMatchObject({
      status: 404,
      body: { message: '404 Project Not Found' },
    });
  });

  test('are listed for all and for a group', async ({ call, build }) => {
    const group = await build.group({ visibility: 'public' });
    const sub = await build.group({ parent: group, name: 'Sub' });
    const first = await build.project({ group, name: 'Lathe one' });
    const second = await build.project({ group: sub, name: 'Lathe two' });
    const hidden = await build.project({ group, name: 'Lathe three', visibility: 'private' });
    const ids = ({ body }: { body: Rows }) => body.map(({ id }) => id);
    const lathes = (who: 'gwen' | 'nobody' | 'otto', parameters: object = {}) =>
      call<Rows>(who, 'GET', '/projects', { search: 'lathe', ...parameters });
    expect(ids(await lathes('gwen'))).toEqual([hidden.id, second.id, first.id]);
    expect(ids(await lathes('nobody'))).toEqual([second.id, first.id]);
    expect(ids(await lathes('otto', { membership: true }))).toEqual([]);
    expect(ids(await lathes('gwen', { order_by: 'name', sort: 'asc' }))).toEqual([first.id, hidden.id, second.id]);
    const simple = await lathes('gwen', { simple: 'true', per_page: 1 });
    expect(simple.body[0]).not.toHaveProperty('permissions');
    const inGroup = (parameters: object = {}) =>
      call<Rows>('gwen', 'GET', `/groups/${group.id}/projects`, { order_by: 'id', sort: 'asc', ...parameters });
    expect(ids(await inGroup())).toEqual([first.id, hidden.id]);
    expect(ids(await inGroup({ include_subgroups: true }))).toEqual([first.id, second.id, hidden.id]);
    const searched = await call<Rows>('gwen', 'GET', '/projects', { search: sub.fullPath, search_namespaces: true });
    expect(ids(searched)).toEqual([second.id]);
  });

  test('EP-NT-09: every parameter of the list narrows it', async ({ call, build }) => {
    const group = await build.group();
    const sub = await build.group({ parent: group, name: 'Yard' });
    const { id: one } = await build.project({ group: sub });
    const { id: two } = await build.project({ group: sub });
    const { id: three } = await build.project({ group: sub });
    await call('ada', 'PUT', `/projects/${two}`, { issues_enabled: false });
    const list = async (parameters: object) => {
      const input = { include_subgroups: true, order_by: 'last_activity_at', with_shared: false, ...parameters };
      const { body } = await call<Rows>('ada', 'GET', `/groups/${group.id}/projects`, input);
      return body.map(({ id }) => id).toSorted((first, second) => first - second);
    };
    expect(await list({})).toEqual([one, two, three]);
    expect(await list({ with_issues_enabled: true })).toEqual([one, three]);
    expect(await list({ search_namespaces: true, search: 'yard' })).toEqual([one, two, three]);
    expect(await list({ id_after: one })).toEqual([two, three]);
    expect(await list({ id_before: three })).toEqual([one, two]);
    expect(await list({ last_activity_after: '2000-01-01' })).toEqual([one, two, three]);
    expect(await list({ last_activity_before: '2000-01-01' })).toEqual([]);
    expect(await list({ updated_after: '2100-01-01T00:00' })).toEqual([]);
    expect(await list({ starred: true })).toEqual([]);
    expect(await list({ topic: 'ships' })).toEqual([]);
    // Scripts walk all projects by their ids.
    const walked = await call<Rows>('ada', 'GET', '/projects', { order_by: 'id', sort: 'asc', id_after: three });
    expect(walked.body.map(({ id }) => id)).not.toContain(three);
  });

  test('count the open issues that the viewer may see', async ({ call, ask, build }) => {
    const project = await build.project({ visibility: 'public' });
    const other = await build.project();
    await build.issue({ project });
    await build.issue({ project, confidential: true });
    await build.issue({ project, state: 'closed' });
    await build.issue({ project: other });
    const open = async (who: 'nobody' | 'ada') =>
      (await call(who, 'GET', `/projects/${project.id}`)).body['open_issues_count'];
    expect([await open('nobody'), await open('ada')]).toEqual([1, 2]);
    const { data } = await ask('nobody', 'query ($path: ID!) { project(fullPath: $path) { openIssuesCount } }', {
      path: project.fullPath,
    });
    expect(data).toEqual({ project: { openIssuesCount: 1 } });
  });

  test('RS-PG-01: the groups of a project are those above it that one may see', async ({ call, build }) => {
    const top = await build.group({ name: 'Top', visibility: 'public' });
    const sub = await build.group({ parent: top, name: 'Sub', visibility: 'public' });
    const project = await build.project({ group: sub });
    const { status, body } = await call<Rows>('nobody', 'GET', `/projects/${project.id}/groups.json`);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: sub.id,
        name: 'Sub',
        avatar_url: null,
        web_url: `http://milepost.test/groups/${sub.fullPath}`,
        full_name: 'Top / Sub',
        full_path: sub.fullPath,
      },
      {
        id: top.id,
        name: 'Top',
        avatar_url: null,
        web_url: `http://milepost.test/groups/${top.fullPath}`,
        full_name: 'Top',
        full_path: top.fullPath,
      },
    ]);
    const narrowed = await call<Rows>('nobody', 'GET', `/projects/${project.id}/groups`, {
      search: 'su',
      skip_groups: String(top.id),
    });
    expect(narrowed.body.map(({ id }) => id)).toEqual([sub.id]);
  });

  test('RS-PG-02: the groups of a project are narrowed by search and skip_groups, widened by with_shared, and paged', async ({
    call,
    build,
  }) => {
    const top = await build.group({ name: 'Top', visibility: 'public' });
    const project = await build.project({ group: top });
    const other = await build.group({ name: 'Other', visibility: 'public' });
    const hidden = await build.group({ name: 'Hidden', visibility: 'private', members: { ada: 'owner' } });
    for (const { id } of [other, hidden])
      await call('ada', 'POST', `/projects/${project.id}/share`, { group_id: id, group_access: 30 });
    const ids = async (who: 'gwen' | 'ada', input: object = {}) =>
      (await call<Rows>(who, 'GET', `/projects/${project.id}/groups`, input)).body.map(({ id }) => id);
    expect(await ids('gwen')).toEqual([top.id]);
    expect(await ids('gwen', { with_shared: true })).toEqual([other.id, top.id]);
    expect(await ids('ada', { with_shared: true })).toEqual([hidden.id, other.id, top.id]);
    expect(await ids('gwen', { with_shared: true, search: 'oth' })).toEqual([other.id]);
    expect(await ids('gwen', { with_shared: true, skip_groups: [other.id] })).toEqual([top.id]);
    expect(await ids('ada', { with_shared: true, per_page: 2, page: 2 })).toEqual([top.id]);
  });
});

test('RS-GN-09: a group or project is named by its number or its URL-encoded full path', async ({ call, build }) => {
  const group = await build.group();
  const sub = await build.group({ parent: group });
  const project = await build.project({ group: sub });
  for (const [list, namespace] of [
    ['groups', sub],
    ['projects', project],
  ] as const) {
    for (const id of [
      namespace.id,
      encodeURIComponent(namespace.fullPath),
      encodeURIComponent(namespace.fullPath.toUpperCase()),
    ]) {
      expect(await call('gwen', 'GET', `/${list}/${id}`)).toMatchObject({ status: 200, body: { id: namespace.id } });
    }
    expect((await call('gwen', 'GET', `/${list}/${encodeURIComponent('no/such/path')}`)).status).toBe(404);
    expect((await call('gwen', 'GET', `/${list}/999999999`)).status).toBe(404);
  }
});

test('namespaces are one’s groups by their older name', async ({ call, build }) => {
  const group = await build.group({ name: 'Nomen' });
  const project = await build.project({ group });
  expect((await call('gwen', 'GET', '/namespaces', { search: 'nomen' })).body).toMatchObject([
    { id: group.id, kind: 'group', full_path: group.fullPath, parent_id: null },
  ]);
  expect((await call('otto', 'GET', '/namespaces', { search: 'nomen' })).body).toEqual([]);
  expect((await call('gwen', 'GET', `/namespaces/${encodeURIComponent(group.fullPath)}`)).body).toMatchObject({
    id: group.id,
    projects_count: 1,
  });
  expect((await call('gwen', 'GET', `/namespaces/${project.id}`)).body).toMatchObject({
    id: project.id,
    kind: 'project',
  });
  expect((await call('otto', 'GET', `/namespaces/${group.id}`)).status).toBe(404);
});
