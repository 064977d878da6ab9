import { describe, expect } from 'vitest';
import { castNames } from '../../../testing/cast.ts';
import { test, tokenFor } from '../../../testing/http.ts';

/** The published fields of an epic, and its custom fields; the last eight are visible only to those who may change it. */
const epicKeys =
  `id work_item_id iid group_id parent_id parent_iid title description state confidential web_url reference
  references author start_date end_date due_date created_at updated_at closed_at labels upvotes downvotes color text_color
  risk health_status health_status_is_rolled_up status imported imported_from custom_fields _links`.split(/\s+/);
const dateKeys = `start_date_is_fixed start_date_fixed start_date_from_milestones start_date_from_inherited_source
  due_date_is_fixed due_date_fixed due_date_from_milestones due_date_from_inherited_source`.split(/\s+/);

describe('an epic over REST', () => {
  test('RS-EP-01: is created below a parent, confidential, and returned with its url', async ({ call, build }) => {
    const group = await build.group({ path: 'plan' });
    const parent = await build.epic({ group, confidential: true });
    const { status, body } = await call('paul', 'POST', `/groups/${group.id}/epics`, {
      title: 'Launch',
      parent_id: parent.id,
      confidential: true,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: 'Launch',
      parent_id: parent.id,
      parent_iid: parent.iid,
      confidential: true,
      state: 'opened',
      url: `http://milepost.test/groups/plan/-/epics/${String(body['iid'])}`,
    });
  });

  test('is shown with every documented field', async ({ call, build }) => {
    const group = await build.group({ path: 'shape' });
    const sub = await build.group({ parent: group, path: 'deep' });
    const parent = await build.epic({ group });
    const epic = await build.epic({
      group: sub,
      parent,
      title: 'Shape',
      description: 'Round',
      author: 'dana',
      startDate: '2026-03-01',
      color: '#c91c00',
    });
    await build.label({ namespace: group, title: 'bug', on: [epic] });
    const { status, body } = await call('paul', 'GET', `/groups/shape%2Fdeep/epics/${epic.iid}`);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual([...epicKeys, ...dateKeys, 'subscribed'].sort());
    const self = `http://milepost.test/api/v4/groups/${sub.id}/epics/${epic.iid}`;
    expect(body).toMatchObject({
      id: epic.id,
      iid: epic.iid,
      group_id: sub.id,
      parent_id: parent.id,
      parent_iid: parent.iid,
      title: 'Shape',
      description: 'Round',
      state: 'opened',
      confidential: false,
      web_url: `http://milepost.test/groups/shape/deep/-/epics/${epic.iid}`,
      reference: `&${epic.iid}`,
      references: { short: `&${epic.iid}`, relative: `&${epic.iid}`, full: `shape/deep&${epic.iid}` },
      author: { id: build.idOf('dana'), username: 'dana', name: 'Dana Developer', state: 'active', avatar_url: null },
      start_date: '2026-03-01',
      start_date_is_fixed: true,
      start_date_fixed: '2026-03-01',
      start_date_from_inherited_source: null,
      end_date: null,
      due_date: null,
      due_date_is_fixed: false,
      closed_at: null,
      labels: ['bug'],
      upvotes: 0,
      downvotes: 0,
      color: '#c91c00',
      text_color: '#FFFFFF',
      subscribed: false,
      imported: false,
      imported_from: 'none',
      _links: {
        self,
        epic_issues: `${self}/issues`,
        group: `http://milepost.test/api/v4/groups/${sub.id}`,
        parent: `http://milepost.test/api/v4/groups/${group.id}/epics/${parent.iid}`,
      },
    });
    expect(body['created_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('shows the sources of its dates to those who may change them, and no hidden parent', async ({ call, build }) => {
    const top = await build.group({ members: { ada: 'owner' } });
    const open = await build.group({ parent: top, visibility: 'public', members: {} });
    const epic = await build.epic({ group: open, parent: await build.epic({ group: top }) });
    const path = `/groups/${open.id}/epics/${epic.iid}`;
    const outside = await call('otto', 'GET', path);
    expect(Object.keys(outside.body).sort()).toEqual([...epicKeys, 'subscribed'].sort());
    expect(outside.body).toMatchObject({ parent_id: null, parent_iid: null, _links: { parent: null } });
    const inside = await call('ada', 'GET', path);
    expect(inside.body).toMatchObject({ parent_id: epic.parentId, start_date_is_fixed: false });
  });

  test('takes what existing clients send, however they write it', async ({ call, send, build, world }) => {
    const group = await build.group();
    const path = `/groups/${group.id}/epics`;
    const made = await call('paul', 'POST', path, {
      title: 'Forms',
      labels: 'bug, needs  review',
      start_date_is_fixed: 'True',
      start_date_fixed: '2026-01-02',
      due_date_is_fixed: '1',
      due_date_fixed: '2026-02-03',
      confidential: 'False',
      created_at: '2020-01-01T00:00:00Z',
      unknown: 'left out',
    });
    expect(made).toMatchObject({
      status: 201,
      body: { labels: ['bug', 'needs  review'], start_date: '2026-01-02', due_date: '2026-02-03', confidential: false },
    });
    // Only owners can set the time.
    expect(made.body['created_at']).not.toMatch(/^2020/);
    const dated = await call('ada', 'POST', path, { title: 'Old', created_at: '2020-01-01T00:00:00Z' });
    expect(dated.body).toMatchObject({ created_at: '2020-01-01T00:00:00.000Z' });
    const form = await send({
      method: 'PUT',
      url: `/api/v4${path}/${String(made.body['iid'])}?add_labels[]=one&add_labels[]=two`,
      headers: { 'private-token': await tokenFor(world, 'paul'), 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'remove_labels=bug&start_date_fixed=&due_date_is_fixed=false',
    });
    expect(form).toMatchObject({
      status: 200,
      body: { labels: ['needs  review', 'one', 'two'], start_date: null, due_date: null, due_date_is_fixed: false },
    });
    const cleared = await call('paul', 'PUT', `${path}/${String(made.body['iid'])}`, { labels: '', parent_id: '' });
    expect(cleared.body).toMatchObject({ labels: [], parent_id: null });
  });

  test('is changed, closed and reopened; omitted fields stay', async ({ call, build }) => {
    const group = await build.group();
    const epic = await build.epic({ group, title: 'Before', description: 'Stays' });
    const path = `/groups/${group.id}/epics/${epic.iid}`;
    const closed = await call('paul', 'PUT', path, { title: 'After', state_event: 'close', color: '#217645' });
    expect(closed).toMatchObject({
      status: 200,
      body: { title: 'After', description: 'Stays', state: 'closed', color: '#217645' },
    });
    expect(closed.body['closed_at']).not.toBeNull();
    expect((await call('paul', 'PUT', path, { state_event: 'reopen' })).body).toMatchObject({
      state: 'opened',
      closed_at: null,
    });
  });

  test('is removed by owners, and by members who wrote it', async ({ call, build }) => {
    const group = await build.group();
    const [first, second] = [await build.epic({ group }), await build.epic({ group, author: 'paul' })];
    expect((await call('paul', 'DELETE', `/groups/${group.id}/epics/${first.iid}`)).status).toBe(403);
    const removed = await call('ada', 'DELETE', `/groups/${group.id}/epics/${first.iid}`);
    expect(removed).toMatchObject({ status: 204, body: null });
    expect(removed.headers).not.toHaveProperty('content-type');
    expect((await call('paul', 'DELETE', `/groups/${group.id}/epics/${second.iid}`)).status).toBe(204);
    expect((await call('ada', 'DELETE', `/groups/${group.id}/epics/${first.iid}`)).status).toBe(404);
  });
});

describe('refusals', () => {
  test('wrong parameters are named, each as existing clients read it', async ({ call, build }) => {
    const group = await build.group();
    const epic = await build.epic({ group });
    const path = `/groups/${group.id}/epics`;
    const answers = [
      [await call('paul', 'POST', path, {}), 400, { error: 'title is missing' }],
      [await call('paul', 'POST', path, { title: ' ' }), 400, { message: { title: ["can't be blank"] } }],
      [
        await call('paul', 'POST', path, { title: 'x'.repeat(256) }),
        400,
        { message: { title: ['is too long (maximum is 255 characters)'] } },
      ],
      [
        await call('paul', 'POST', path, { title: 'x', color: 'mauve' }),
        400,
        { message: { color: ['is not one of the suggested colors'] } },
      ],
      [
        await call('paul', 'POST', path, { title: 'x', start_date_fixed: '2026-02-30' }),
        400,
        { error: 'start_date_fixed is invalid' },
      ],
      [
        await call('paul', 'PUT', `${path}/${epic.iid}`, { state_event: 'shut' }),
        400,
        { error: 'state_event does not have a valid value' },
      ],
      [await call('paul', 'POST', path, { title: 'x', parent_id: 999_999 }), 404, { message: '404 Parent Not Found' }],
    ] as const;
    for (const [{ status, body }, wantedStatus, wantedBody] of answers) {
      expect(body).toEqual(wantedBody);
      expect(status).toBe(wantedStatus);
    }
    const nothing = await call('paul', 'PUT', `${path}/${epic.iid}`, {});
    expect(nothing.status).toBe(400);
    expect(String(nothing.body['error'])).toMatch(/title.* are missing, at least one parameter must be provided$/);
  });

  test('missing and hidden ones get the same answer; anonymous viewers are asked to sign in first', async ({
    call,
    build,
  }) => {
    const group = await build.group();
    const epic = await build.epic({ group, confidential: true });
    const path = `/groups/${group.id}/epics`;
    expect(await call('nobody', 'GET', path)).toMatchObject({ status: 401, body: { message: '401 Unauthorized' } });
    expect(await call('otto', 'GET', path)).toMatchObject({ status: 404, body: { message: '404 Group Not Found' } });
    const notThere = { status: 404, body: { message: '404 Epic Not Found' } };
    expect(await call('gwen', 'GET', `${path}/${epic.iid}`)).toMatchObject(notThere);
    expect(await call('gwen', 'PUT', `${path}/${epic.iid}`, { title: 'x' })).toMatchObject(notThere);
    expect(await call('ada', 'GET', `${path}/4711`)).toMatchObject(notThere);
    expect(await call('ada', 'GET', `${path}/one`)).toMatchObject(notThere);
  });

  test('a parent that cannot take it refuses with the reason', async ({ call, build }) => {
    const group = await build.group();
    const parent = await build.epic({ group });
    const child = await build.epic({ group, parent });
    const turned = await call('paul', 'PUT', `/groups/${group.id}/epics/${parent.iid}`, { parent_id: child.id });
    expect(turned).toMatchObject({
      status: 400,
      body: { message: 'A work item cannot contain one of its own ancestors' },
    });
    let deepest = child;
    for (let level = 3; level <= 7; level++) deepest = await build.epic({ group, parent: deepest });
    const deeper = await call('paul', 'POST', `/groups/${group.id}/epics`, { title: 'x', parent_id: deepest.id });
    expect(deeper).toMatchObject({ status: 409, body: { message: 'Epic hierarchy level too deep' } });
  });

  test('who may do what with epics', async ({ call, build }) => {
    const group = await build.group({ visibility: 'public' });
    const epic = await build.epic({ group, author: null });
    const path = `/groups/${group.id}/epics`;
    const answers: Record<string, number[]> = {};
    for (const name of castNames) {
      answers[name] = [
        (await call(name, 'GET', `${path}/${epic.iid}`)).status,
        (await call(name, 'POST', path, { title: 'x' })).status,
        (await call(name, 'PUT', `${path}/${epic.iid}`, { title: name })).status,
        (await call(name, 'DELETE', `${path}/${(await build.epic({ group, author: null })).iid}`)).status,
      ];
    }
    expect(answers).toEqual({
      nobody: [401, 401, 401, 401],
      otto: [200, 403, 403, 403],
      gwen: [200, 403, 403, 403],
      paul: [200, 201, 200, 403],
      rita: [200, 201, 200, 403],
      dana: [200, 201, 200, 403],
      mina: [200, 201, 200, 403],
      ada: [200, 201, 200, 204],
      root: [200, 201, 200, 204],
    });
  });
});
