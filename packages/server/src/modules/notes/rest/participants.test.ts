import { expect } from 'vitest';
import { test } from '../../../testing/http.ts';

test('the participants of an issue are visible to those who may read it', async ({ call, build }) => {
  const project = await build.project();
  const issue = await build.issue({ project, author: 'dana', assignees: ['rita'] });
  const path = `/projects/${project.id}/issues/${issue.iid}`;
  await call('gwen', 'POST', `${path}/notes`, { body: 'Looks good' });
  const { status, body } = await call<{ username: string }[]>('paul', 'GET', `${path}/participants`);
  expect(status).toBe(200);
  expect(body.map(({ username }) => username)).toEqual(['dana', 'rita', 'gwen']);
  expect(body[0]).toMatchObject({ id: build.idOf('dana'), name: 'Dana Developer', state: 'active', avatar_url: null });
  expect((await call('otto', 'GET', `${path}/participants`)).status).toBe(404);
});
