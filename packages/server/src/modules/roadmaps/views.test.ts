import { parseQuery } from '@milepost/core/query';
import { viewQueryOf } from '@milepost/core/roadmap/views';
import { expect } from 'vitest';
import { test } from '../../testing/http.ts';

test('views of a roadmap travel through GraphQL', async ({ ask, build }) => {
  const { fullPath } = await build.group();
  const create = `mutation ($input: RoadmapViewCreateInput!) {
    roadmapViewCreate(input: $input) { roadmapView { id name query shared lockVersion webPath author { username } userPermissions { updateRoadmapView } } errors } }`;
  const made = await ask<{ roadmapViewCreate: { roadmapView: { id: string; webPath: string } } }>('paul', create, {
    input: { fullPath, name: ' Open work ', query: 'state=opened', shared: true },
  });
  const { roadmapView } = made.data.roadmapViewCreate;
  expect(roadmapView).toMatchObject({
    name: 'Open work',
    shared: true,
    lockVersion: 0,
    author: { username: 'paul' },
    userPermissions: { updateRoadmapView: true },
    query: viewQueryOf(parseQuery('state=opened')),
  });
  expect(roadmapView.webPath).toBe(`/groups/${fullPath}/-/roadmap?view=${roadmapView.id.split('/').at(-1)}`);
  const list = `query ($fullPath: ID!) { group(fullPath: $fullPath) {
    roadmapViews { nodes { name userPermissions { updateRoadmapView } } } userPermissions { shareRoadmapView publishRoadmap } } }`;
  expect((await ask('gwen', list, { fullPath })).data).toEqual({
    group: {
      roadmapViews: { nodes: [{ name: 'Open work', userPermissions: { updateRoadmapView: false } }] },
      userPermissions: { shareRoadmapView: false, publishRoadmap: false },
    },
  });
  const one = `query ($id: ID!) { roadmapView(id: $id) { name } }`;
  expect((await ask('otto', one, { id: roadmapView.id })).data).toEqual({ roadmapView: null });
  expect((await ask('gwen', one, { id: roadmapView.id })).data).toEqual({ roadmapView: { name: 'Open work' } });
});
