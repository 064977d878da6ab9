import { describe, expect } from 'vitest';
import { test, tokenFor } from '../../../testing/http.ts';
import type { World } from '../../../testing/world.ts';
import type { Person } from '../../../testing/cast.ts';

const as = async (world: World, who: Person) => ({ 'private-token': await tokenFor(world, who) });

describe('the labels of a page’s selector', () => {
  test('EP-NT-13: GET gives those of the group or project and of the groups above, in order of title', async ({
    send,
    build,
    world,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    await build.label({ namespace: group, title: 'beta' });
    await build.label({ namespace: project, title: 'Alpha' });
    const headers = await as(world, 'gwen');
    const below = await send({ url: `/${project.fullPath}/-/labels.json`, headers });
    expect(below.status).toBe(200);
    expect((below.body as { title: string }[]).map(({ title }) => title)).toEqual(['Alpha', 'beta']);
    expect(below.body).toMatchObject([{ type: 'ProjectLabel' }, { type: 'GroupLabel', description: null }]);
    const above = await send({ url: `/groups/${group.fullPath}/-/labels.json?search=be`, headers });
    expect(above.body).toMatchObject([{ title: 'beta' }]);
    expect((await send({ url: `/groups/${group.fullPath}/-/labels.json` })).status).toBe(404);
  });

  test('EP-NT-14: POST with { label } returns the created label with its id, and rejects invalid input', async ({
    send,
    build,
    world,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    for (const url of [`/groups/${group.fullPath}/-/labels`, `/${project.fullPath}/-/labels`]) {
      const headers = await as(world, 'paul');
      const title = `made at ${url.length}`;
      const payload = { label: { title, color: '#217645' } };
      const made = await send({ method: 'POST', url, headers, payload });
      expect(made).toMatchObject({
        status: 201,
        body: { id: expect.any(Number) as number, title, color: '#217645', text_color: '#FFFFFF' },
      });
      expect((await send({ method: 'POST', url, headers, payload })).status).toBe(409);
      const wrong = await send({ method: 'POST', url, headers, payload: { label: { title: 'x', color: 'red' } } });
      expect(wrong).toMatchObject({ status: 400, body: { message: { color: ['must be a valid color code'] } } });
      const other = { label: { title: 'no' } };
      expect((await send({ method: 'POST', url, headers: await as(world, 'gwen'), payload: other })).status).toBe(403);
      expect((await send({ method: 'POST', url, payload: other })).status).toBe(401);
    }
  });
});
