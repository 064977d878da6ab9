import { expect } from 'vitest';
import { test } from '../../testing/http.ts';
import { unassignFormerMembers } from './jobs.ts';

test('TM-MB-09, TM-PM-09: a removed member stays assigned, or is unassigned from the open items of the group', async ({
  call,
  build,
  world,
}) => {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ group });
  const otherProject = await build.project({ visibility: 'public' });
  const dana = build.idOf('dana');
  const [open, closed] = [await build.issue({ project, author: null }), await build.issue({ project, author: null })];
  const other = await build.issue({ project: otherProject });
  const all = [open, closed, other];
  for (const { id } of all)
    await world.db.insertInto('workItemAssignees').values({ workItemId: id, userId: dana }).execute();
  expect(
    (await call('ada', 'PUT', `/projects/${project.id}/issues/${closed.iid}`, { state_event: 'close' })).status,
  ).toBe(200);
  const assigned = async () => {
    const rows = await world.db
      .selectFrom('workItemAssignees')
      .select('workItemId')
      .where('userId', '=', dana)
      .execute();
    return all.map(({ id }) => rows.some(({ workItemId }) => workItemId === id));
  };
  const payload = { userId: dana, actorId: build.idOf('ada'), namespaceId: group.id };
  const queued = async () =>
    (await world.db.selectFrom('events').select('data').where('name', '=', 'member.removed').execute()).map(
      ({ data }) => data,
    );

  expect((await call('ada', 'DELETE', `/groups/${group.id}/members/${dana}`)).status).toBe(204);
  expect(await queued()).toEqual([{ userId: dana, unassigns: false }]);
  expect(await assigned()).toEqual([true, true, true]);

  await build.member(group, 'dana', 'developer');
  const options = { unassign_issuables: true };
  expect((await call('ada', 'DELETE', `/groups/${group.id}/members/${dana}`, options)).status).toBe(204);
  expect(await queued()).toContainEqual({ userId: dana, unassigns: true });
  const run = () => unassignFormerMembers.run(world.services, payload, new AbortController().signal);
  // Ada loses the role before the job runs: the job changes nothing, and neither does her next request.
  await build.member(group, 'mina', 'owner');
  expect((await call('mina', 'DELETE', `/groups/${group.id}/members/${build.idOf('ada')}`)).status).toBe(204);
  expect((await call('ada', 'PUT', `/projects/${project.id}/issues/${open.iid}`, { title: 'x' })).status).toBe(403);
  await run();
  expect(await assigned()).toEqual([true, true, true]);
  await build.member(group, 'ada', 'owner');
  await run();
  expect(await assigned()).toEqual([false, true, true]);
});
