import { describe, expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { test } from '../../testing/http.ts';

interface RestLabel {
  id: number;
  name: string;
}

describe('labels over REST', () => {
  test('a group lists them in order of title with the fields that clients know', async ({ build, call }) => {
    const group = await build.group({ path: 'labeled' });
    const project = await build.project({ group });
    const label = await build.label({
      namespace: group,
      title: 'bug',
      description: 'Broken **badly**',
      color: '#ffffff',
    });
    await build.label({ namespace: group, title: 'Archived', archived: true });
    await build.label({ namespace: project, title: 'own' });
    await build.label({
      namespace: group,
      title: 'a',
      on: [await build.issue({ project }), await build.issue({ project, state: 'closed' })],
    });
    const { status, body, headers } = await call<RestLabel[]>('gwen', 'GET', '/groups/labeled/labels');
    expect(status).toBe(200);
    expect(body.map(({ name }) => name)).toEqual(['a', 'Archived', 'bug']);
    expect(headers).toMatchObject({ 'x-total': '3', 'x-page': '1', 'x-per-page': '20' });
    expect(body[2]).toEqual({
      id: label.id,
      name: 'bug',
      description: 'Broken **badly**',
      description_html: 'Broken <strong>badly</strong>',
      text_color: '#1F1E24',
      color: '#ffffff',
      archived: false,
      subscribed: false,
    });
    const counted = await call('gwen', 'GET', '/groups/labeled/labels', {
      with_counts: 'true',
      search: 'a',
      archived: 'false',
    });
    expect(counted.body).toMatchObject([
      { name: 'a', open_issues_count: 1, closed_issues_count: 1, open_merge_requests_count: 0 },
      { name: 'bug', open_issues_count: 0 },
    ]);
    const all = await call<RestLabel[]>('gwen', 'GET', '/groups/labeled/labels', { only_group_labels: 'false' });
    expect(all.body.map(({ name }) => name)).toContain('own');
  });

  test('EN-OT-13: the text color is dark on light backgrounds and light on dark ones', async ({ build, call, ask }) => {
    const group = await build.group();
    const expected = { '#ffffff': '#1F1E24', '#e9be22': '#1F1E24', '#000000': '#FFFFFF', '#1068bf': '#FFFFFF' };
    for (const color of Object.keys(expected)) await build.label({ namespace: group, title: color, color });
    const { body } = await call<{ color: string; text_color: string }[]>('gwen', 'GET', `/groups/${group.id}/labels`);
    expect(Object.fromEntries(body.map(({ color, text_color: text }) => [color, text]))).toEqual(expected);
    const { data } = await ask<{ group: { labels: { nodes: { color: string; textColor: string }[] } } }>(
      'gwen',
      'query ($path: ID!) { group(fullPath: $path) { labels { nodes { color textColor } } } }',
      { path: group.fullPath },
    );
    expect(Object.fromEntries(data.group.labels.nodes.map(({ color, textColor }) => [color, textColor]))).toEqual(
      expected,
    );
  });

  test('a page of labels costs the same however many there are', async ({ build, call, statements }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const path = `/projects/${project.id}/labels`;
    const issue = await build.issue({ project });
    await build.label({ namespace: group, on: [issue] });
    const cost = async () => {
      await call('gwen', 'GET', path, { with_counts: 'true' });
      statements.length = 0;
      await call('gwen', 'GET', path, { with_counts: 'true' });
      return statements.length;
    };
    const few = await cost();
    for (let index = 0; index < 10; index++) await build.label({ namespace: project, on: [issue] });
    expect(await cost()).toBe(few);
  });

  test('a project lists its own and inherited ones, and marks which is which', async ({ build, call }) => {
    const group = await build.group();
    const project = await build.project({ group });
    await build.label({ namespace: group, title: 'above' });
    await build.label({ namespace: project, title: 'own', priority: 2 });
    const { body } = await call('gwen', 'GET', `/projects/${project.id}/labels`);
    expect(body).toMatchObject([
      { name: 'above', is_project_label: false, priority: null },
      { name: 'own', is_project_label: true, priority: 2 },
    ]);
    const own = await call<RestLabel[]>('gwen', 'GET', `/projects/${project.id}/labels`, {
      include_ancestor_groups: 'false',
    });
    expect(own.body.map(({ name }) => name)).toEqual(['own']);
  });

  test('one is created, read by title or id, changed and deleted', async ({ build, call }) => {
    const project = await build.project({ path: 'web' });
    const path = `/projects/${encodeURIComponent(project.fullPath)}/labels`;
    const made = await call<RestLabel>('paul', 'POST', path, { name: 'two words', color: '#123456', description: 'x' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: 'two words',
      color: '#123456',
      text_color: '#FFFFFF',
      open_issues_count: 0,
    });
    const read = await call<RestLabel>('gwen', 'GET', `${path}/${encodeURIComponent('two words')}`);
    expect(read.body.id).toBe(made.body.id);
    const changed = await call('paul', 'PUT', `${path}/${made.body.id}`, {
      new_name: 'one',
      priority: 3,
      archived: true,
    });
    expect(changed.body).toMatchObject({ name: 'one', color: '#123456', priority: 3, archived: true });
    const removed = await call('paul', 'DELETE', `${path}/one`);
    expect([removed.status, removed.body]).toEqual([204, null]);
    expect((await call('paul', 'GET', `${path}/one`)).status).toBe(404);
  });

  test('older clients change and remove one that they name in a parameter', async ({ build, call }) => {
    const group = await build.group();
    const project = await build.project({ group });
    for (const path of [`/groups/${group.id}/labels`, `/projects/${project.id}/labels`]) {
      const { body: made } = await call('root', 'POST', path, { name: 'old', color: '#112233' });
      const byName = await call('root', 'PUT', path, { name: 'old', new_name: 'new' });
      expect([byName.status, byName.body]).toMatchObject([200, { id: made['id'], name: 'new', color: '#112233' }]);
      const byId = await call('root', 'PUT', path, { label_id: made['id'], color: '#445566' });
      expect(byId.body).toMatchObject({ name: 'new', color: '#445566' });

      expect(await call('root', 'PUT', path, { color: '#000000' })).toMatchObject({
        status: 400,
        body: { error: 'label_id or name is missing' },
      });
      expect((await call('root', 'DELETE', path, {})).status).toBe(400);
      expect((await call('root', 'PUT', path, { name: 'old', color: '#000000' })).status).toBe(404);
      expect((await call('nobody', 'DELETE', path, { name: 'new' })).status).toBe(401);
      expect((await call('root', 'DELETE', path, { name: 'new' })).status).toBe(204);
      expect((await call('root', 'GET', `${path}/new`)).status).toBe(404);
    }
  });

  test('a project label is promoted', async ({ build, call }) => {
    const project = await build.project();
    const label = await build.label({ namespace: project, title: 'bug' });
    const { status, body } = await call('paul', 'PUT', `/projects/${project.id}/labels/${label.id}/promote`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'bug' });
    const { body: groupLabel } = await call('paul', 'GET', `/groups/${project.parentId}/labels/bug`);
    expect(groupLabel).toMatchObject({ id: body['id'] });
  });

  test('missing, invalid, taken and forbidden ones are answered as clients expect', async ({ build, call }) => {
    const group = await build.group();
    await build.label({ namespace: group, title: 'bug' });
    const path = `/groups/${group.id}/labels`;
    expect(await call('paul', 'POST', path, { name: 'x' })).toMatchObject({
      status: 400,
      body: { error: 'color is missing' },
    });
    expect(await call('paul', 'POST', path, { name: 'x', color: 'red' })).toMatchObject({
      status: 400,
      body: { message: { color: ['must be a valid color code'] } },
    });
    expect(await call('paul', 'POST', path, { name: 'bug', color: '#fff' })).toMatchObject({
      status: 409,
      body: { message: 'Label already exists' },
    });
    expect((await call('gwen', 'POST', path, { name: 'x', color: '#fff' })).status).toBe(403);
    expect((await call('nobody', 'POST', path, { name: 'x', color: '#fff' })).status).toBe(401);
    expect(await call('otto', 'GET', path)).toMatchObject({ status: 404, body: { message: '404 Group Not Found' } });
    expect(await call('gwen', 'GET', `${path}/missing`)).toMatchObject({
      status: 404,
      body: { message: '404 Label Not Found' },
    });
  });
});

describe('labels over GraphQL', () => {
  test('RS-GN-06: a change without any parameter is refused', async ({ build, call }) => {
    const group = await build.group();
    const { id } = await build.label({ namespace: group, title: 'kept' });
    const paths = [`/groups/${group.id}/labels/${id}`, `/groups/${group.id}/labels?name=kept`];
    for (const path of paths)
      expect(await call('ada', 'PUT', path, {})).toMatchObject({
        status: 400,
        body: {
          error:
            'new_name, color, description, priority, archived are missing, at least one parameter must be provided',
        },
      });
  });

  test('GQ-IS-07: labelCreate takes title, color and a groupPath or projectPath, and gives the label and errors', async ({
    build,
    ask,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const mutation = `mutation createLabel($title: String!, $color: String, $projectPath: ID, $groupPath: ID) {
      labelCreate(input: { title: $title, color: $color, projectPath: $projectPath, groupPath: $groupPath }) {
        label { id color description title textColor }
        errors
      }
    }`;
    const made = await ask('paul', mutation, { title: 'bug', color: '#1068bf', groupPath: group.fullPath });
    expect(made.data).toEqual({
      labelCreate: {
        label: {
          id: expect.stringMatching(/^gid:\/\/gitlab\/GroupLabel\/\d+$/) as string,
          color: '#1068bf',
          description: '',
          title: 'bug',
          textColor: '#FFFFFF',
        },
        errors: [],
      },
    });
    const own = await ask('paul', mutation, { title: 'own', projectPath: project.fullPath });
    expect(own.data).toMatchObject({
      labelCreate: { label: { id: expect.stringContaining('ProjectLabel') as string, color: '#1068bf' } },
    });
    const taken = await ask('paul', mutation, { title: 'bug', color: '#fff', projectPath: project.fullPath });
    expect(taken.data).toEqual({ labelCreate: { label: null, errors: ['Label already exists'] } });
    const wrong = await ask('paul', mutation, { title: 'x', color: 'red', groupPath: group.fullPath });
    expect(wrong.data).toEqual({ labelCreate: { label: null, errors: ['Color must be a valid color code'] } });
    const neither = await ask('paul', mutation, { title: 'x', color: '#fff' });
    expect(neither.data).toMatchObject({
      labelCreate: { label: null, errors: [expect.stringContaining('Exactly one')] },
    });
    const hidden = await ask('otto', mutation, { title: 'x', groupPath: group.fullPath });
    const forbidden = await ask('gwen', mutation, { title: 'x', groupPath: group.fullPath });
    for (const refused of [hidden, forbidden]) {
      expect(refused.data).toEqual({ labelCreate: null });
      expect(refused.errors).toHaveLength(1);
    }
  });

  test('GQ-IS-07: labelUpdate changes the given fields, and null clears the description', async ({ build, ask }) => {
    const label = await build.label({ namespace: await build.group(), title: 'bug' });
    const { data } = await ask(
      'paul',
      'mutation($id: LabelID!) { labelUpdate(input: { id: $id, title: "defect", archived: true, clientMutationId: "7" }) { clientMutationId errors label { title archived } } }',
      { id: `gid://gitlab/GroupLabel/${label.id}` },
    );
    expect(data).toEqual({
      labelUpdate: { clientMutationId: '7', errors: [], label: { title: 'defect', archived: true } },
    });
    for (const [description, now] of [
      ['"a defect"', 'a defect'],
      ['null', ''],
    ]) {
      const document = `mutation($id: LabelID!) { labelUpdate(input: { id: $id, description: ${description} }) { label { title description } } }`;
      const changed = await ask('paul', document, { id: `gid://gitlab/GroupLabel/${label.id}` });
      expect(changed.data).toEqual({ labelUpdate: { label: { title: 'defect', description: now } } });
    }
  });

  test('the pickers of groups and projects search and page', async ({ build, ask }) => {
    const group = await build.group();
    const project = await build.project({ group });
    for (const title of ['backend', 'Frontend', 'legend']) await build.label({ namespace: group, title });
    const query = `query groupLabels($fullPath: ID!, $searchTerm: String, $after: String) {
      namespace: group(fullPath: $fullPath) {
        labels(searchTerm: $searchTerm, onlyGroupLabels: true, includeAncestorGroups: true, searchIn: [TITLE], first: 1, after: $after) {
          count
          nodes { title }
          pageInfo { hasNextPage hasPreviousPage endCursor }
        }
      }
    }`;
    interface Picked {
      namespace: {
        labels: { count: number; nodes: { title: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
      };
    }
    const seen: string[] = [];
    let after = '';
    for (let more = true; more;) {
      const { data } = await ask<Picked>('gwen', query, { fullPath: group.fullPath, searchTerm: 'END', after });
      expect(data.namespace.labels.count).toBe(3);
      seen.push(...data.namespace.labels.nodes.map(({ title }) => title));
      ({ hasNextPage: more, endCursor: after } = data.namespace.labels.pageInfo);
    }
    expect(seen).toEqual(['backend', 'Frontend', 'legend']);
    const own =
      'query($fullPath: ID!) { project(fullPath: $fullPath) { labels(searchTerm: "front", includeAncestorGroups: true) { nodes { title } } } }';
    const { data } = await ask('gwen', own, { fullPath: project.fullPath });
    expect(data).toEqual({ project: { labels: { nodes: [{ title: 'Frontend' }] } } });
  });

  test('EN-RM-10: an epic shows id, title, description, color and textColor of its labels', async ({
    build,
    ask,
    statements,
  }) => {
    const group = await build.group();
    const epics = [await build.epic({ group }), await build.epic({ group })];
    const label = await build.label({ namespace: group, title: 'bug', description: 'x', color: '#123456', on: epics });
    const query =
      'query($path: ID!) { group(fullPath: $path) { epics { nodes { labels { nodes { id title description color textColor } } } } } }';
    statements.length = 0;
    const { data, errors } = await ask('gwen', query, { path: group.fullPath });
    expect(errors).toBeUndefined();
    const node = {
      id: `gid://gitlab/GroupLabel/${label.id}`,
      title: 'bug',
      description: 'x',
      color: '#123456',
      textColor: '#FFFFFF',
    };
    expect(data).toEqual({ group: { epics: { nodes: epics.map(() => ({ labels: { nodes: [node] } })) } } });
    expect(statements.filter((text) => text.includes('work_item_labels'))).toHaveLength(1);
  });
});

test('issues and epics show and take labels over REST', async ({ build, call }) => {
  const group = await build.group();
  const project = await build.project({ group });
  await build.label({ namespace: group, title: 'bug', color: '#123456' });
  const issues = `/projects/${project.id}/issues`;
  const made = await call<{ iid: number; labels: string[] }>('paul', 'POST', issues, {
    title: 'I',
    labels: 'bug,fresh',
  });
  expect(made.body.labels).toEqual(['bug', 'fresh']);
  const changed = await call('paul', 'PUT', `${issues}/${made.body.iid}`, { add_labels: ['x'], remove_labels: 'bug' });
  expect(changed.body).toMatchObject({ labels: ['fresh', 'x'] });
  const detailed = await call('gwen', 'GET', issues, { with_labels_details: 'true', labels: 'x' });
  expect(detailed.body).toMatchObject([
    { labels: [{ name: 'fresh' }, { name: 'x', color: '#1068bf', text_color: '#FFFFFF' }] },
  ]);
  expect((await call('gwen', 'GET', issues, { 'not[labels]': 'x' })).body).toEqual([]);
  expect((await call('gwen', 'GET', issues, { labels: 'None' })).body).toEqual([]);
  const cleared = await call('paul', 'PUT', `${issues}/${made.body.iid}`, { labels: '' });
  expect(cleared.body).toMatchObject({ labels: [] });
  const epic = await call('paul', 'POST', `/groups/${group.id}/epics`, { title: 'E', labels: 'bug' });
  expect(epic.body).toMatchObject({ labels: ['bug'] });
});

test('TM-LB-06: a subscription to a group’s or project’s label is personal, and answers 304 without a change', async ({
  call,
  build,
}) => {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ group, visibility: 'public' });
  const ofGroup = await build.label({ namespace: group, title: 'bug' });
  await build.label({ namespace: project, title: 'roof' });
  for (const path of [`/groups/${group.id}/labels/${ofGroup.id}`, `/projects/${project.id}/labels/roof`]) {
    const read = async (who: CastName) => (await call<{ subscribed: boolean }>(who, 'GET', path)).body.subscribed;
    expect(await call('gwen', 'POST', `${path}/subscribe`)).toMatchObject({ status: 201, body: { subscribed: true } });
    expect((await call('gwen', 'POST', `${path}/subscribe`)).status).toBe(304);
    expect([await read('gwen'), await read('paul'), await read('nobody')]).toEqual([true, false, false]);
    expect(await call('gwen', 'POST', `${path}/unsubscribe`)).toMatchObject({
      status: 201,
      body: { subscribed: false },
    });
    expect((await call('gwen', 'POST', `${path}/unsubscribe`)).status).toBe(304);
    expect((await call('nobody', 'POST', `${path}/subscribe`)).status).toBe(401);
  }
  // A group label can be subscribed to from a project as well, and a promotion keeps the subscription.
  await call('otto', 'POST', `/projects/${project.id}/labels/${ofGroup.id}/subscribe`);
  await call('otto', 'POST', `/projects/${project.id}/labels/roof/subscribe`);
  const promoted = await call<{ id: number }>('ada', 'PUT', `/projects/${project.id}/labels/roof/promote`);
  for (const id of [ofGroup.id, promoted.body.id]) {
    expect((await call('otto', 'GET', `/groups/${group.id}/labels/${id}`)).body).toMatchObject({ subscribed: true });
  }
  const hidden = await build.label({ namespace: await build.group() });
  expect((await call('otto', 'POST', `/groups/${hidden.namespaceId}/labels/${hidden.id}/subscribe`)).status).toBe(404);
});

test('adminLabel follows the policy of labels on groups, projects and namespaces', async ({ build, ask }) => {
  const group = await build.group();
  const project = await build.project({ group });
  const query = `query ($group: ID!, $project: ID!) {
    group(fullPath: $group) { userPermissions { adminLabel } }
    project(fullPath: $project) { userPermissions { adminLabel } }
    namespace(fullPath: $group) { userPermissions { adminLabel } }
  }`;
  for (const [who, adminLabel] of [
    ['paul', true],
    ['gwen', false],
  ] as const) {
    const { data } = await ask(who, query, { group: group.fullPath, project: project.fullPath });
    const permissions = { userPermissions: { adminLabel } };
    expect(data).toEqual({ group: permissions, project: permissions, namespace: permissions });
  }
});
