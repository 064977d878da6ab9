import { describe, expect } from 'vitest';
import type { CastName } from '../testing/cast.ts';
import { test, type Call } from '../testing/http.ts';

interface Row {
  id: number;
  iid: number;
  updated_at: string;
}

describe('what happened to an item', () => {
  const kinds = ['label', 'state', 'milestone', 'iteration', 'weight'] as const;

  test('milestone and weight events are listed oldest first, and read by id', async ({ build, call }) => {
    const project = await build.project();
    const [spring, summer] = [
      await build.milestone({ namespace: project }),
      await build.milestone({ namespace: project }),
    ];
    const issue = await build.issue({ project });
    const path = `/projects/${project.id}/issues/${issue.iid}`;
    for (const changes of [
      { milestone_id: spring.id, weight: 3 },
      { milestone_id: summer.id },
      { milestone_id: 0, weight: null },
    ]) {
      expect((await call('paul', 'PUT', path, changes)).status).toBe(200);
    }
    const milestones = await call<(Row & { action: string; milestone: Row; user: object })[]>(
      'gwen',
      'GET',
      `${path}/resource_milestone_events`,
    );
    expect(milestones.headers['x-total']).toBe('3');
    expect(milestones.body.map(({ action, milestone }) => [action, milestone.id])).toEqual([
      ['add', spring.id],
      ['add', summer.id],
      ['remove', summer.id],
    ]);
    expect(milestones.body[0]).toMatchObject({
      user: { username: 'paul' },
      resource_type: 'Issue',
      resource_id: issue.id,
    });
    const second = milestones.body[1] as Row;
    const alone = await call('gwen', 'GET', `${path}/resource_milestone_events/${second.id}`);
    expect(alone.body).toEqual(second);
    const weights = await call<{ weight: number | null; issue_id: number }[]>(
      'gwen',
      'GET',
      `${path}/resource_weight_events`,
    );
    expect(weights.body.map(({ weight, issue_id: of }) => [weight, of])).toEqual([
      [3, issue.id],
      [null, issue.id],
    ]);
    // An event of one kind is not found as another kind, nor on another item.
    expect((await call('gwen', 'GET', `${path}/resource_weight_events/${second.id}`)).status).toBe(404);
    const other = await build.issue({ project });
    const otherPath = `/projects/${project.id}/issues/${other.iid}/resource_milestone_events`;
    expect((await call('gwen', 'GET', `${otherPath}/${second.id}`)).status).toBe(404);
    expect((await call('gwen', 'GET', otherPath)).body).toEqual([]);
  });

  test('is visible to those who may read the item, and not found for others', async ({ build, call }) => {
    const group = await build.group({ visibility: 'private' });
    const project = await build.project({ group });
    const issue = await build.issue({ project, confidential: true, author: 'dana' });
    const epic = await build.epic({ group, confidential: true, author: 'dana' });
    await call('mina', 'PUT', `/projects/${project.id}/issues/${issue.iid}`, { weight: 1, state_event: 'close' });
    await call('mina', 'PUT', `/groups/${group.id}/epics/${epic.iid}`, { state_event: 'close' });
    const lists = [
      ...kinds.map((kind) => `/projects/${project.id}/issues/${issue.iid}/resource_${kind}_events`),
      ...kinds.slice(0, 2).map((kind) => `/groups/${group.id}/epics/${epic.id}/resource_${kind}_events`),
    ];
    for (const path of lists) {
      const statuses = async (who: CastName) => {
        const [{ body }, { status }] = [await call<Row[]>('mina', 'GET', path), await call(who, 'GET', path)];
        const [first] = body;
        return first ? [status, (await call(who, 'GET', `${path}/${first.id}`)).status] : [status];
      };
      for (const who of ['nobody', 'otto', 'gwen'] as const)
        expect(new Set(await statuses(who))).toEqual(new Set([404]));
      for (const who of ['dana', 'paul', 'root'] as const) expect(new Set(await statuses(who))).toEqual(new Set([200]));
    }
    const epicEvents = await call<{ state: string; resource_type: string }[]>('paul', 'GET', lists.at(-1) ?? '');
    expect(epicEvents.body).toMatchObject([{ state: 'closed', resource_type: 'Epic', resource_id: epic.id }]);
    // Epics have no milestone, iteration and weight events.
    for (const kind of kinds.slice(2)) {
      const path = `/groups/${group.id}/epics/${epic.id}/resource_${kind}_events`;
      expect((await call('root', 'GET', path)).status).toBe(404);
    }
  });
});

describe('issues in an order of one’s own', () => {
  const listed = async (call: Call, path: string) => {
    const { body } = await call<Row[]>('gwen', 'GET', path, { order_by: 'relative_position', sort: 'asc' });
    return body.map(({ iid }) => iid);
  };

  test('reorder moves an issue next to another, in its project or below its epic', async ({ build, call }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const free = [
      await build.issue({ project }),
      await build.issue({ project }),
      await build.issue({ project }),
    ] as const;
    const path = (iid: number) => `/projects/${project.id}/issues/${iid}/reorder`;
    const [one, two, three] = free;
    const order = () => listed(call, `/projects/${project.id}/issues`);
    const moved = await call<Row>('paul', 'PUT', path(one.iid), { move_before_id: three.id });
    expect(moved).toMatchObject({ status: 200, body: { id: one.id } });
    expect(await order()).toEqual([two.iid, three.iid, one.iid]);
    await call('paul', 'PUT', path(one.iid), { move_after_id: two.id });
    expect(await order()).toEqual([one.iid, two.iid, three.iid]);

    const epic = await build.epic({ group });
    const below = [await build.issue({ project, parent: epic }), await build.issue({ project, parent: epic })] as const;
    await call('paul', 'PUT', path(below[0].iid), { move_before_id: below[1].id });
    const { body } = await call<Row[]>('gwen', 'GET', `/groups/${group.id}/epics/${epic.iid}/issues`);
    expect(body.map(({ id }) => id)).toEqual([below[1].id, below[0].id]);

    expect((await call('paul', 'PUT', path(one.iid), {})).status).toBe(400);
    expect((await call('paul', 'PUT', path(one.iid), { move_before_id: below[0].id })).status).toBe(400);
    expect((await call('paul', 'PUT', path(one.iid), { move_before_id: one.id })).status).toBe(400);
    expect((await call('paul', 'PUT', path(one.iid), { move_before_id: 999_999 })).status).toBe(404);
    expect((await call('gwen', 'PUT', path(one.iid), { move_before_id: two.id })).status).toBe(403);
    expect((await call('nobody', 'PUT', path(one.iid), { move_before_id: two.id })).status).toBe(401);
  });
});

describe('fields for owners', () => {
  test('owners set number and time of change; others cannot', async ({ build, call }) => {
    const project = await build.project();
    const path = `/projects/${project.id}/issues`;
    const chosen = await call<Row>('ada', 'POST', path, { title: 'Chosen', iid: 40 });
    expect(chosen).toMatchObject({ status: 201, body: { iid: 40 } });
    expect(await call('ada', 'POST', path, { title: 'Again', iid: 40 })).toMatchObject({
      status: 409,
      body: { message: 'Duplicated issue' },
    });
    expect((await call<Row>('mina', 'POST', path, { title: 'Mine', iid: 7 })).body.iid).toBe(41);
    expect((await call<Row>('ada', 'POST', path, { title: 'Before', iid: 7 })).body.iid).toBe(7);
    expect((await call<Row>('ada', 'POST', path, { title: 'After' })).body.iid).toBe(42);

    const when = '2026-01-02T03:04:05.000Z';
    const changed = async (who: 'ada' | 'mina', change: object) =>
      (await call<Row>(who, 'PUT', `${path}/40`, { ...change, updated_at: when })).body.updated_at;
    expect(await changed('ada', { title: 'Old' })).toBe(when);
    expect(await changed('mina', { title: 'New' })).not.toBe(when);
    expect(await changed('ada', { labels: 'stone' })).toBe(when);
    const epic = await build.epic();
    const epicPath = `/groups/${epic.namespaceId}/epics/${epic.iid}`;
    expect((await call<Row>('ada', 'PUT', epicPath, { title: 'Old', updated_at: when })).body.updated_at).toBe(when);
  });
});

test('unsupported resources are empty for those who may read the issue', async ({ build, call }) => {
  const project = await build.project({ visibility: 'private' });
  const issue = await build.issue({ project });
  const path = `/projects/${project.id}/issues/${issue.iid}`;
  for (const name of ['related_merge_requests', 'closed_by']) {
    const answer = await call('gwen', 'GET', `${path}/${name}`);
    expect([answer.status, answer.body, answer.headers['x-total']]).toEqual([200, [], '0']);
    expect((await call('otto', 'GET', `${path}/${name}`)).status).toBe(404);
  }
  expect((await call('root', 'GET', `${path}/user_agent_detail`)).status).toBe(404);
  expect((await call('ada', 'GET', `${path}/user_agent_detail`)).status).toBe(403);
  expect((await call('nobody', 'GET', `${path}/user_agent_detail`)).status).toBe(401);
});

test('counts of issues, in a group and in all visible namespaces', async ({ build, call }) => {
  const group = await build.group();
  const project = await build.project({ group });
  await build.issue({ project, author: 'gwen' });
  await build.issue({ project, author: 'gwen', confidential: true });
  const done = await build.issue({ project, author: 'rita' });
  await call('paul', 'PUT', `/projects/${project.id}/issues/${done.iid}`, { state_event: 'close' });
  const counts = async (who: CastName, path: string, input = {}) => (await call(who, 'GET', path, input)).body;
  const statistics = (all: number, closed: number, opened: number) => ({
    statistics: { counts: { all, closed, opened } },
  });
  expect(await counts('paul', `/groups/${group.id}/issues_statistics`)).toEqual(statistics(3, 1, 2));
  expect(await counts('rita', `/groups/${group.id}/issues_statistics`, { confidential: true })).toEqual(
    statistics(1, 0, 1),
  );
  // Counts for a guest exclude confidential items, except their own.
  expect(await counts('gwen', '/issues_statistics')).toEqual(statistics(2, 0, 2));
  expect(await counts('rita', '/issues_statistics')).toEqual(statistics(1, 1, 0));
});
