import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';

type Row = Record<string, unknown>;
const typed = (rows: readonly Row[]) => rows.map((row) => `${String(row['link_type'])} ${String(row['title'])}`);

describe('links of issues over REST', () => {
  test('are created, listed oldest first, shown and removed, as seen from the issue in the path', async ({
    call,
    build,
  }) => {
    const project = await build.project();
    const other = await build.project();
    const issue = await build.issue({ project, title: 'one' });
    const [two, three] = [
      await build.issue({ project: other, title: 'two' }),
      await build.issue({ project, title: 'three' }),
    ];
    const path = `/projects/${project.id}/issues/${issue.iid}/links`;
    const made = await call('gwen', 'POST', path, {
      target_project_id: other.fullPath,
      target_issue_iid: two.iid,
      link_type: 'is_blocked_by',
    });
    expect(made).toMatchObject({
      status: 201,
      body: { link_type: 'is_blocked_by', source_issue: { id: issue.id }, target_issue: { id: two.id } },
    });
    const plain = await call('gwen', 'POST', path, { target_project_id: project.id, target_issue_iid: `${three.iid}` });
    expect(plain.body).toMatchObject({ link_type: 'relates_to' });
    const { status, body } = await call<Row[]>('gwen', 'GET', path);
    expect(status).toBe(200);
    expect(typed(body)).toEqual(['is_blocked_by two', 'relates_to three']);
    expect(body[0]).toMatchObject({
      id: two.id,
      iid: two.iid,
      project_id: other.id,
      state: 'opened',
      labels: [],
      assignees: [],
      milestone: null,
      issue_link_id: made.body['id'],
    });
    expect(body[0]?.['link_created_at']).toMatch(/Z$/);
    expect(body[0]?.['link_updated_at']).toBe(body[0]?.['link_created_at']);
    const back = await call<Row[]>('gwen', 'GET', `/projects/${other.id}/issues/${two.iid}/links`);
    expect(typed(back.body)).toEqual(['blocks one']);
    const id = String(made.body['id']);
    expect(await call('gwen', 'GET', `${path}/${id}`)).toMatchObject({
      status: 200,
      body: { id: Number(id), link_type: 'is_blocked_by', target_issue: { id: two.id } },
    });
    expect((await call('gwen', 'GET', `/projects/${project.id}/issues/${three.iid}/links/${id}`)).status).toBe(404);
    const removed = await call('gwen', 'DELETE', `${path}/${id}`);
    expect(removed).toMatchObject({ status: 200, body: { link_type: 'is_blocked_by', target_issue: { id: two.id } } });
    expect(await call('gwen', 'DELETE', `${path}/${id}`)).toMatchObject({
      status: 404,
      body: { message: '404 Link Not Found' },
    });
  });

  test('count the issues that an issue blocks', async ({ call, build }) => {
    const project = await build.project();
    const [one, two] = [await build.issue({ project }), await build.issue({ project })];
    await build.link({ from: one, to: two, type: 'blocks' });
    const path = `/projects/${project.id}/issues`;
    expect((await call('gwen', 'GET', `${path}/${one.iid}`)).body).toMatchObject({ blocking_issues_count: 1 });
    await call('ada', 'PUT', `${path}/${two.iid}`, { state_event: 'close' });
    expect((await call('gwen', 'GET', `${path}/${one.iid}`)).body).toMatchObject({ blocking_issues_count: 0 });
  });

  test('are refused with the reason', async ({ call, build }) => {
    const project = await build.project();
    const [one, two] = [await build.issue({ project }), await build.issue({ project })];
    const path = `/projects/${project.id}/issues/${one.iid}/links`;
    const target = { target_project_id: project.id, target_issue_iid: two.iid };
    expect((await call('gwen', 'POST', path, target)).status).toBe(201);
    const cases: readonly [input: object, status: number, body: object][] = [
      [target, 409, { message: 'Issue(s) already assigned' }],
      [{ ...target, link_type: 'blocks' }, 409, { message: 'Issue(s) already assigned' }],
      [{ ...target, link_type: 'parent' }, 400, { error: 'link_type does not have a valid value' }],
      [{}, 400, { error: 'target_project_id is missing, target_issue_iid is missing' }],
      [{ ...target, target_issue_iid: one.iid }, 400, { message: { base: ['An item cannot be linked with itself'] } }],
      [{ ...target, target_issue_iid: 4711 }, 404, { message: '404 Issue Not Found' }],
      [{ ...target, target_project_id: 'no/where' }, 404, { message: '404 Project Not Found' }],
    ];
    for (const [input, status, body] of cases) {
      const answer = await call('gwen', 'POST', path, input);
      expect({ input, status: answer.status, body: answer.body }).toEqual({ input, status, body });
    }
    expect((await call('nobody', 'POST', path, target)).status).toBe(401);
    const open = await build.project({ visibility: 'public', members: {} });
    const stranger = await build.issue({ project: open });
    const reading = { target_project_id: open.id, target_issue_iid: stranger.iid };
    expect((await call('otto', 'POST', `/projects/${open.id}/issues/${stranger.iid}/links`, reading)).status).toBe(403);
  });

  test('leave epics to epics', async ({ call, build }) => {
    const group = await build.group();
    const issue = await build.issue({ project: await build.project({ group }) });
    const epic = await build.epic({ group });
    const { id } = await build.link({ from: epic, to: issue, type: 'blocks' });
    const path = `/projects/${issue.namespaceId}/issues/${issue.iid}/links`;
    expect((await call('gwen', 'GET', path)).body).toEqual([]);
    expect((await call('gwen', 'GET', `${path}/${id}`)).status).toBe(404);
    expect((await call('gwen', 'GET', `/groups/${group.id}/epics/${epic.iid}/related_epics`)).body).toEqual([]);
  });
});

describe('links of epics over REST', () => {
  test('are created, listed and removed', async ({ call, build }) => {
    const group = await build.group();
    const [one, two] = [await build.epic({ group, title: 'one' }), await build.epic({ group, title: 'two' })];
    const path = `/groups/${group.id}/epics/${one.iid}/related_epics`;
    const made = await call('gwen', 'POST', path, {
      target_group_id: group.id,
      target_epic_iid: two.iid,
      link_type: 'blocks',
    });
    expect(made).toMatchObject({
      status: 201,
      body: { link_type: 'blocks', source_epic: { id: one.id }, target_epic: { id: two.id } },
    });
    expect(Object.keys(made.body).sort()).toEqual(
      ['id', 'created_at', 'updated_at', 'link_type', 'lag_days', 'source_epic', 'target_epic'].sort(),
    );
    const listed = await call<Row[]>('gwen', 'GET', `/groups/${group.id}/epics/${two.iid}/related_epics`);
    expect(listed.status).toBe(200);
    expect(typed(listed.body)).toEqual(['is_blocked_by one']);
    expect(listed.body[0]).toMatchObject({
      id: one.id,
      group_id: group.id,
      text_color: '#FFFFFF',
      related_epic_link_id: made.body['id'],
    });
    expect((await call('nobody', 'GET', path)).status).toBe(401);
    const again = await call('gwen', 'POST', path, { target_group_id: group.id, target_epic_iid: two.iid });
    expect(again).toMatchObject({ status: 409, body: { message: 'Epic(s) already assigned' } });
    const removed = await call('gwen', 'DELETE', `${path}/${String(made.body['id'])}`);
    expect(removed).toMatchObject({ status: 200, body: { link_type: 'blocks', target_epic: { id: two.id } } });
    expect((await call('gwen', 'GET', path)).body).toEqual([]);
  });

  test('those of a group are paged, with both ends visible', async ({ call, build }) => {
    const group = await build.group({ visibility: 'public' });
    const sub = await build.group({ parent: group, visibility: 'public' });
    const [top, below, foreign, secret] = [
      await build.epic({ group, title: 'top' }),
      await build.epic({ group: sub, title: 'below' }),
      await build.epic({ group: await build.group({ visibility: 'public' }), title: 'foreign' }),
      await build.epic({ group: sub, confidential: true, title: 'secret', author: null }),
    ];
    const made = [
      await build.link({ from: top, to: below, type: 'blocks', createdAt: new Date('2026-01-01') }),
      await build.link({ from: foreign, to: top, createdAt: new Date('2026-01-02') }),
      await build.link({ from: secret, to: top, createdAt: new Date('2026-01-03') }),
    ];
    const ids = made.map(({ id }) => id);
    const list = async (query: string) => call<Row[]>('otto', 'GET', `/groups/${group.id}/related_epic_links?${query}`);
    const all = await list('');
    expect(all.body.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(all.headers['x-total']).toBe('2');
    expect(all.body[0]).toMatchObject({
      link_type: 'blocks',
      created_at: '2026-01-01T00:00:00.000Z',
      source_epic: { id: top.id },
      target_epic: { id: below.id },
    });
    expect((await list('per_page=1&page=2')).body.map(({ id }) => id)).toEqual([ids[1]]);
    expect((await list('created_after=2026-01-02')).body.map(({ id }) => id)).toEqual([ids[1]]);
    expect((await list('created_before=2026-01-01')).body.map(({ id }) => id)).toEqual([ids[0]]);
    expect((await list('updated_before=2025-01-01')).body).toEqual([]);
    const sublist = await call<Row[]>('paul', 'GET', `/groups/${sub.id}/related_epic_links`);
    expect(sublist.body.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    expect((await call('nobody', 'GET', `/groups/${group.id}/related_epic_links`)).status).toBe(401);
  });
});
