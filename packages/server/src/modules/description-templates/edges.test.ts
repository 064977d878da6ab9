import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';
import { tokenFor } from '../../testing/http.ts';

interface Made {
  id: number;
}

describe('description templates', () => {
  test('IS-NT-06, IS-TP-06: the names of a project’s and its groups’ templates, the nearest of a name, and the text of one', async ({
    build,
    call,
    send,
    world,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const make = (path: string, input: object) => call<Made>('mina', 'POST', `${path}/description_templates`, input);
    await make(`/groups/${group.id}`, { name: 'Bug', content: 'of the group' });
    await make(`/groups/${group.id}`, { name: 'Chore', content: '/label ~chore' });
    await make(`/groups/${group.id}`, { name: 'Outage', type: 'incident', content: 'When?' });
    await make(`/groups/${group.id}`, { name: 'Theme', type: 'epic', content: 'Why?' });
    await make(`/projects/${project.id}`, { name: 'bug', content: 'of the project' });
    const headers = { 'private-token': await tokenFor(world, 'gwen') };
    const names = await send({ url: `/${project.fullPath}/-/description_templates/names.json?type=issue`, headers });
    expect(names).toMatchObject({
      status: 200,
      body: {
        templates: [
          { key: 'bug', name: 'bug', type: 'issue', full_path: project.fullPath, inherited: false },
          { name: 'Chore', full_path: group.fullPath, inherited: true },
        ],
        may_manage: false,
      },
    });
    const one = await send({ url: `/${project.fullPath}/-/description_templates/issue/Bug`, headers });
    expect(one.body).toEqual({ name: 'bug', content: 'of the project' });
    const ofGroup = await send({ url: `/groups/${group.fullPath}/-/description_templates/names.json`, headers });
    expect(ofGroup.body).toMatchObject({
      templates: [{ name: 'Bug' }, { name: 'Chore' }, { name: 'Outage' }, { name: 'Theme' }],
    });
    expect((await call('gwen', 'GET', `/projects/${project.id}/templates/issues`)).body).toEqual([
      { key: 'bug', name: 'bug' },
      { key: 'Chore', name: 'Chore' },
    ]);
    expect((await call('gwen', 'GET', `/projects/${project.id}/templates/issues/Chore`)).body).toEqual({
      name: 'Chore',
      content: '/label ~chore',
    });
    expect((await call('gwen', 'GET', `/projects/${project.id}/templates/issues/None`)).status).toBe(404);
    expect((await call('otto', 'GET', `/projects/${project.id}/templates/issues`)).status).toBe(404);
  });

  test('are created, changed and deleted by maintainers; names are unique', async ({ build, call }) => {
    const project = await build.project();
    const path = `/projects/${project.id}/description_templates`;
    const made = await call<Made>('mina', 'POST', path, { name: ' Bug ', content: 'x' });
    expect(made).toMatchObject({ status: 201, body: { name: 'Bug', content: 'x', type: 'issue' } });
    expect((await call('dana', 'POST', path, { name: 'Other', content: 'x' })).status).toBe(403);
    expect(await call('mina', 'POST', path, { name: 'bug', content: 'x' })).toMatchObject({
      status: 400,
      body: { message: { name: ['has already been taken'] } },
    });
    expect(await call('mina', 'POST', path, { name: ' ', content: '' })).toMatchObject({
      body: { message: { name: ["can't be blank"], content: ["can't be blank"] } },
    });
    expect((await call('mina', 'POST', path, { name: 'Epic', type: 'epic', content: 'x' })).status).toBe(400);
    const one = `${path}/${made.body.id}`;
    expect((await call('dana', 'PUT', one, { content: 'y' })).status).toBe(403);
    expect((await call('mina', 'PUT', one, { content: 'y' })).body).toMatchObject({ name: 'Bug', content: 'y' });
    const other = await build.project();
    expect((await call('mina', 'PUT', `/projects/${other.id}/description_templates/${made.body.id}`, {})).status).toBe(
      404,
    );
    expect((await call('mina', 'DELETE', one)).status).toBe(204);
    expect((await call('mina', 'DELETE', one)).status).toBe(404);
  });
});
