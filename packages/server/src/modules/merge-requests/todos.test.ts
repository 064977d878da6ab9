import { expect } from 'vitest';
import { test, type Row } from '../../testing/merge-requests.ts';
import type { CastName } from '../../testing/cast.ts';

interface TodoRow {
  id: number;
  action_name: string;
  target_type: string;
  target_url: string;
  body: string;
  target: Row;
}

const counts = `query ($group: ID!, $project: ID!) {
  group(fullPath: $group) { mergeRequestCounts { opened merged closed } }
  project(fullPath: $project) { mergeRequestCounts { opened merged closed } }
  currentUser {
    assignedMergeRequests(state: opened) { count }
    reviewRequestedMergeRequests(state: opened) { count }
    todos(type: [MERGEREQUEST], state: [pending]) { nodes { action targetType body target { __typename name webUrl } } }
  }
}`;

test('DL-MR-20: assignees and reviewers have one to-do each, until they approved or the request is merged or closed, and counts follow', async ({
  newCode,
  call,
  ask,
}) => {
  const { project, path, branch } = await newCode();
  const idOf = async (who: CastName) => (await call<Row>(who, 'GET', '/user')).body.id;
  const [dana, mina, gwen] = [await idOf('dana'), await idOf('mina'), await idOf('gwen')];
  const todosOf = async (who: CastName) =>
    (await call<TodoRow[]>(who, 'GET', '/todos', { type: 'MergeRequest', project_id: project.id })).body;
  const actionsOf = async (who: CastName) => (await todosOf(who)).map(({ action_name: name }) => name);
  const countsOf = async (who: CastName) =>
    (
      await ask<{
        group: object;
        project: object;
        currentUser: { todos: { nodes: { action: string; body: string }[] } };
      }>(who, counts, { group: project.fullPath.split('/').slice(0, -1).join('/'), project: project.fullPath })
    ).data;
  await branch('one', { a: 'a' });
  const wanted = { source_branch: 'one', target_branch: 'main', title: 'One' };
  // Guests may not read the code of a private project.
  await call('ada', 'POST', path, { ...wanted, assignee_ids: [dana, gwen], reviewer_ids: [mina] });
  expect(await todosOf('dana')).toMatchObject([
    {
      action_name: 'assigned',
      target_type: 'MergeRequest',
      body: 'One',
      target: { iid: 1, title: 'One' },
      target_url: expect.stringMatching(/\/-\/merge_requests\/1$/),
    },
  ]);
  expect(await actionsOf('mina')).toEqual(['review_requested']);
  expect(await actionsOf('gwen')).toEqual([]);
  expect(await actionsOf('ada')).toEqual([]);
  // The same people again add none, and a person who was removed has none.
  await call('ada', 'PUT', `${path}/1`, { assignee_ids: [dana], reviewer_ids: [mina], title: 'One!' });
  expect(await actionsOf('dana')).toEqual(['assigned']);
  expect(await countsOf('dana')).toMatchObject({
    group: { mergeRequestCounts: { opened: 1, merged: 0 } },
    project: { mergeRequestCounts: { opened: 1, merged: 0 } },
    currentUser: {
      assignedMergeRequests: { count: 1 },
      reviewRequestedMergeRequests: { count: 0 },
      todos: {
        nodes: [
          {
            action: 'assigned',
            targetType: 'MERGEREQUEST',
            body: 'One!',
            target: {
              __typename: 'MergeRequest',
              name: 'One!',
              webUrl: `http://milepost.test/${project.fullPath}/-/merge_requests/1`,
            },
          },
        ],
      },
    },
  });
  await call('ada', 'PUT', `${path}/1`, { reviewer_ids: [mina, dana] });
  expect((await actionsOf('dana')).toSorted()).toEqual(['assigned', 'review_requested']);
  await call('ada', 'PUT', `${path}/1`, { reviewer_ids: [mina] });
  expect(await actionsOf('dana')).toEqual(['assigned']);

  // Approving completes the to-dos of that person, merging those of all.
  expect((await call('mina', 'POST', `${path}/1/approve`)).status).toBe(201);
  expect(await actionsOf('mina')).toEqual([]);
  expect(await actionsOf('dana')).toEqual(['assigned']);
  expect((await call('mina', 'PUT', `${path}/1/merge`)).status).toBe(200);
  expect(await actionsOf('dana')).toEqual([]);
  expect(await countsOf('dana')).toMatchObject({
    group: { mergeRequestCounts: { opened: 0, merged: 1 } },
    project: { mergeRequestCounts: { opened: 0, merged: 1 } },
    currentUser: { assignedMergeRequests: { count: 0 }, todos: { nodes: [] } },
  });

  // A done to-do is restored as any other; closing completes again.
  await branch('two', { b: 'b' });
  await call('ada', 'POST', path, { ...wanted, source_branch: 'two', title: 'Two', assignee_ids: [dana] });
  const [waiting] = await todosOf('dana');
  await call('dana', 'POST', `/todos/${waiting?.id}/mark_as_done`);
  expect(await actionsOf('dana')).toEqual([]);
  const restore = 'mutation ($id: TodoID!) { todoRestore(input: { id: $id }) { errors } }';
  await ask('dana', restore, { id: `gid://gitlab/Todo/${waiting?.id}` });
  expect(await actionsOf('dana')).toEqual(['assigned']);
  await call('ada', 'PUT', `${path}/2`, { state_event: 'close' });
  expect(await actionsOf('dana')).toEqual([]);
  expect(await countsOf('rita')).toMatchObject({ group: { mergeRequestCounts: { closed: 1 } } });
  expect((await countsOf('gwen')).project).toEqual({ mergeRequestCounts: null });
  expect((await countsOf('gwen')).group).toEqual({ mergeRequestCounts: { opened: 0, merged: 0, closed: 0 } });
});
