import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';

type Row = Record<string, unknown>;
const titlesOf = (rows: readonly Row[]) => rows.map((row) => row['title']);

describe('issues of an epic over REST', () => {
  test('are added as its first children, listed in its order, and removed', async ({ call, build }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const [epic, old] = [await build.epic({ group }), await build.epic({ group })];
    const [one, two] = [
      await build.issue({ project, title: 'one' }),
      await build.issue({ project, title: 'two', parent: old }),
    ];
    const path = `/groups/${group.id}/epics/${epic.iid}/issues`;
    const first = await call('paul', 'POST', `${path}/${one.id}`);
    expect(first).toMatchObject({
      status: 201,
      body: { id: one.id, epic: { id: epic.id, iid: epic.iid }, issue: { id: one.id, epic_iid: epic.iid } },
    });
    // It leaves its previous epic.
    expect((await call('paul', 'POST', `${path}/${two.id}`)).status).toBe(201);
    expect((await call('paul', 'GET', `/groups/${group.id}/epics/${old.iid}/issues`)).body).toEqual([]);
    const { body, headers } = await call<Row[]>('gwen', 'GET', `${path}?per_page=1`);
    expect(titlesOf(body)).toEqual(['two']);
    expect(body[0]).toMatchObject({ epic_issue_id: two.id, project_id: project.id, epic: { id: epic.id } });
    expect(headers).toMatchObject({ 'x-total': '2', 'x-next-page': '2' });
    expect(await call('paul', 'POST', `${path}/${one.id}`)).toMatchObject({
      status: 409,
      body: { message: 'Issue(s) already assigned' },
    });
    const released = await call('paul', 'DELETE', `${path}/${one.id}`);
    expect(released).toMatchObject({ status: 200, body: { id: one.id, issue: { epic: null, epic_iid: null } } });
    expect(await call('paul', 'DELETE', `${path}/${one.id}`)).toMatchObject({
      status: 404,
      body: { message: '404 Issue Not Found' },
    });
  });

  test('move before and after their neighbors', async ({ call, build }) => {
    const group = await build.group();
    const epic = await build.epic({ group });
    const project = await build.project({ group });
    const issues = [];
    for (const [at, title] of ['a', 'b', 'c'].entries()) {
      issues.push(await build.issue({ project, parent: epic, title, relativePosition: at * 500 }));
    }
    const [a, b, c] = issues;
    if (!a || !b || !c) throw new Error('three issues');
    const path = `/groups/${group.id}/epics/${epic.iid}/issues`;
    // `move_before_id` is the item that precedes it afterwards.
    const behind = await call<Row[]>('paul', 'PUT', `${path}/${a.id}`, { move_before_id: c.id });
    expect(behind.status).toBe(200);
    expect(titlesOf(behind.body)).toEqual(['b', 'c', 'a']);
    expect(behind.body[0]).toMatchObject({ epic_issue_id: b.id, relative_position: b.relativePosition });
    const ahead = await call<Row[]>('paul', 'PUT', `${path}/${a.id}`, { move_after_id: String(c.id) });
    expect(titlesOf(ahead.body)).toEqual(['b', 'a', 'c']);
    expect((await call('paul', 'PUT', `${path}/${a.id}`, { move_after_id: 999_999 })).status).toBe(404);
    expect((await call('gwen', 'PUT', `${path}/${a.id}`, { move_after_id: b.id })).status).toBe(403);
  });

  test('are hidden, refused and not found by the rules', async ({ call, build }) => {
    const group = await build.group({ visibility: 'public' });
    const project = await build.project({ group });
    const epic = await build.epic({ group });
    await build.issue({ project, parent: epic, title: 'open' });
    await build.issue({ project, parent: epic, title: 'secret', confidential: true, author: null });
    const path = `/groups/${group.id}/epics/${epic.iid}/issues`;
    const seen = await call<Row[]>('gwen', 'GET', path);
    expect(titlesOf(seen.body)).toEqual(['open']);
    expect(seen.headers['x-total']).toBe('1');
    expect((await call('nobody', 'GET', path)).status).toBe(401);
    const foreign = await build.issue({ title: 'foreign' });
    expect(await call('paul', 'POST', `${path}/${foreign.id}`)).toMatchObject({
      status: 400,
      body: { message: 'Parent and child must be in the same top-level group' },
    });
    expect((await call('gwen', 'POST', `${path}/${(await build.issue({ project })).id}`)).status).toBe(403);
    expect((await call('paul', 'POST', `${path}/${epic.id}`)).status).toBe(404);
    expect((await call('paul', 'POST', `${path}/x`)).status).toBe(400);
  });
});

describe('child epics over REST', () => {
  test('are created under their parent', async ({ call, build }) => {
    const group = await build.group({ path: 'family' });
    const parent = await build.epic({ group, confidential: true });
    const { status, body } = await call('paul', 'POST', `/groups/${group.id}/epics/${parent.iid}/epics`, {
      title: 'Child',
    });
    expect(status).toBe(201);
    const iid = String(body['iid']);
    expect(body).toEqual({
      id: body['id'],
      iid: Number(iid),
      title: 'Child',
      group_id: group.id,
      parent_id: parent.id,
      has_children: false,
      has_issues: false,
      reference: `&${iid}`,
      url: `http://milepost.test/groups/family/-/epics/${iid}`,
      relation_url: `http://milepost.test/groups/family/-/epics/${parent.iid}/links/${String(body['id'])}`,
    });
    // It takes the confidentiality of its parent, and cannot drop it.
    expect((await call('paul', 'GET', `/groups/family/epics/${iid}`)).body).toMatchObject({ confidential: true });
    const open = await call('paul', 'POST', `/groups/family/epics/${parent.iid}/epics`, {
      title: 'x',
      confidential: false,
    });
    expect(open.status).toBe(400);
  });

  test('are assigned, listed, moved and removed', async ({ call, build }) => {
    const group = await build.group();
    const sub = await build.group({ parent: group });
    const parent = await build.epic({ group });
    const epics = [];
    for (const title of ['a', 'b', 'c']) epics.push(await build.epic({ group: sub, title }));
    const [a, b, c] = epics;
    if (!a || !b || !c) throw new Error('three epics');
    const path = `/groups/${group.id}/epics/${parent.iid}/epics`;
    for (const epic of [c, b, a]) {
      expect(await call('paul', 'POST', `${path}/${epic.id}`)).toMatchObject({
        status: 201,
        body: { id: epic.id, group_id: sub.id, parent_id: parent.id, parent_iid: parent.iid },
      });
    }
    expect(await call('paul', 'POST', `${path}/${a.id}`)).toMatchObject({
      status: 409,
      body: { message: 'Epic(s) already assigned' },
    });
    const { body, headers } = await call<Row[]>('gwen', 'GET', path);
    expect(titlesOf(body)).toEqual(['a', 'b', 'c']);
    expect(headers['x-total']).toBe('3');
    const moved = await call<Row[]>('paul', 'PUT', `${path}/${c.id}`, { move_after_id: b.id });
    expect(titlesOf(moved.body)).toEqual(['a', 'c', 'b']);
    expect(await call('paul', 'DELETE', `${path}/${b.id}`)).toMatchObject({ status: 200, body: { parent_id: null } });
    expect((await call('paul', 'DELETE', `${path}/${b.id}`)).status).toBe(404);
    expect(titlesOf((await call<Row[]>('gwen', 'GET', path)).body)).toEqual(['a', 'c']);
  });

  test('a page of them takes the same few statements for fifty as for one', async ({ call, build, statements }) => {
    const group = await build.group();
    const parent = await build.epic({ group });
    for (let at = 0; at < 50; at++) await build.epic({ group, parent });
    await call('gwen', 'GET', '/user');
    statements.length = 0;
    const { body } = await call<Row[]>('gwen', 'GET', `/groups/${group.id}/epics/${parent.iid}/epics?per_page=50`);
    expect(body).toHaveLength(50);
    // In the form of an epic list, with the epic's top-level group, the statuses and the health rolled up.
    expect(statements.slice(14)).toEqual([]);
  });
});
