import { DESCRIPTION_LIMIT } from '@milepost/core/work-items';
import { describe, expect } from 'vitest';
import { csrfTokenOf } from '../../users/commands/sessions.ts';
import { sha256Of } from '../../../platform/util/tokens.ts';
import { test, tokenFor } from '../../../testing/http.ts';
import type { World } from '../../../testing/world.ts';
import type { Person } from '../../../testing/cast.ts';

const as = async (world: World, who: Person) => ({ 'private-token': await tokenFor(world, who) });

/** A signed-in browser's session. */
async function sessionOf(world: World, who: Person): Promise<string> {
  const secret = `session-of-${who}-${world.next()}`;
  await world.db
    .insertInto('sessions')
    .values({ idHash: sha256Of(secret), userId: world.userIds[who], expiresAt: new Date(Date.now() + 86_400_000) })
    .execute();
  return secret;
}

describe('the endpoint of an issue’s page', () => {
  test('IS-NT-01, IS-NT-04 and IS-PL-06: is polled, and gives texts as HTML and as written, with the lock version', async ({
    send,
    build,
    world,
  }) => {
    const project = await build.project({ visibility: 'public' });
    const issue = await build.issue({ project, title: 'A <b> & c', description: '**bold**' });
    const url = `/${project.fullPath}/-/issues/${issue.iid}`;
    const polled = await send({ url: `${url}.json` });
    expect(polled).toMatchObject({
      status: 200,
      body: {
        id: issue.id,
        iid: issue.iid,
        title: 'A &lt;b&gt; &amp; c',
        title_text: 'A <b> & c',
        description_text: '**bold**',
        lock_version: issue.lockVersion,
        state: 'opened',
        web_url: `http://milepost.test${url}`,
      },
    });
    expect(polled.headers['poll-interval']).toBe('2000');
    expect((await send({ url: `${url}/realtime_changes` })).body).toEqual(polled.body);

    const hidden = await build.issue({ project, confidential: true });
    expect((await send({ url: `/${project.fullPath}/-/issues/${hidden.iid}.json` })).status).toBe(404);
    const seen = await send({
      url: `/${project.fullPath}/-/issues/${hidden.iid}/realtime_changes`,
      headers: await as(world, 'paul'),
    });
    expect(seen.status).toBe(200);
  });

  test('is not sent again while unchanged, and pages with live updates poll rarely', async ({ send, build, world }) => {
    const project = await build.project({ visibility: 'public' });
    const issue = await build.issue({ project, title: 'Walls' });
    const url = `/${project.fullPath}/-/issues/${issue.iid}.json`;
    const first = await send({ url });
    const known = { 'if-none-match': String(first.headers['etag']), 'milepost-live': 'on' };
    const again = await send({ url, headers: known });
    expect(again.status).toBe(304);
    expect(again.body).toBeFalsy();
    expect(again.headers).toMatchObject({ 'poll-interval': '60000', etag: first.headers['etag'] });
    await send({ method: 'PUT', url, headers: await as(world, 'paul'), payload: { title: 'Doors' } });
    const changed = await send({ url, headers: known });
    expect(changed).toMatchObject({ status: 200, body: { title_text: 'Doors' } });
    expect(changed.headers['etag']).not.toBe(first.headers['etag']);
  });

  test('LM-IS-18: takes a description of 1,048,576 characters and no longer one', async ({ send, build, world }) => {
    const project = await build.project();
    const issue = await build.issue({ project });
    const url = `/${project.fullPath}/-/issues/${issue.iid}.json`;
    const headers = await as(world, 'paul');
    const save = (length: number) =>
      send({ method: 'PUT', url, headers, payload: { description: 'x'.repeat(length) } });
    expect((await save(1_048_576)).status).toBe(200);
    const refused = await save(1_048_577);
    expect(refused.status).toBe(400);
    expect(refused.body).toHaveProperty('message.description');
  });

  test('IS-NT-02, IS-NT-03 and IS-NT-09: takes changes, and refuses those of a text that changed meanwhile', async ({
    send,
    build,
    world,
  }) => {
    const project = await build.project();
    const issue = await build.issue({ project, title: 'Walls' });
    const url = `/${project.fullPath}/-/issues/${issue.iid}.json`;
    const headers = await as(world, 'paul');
    const saved = await send({
      method: 'PUT',
      url,
      headers,
      payload: { title: 'Doors', description: 'of oak', lock_version: issue.lockVersion, issue_type: 'incident' },
    });
    expect(saved).toMatchObject({
      status: 200,
      body: {
        title_text: 'Doors',
        description_text: 'of oak',
        issue_type: 'incident',
        updated_by_name: 'Paul Planner',
      },
    });
    expect(saved.body).toHaveProperty('web_url', `http://milepost.test/${project.fullPath}/-/issues/${issue.iid}`);
    const stale = await send({
      method: 'PUT',
      url,
      headers,
      payload: { title: 'Roofs', lock_version: issue.lockVersion },
    });
    expect(stale).toMatchObject({ status: 409, body: { message: expect.stringContaining('same time') as string } });
    expect((await send({ url, headers })).body).toMatchObject({ title_text: 'Doors' });
    // The nested parameter of older forms.
    const nested = await send({ method: 'PUT', url: `${url}?issue[state_event]=close`, headers });
    expect(nested.body).toMatchObject({ state: 'closed' });
    const refused = await send({ method: 'PUT', url, headers: await as(world, 'gwen'), payload: { title: 'No' } });
    expect(refused.status).toBe(403);
  });

  test('IS-ED-10: a description over the limit is refused with its name, and the text stays', async ({
    send,
    build,
    world,
  }) => {
    const project = await build.project();
    const issue = await build.issue({ project, description: 'Text' });
    const url = `/${project.fullPath}/-/issues/${issue.iid}.json`;
    const headers = await as(world, 'paul');
    const payload = { description: 'x'.repeat(DESCRIPTION_LIMIT + 1), lock_version: issue.lockVersion };
    const refused = await send({ method: 'PUT', url, headers, payload });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('is too long (maximum is');
    expect((await send({ url, headers })).body).toMatchObject({ description_text: 'Text' });
  });

  test('IS-NT-05 and IS-DL-08: DELETE removes it once that is confirmed', async ({ send, build, world }) => {
    const project = await build.project();
    const issue = await build.issue({ project });
    const url = `/${project.fullPath}/-/issues/${issue.iid}.json`;
    const headers = await as(world, 'ada');
    expect((await send({ method: 'DELETE', url, headers })).status).toBe(400);
    expect((await send({ method: 'DELETE', url: `${url}?destroy_confirm=true`, headers })).body).toEqual({
      web_url: `http://milepost.test/${project.fullPath}/-/issues`,
    });
    expect((await send({ url, headers })).status).toBe(404);
  });

  test('IS-DL-01, IS-DL-02 and IS-DL-07: the form of the delete modal is posted with method, token and confirmation', async ({
    send,
    build,
    world,
  }) => {
    const project = await build.project();
    const issue = await build.issue({ project });
    const secret = await sessionOf(world, 'ada');
    const post = (fields: Record<string, string>) =>
      send({
        method: 'POST',
        url: `/${project.fullPath}/-/issues/${issue.iid}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: `_gitlab_session=${secret}` },
        payload: new URLSearchParams(fields).toString(),
      });
    const whole = { _method: 'delete', authenticity_token: csrfTokenOf(secret), destroy_confirm: 'true' };
    expect((await post({ ...whole, authenticity_token: 'another person’s' })).status).toBe(403);
    expect((await post({ ...whole, destroy_confirm: 'false' })).status).toBe(400);
    expect((await post({ ...whole, _method: 'put' })).status).toBe(400);
    const gone = await post(whole);
    expect(gone.status).toBe(303);
    expect(gone.headers['location']).toBe(`/${project.fullPath}/-/issues`);
    const row = await world.db.selectFrom('workItems').select('id').where('id', '=', issue.id).executeTakeFirst();
    expect(row).toBeUndefined();
  });
});

describe('the endpoint of an epic’s page', () => {
  test('EP-NT-01, IS-DL-04 and EP-PG-08: is closed and reopened by epic[state_event], returns its state, and is deleted; its children stay without a parent', async ({
    send,
    build,
    world,
  }) => {
    const group = await build.group();
    const epic = await build.epic({ group, title: 'Castle' });
    const child = await build.epic({ parent: epic });
    const url = `/groups/${group.fullPath}/-/epics/${epic.iid}`;
    const headers = await as(world, 'ada');
    const closed = await send({ method: 'PUT', url: `${url}.json?epic[state_event]=close`, headers });
    expect(closed).toMatchObject({ status: 200, body: { state: 'closed', title_text: 'Castle' } });
    const reopened = await send({ method: 'PUT', url: `${url}.json?epic[state_event]=reopen`, headers });
    expect(reopened).toMatchObject({ status: 200, body: { state: 'opened' } });
    const gone = await send({
      method: 'POST',
      url,
      headers,
      payload: { _method: 'delete', destroy_confirm: true },
    });
    expect(gone.headers['location']).toBe(`/groups/${group.fullPath}/-/epics`);
    const row = await world.db.selectFrom('workItems').select('parentId').where('id', '=', child.id).executeTakeFirst();
    expect(row).toEqual({ parentId: null });
  });

  test('EP-NT-02: a new one is posted with title, confidentiality and other fields', async ({ send, build, world }) => {
    const group = await build.group();
    const made = await send({
      method: 'POST',
      url: `/groups/${group.fullPath}/-/epics`,
      headers: await as(world, 'paul'),
      payload: { title: 'Towers', confidential: true },
    });
    expect(made).toMatchObject({ status: 201, body: { title_text: 'Towers', confidential: true } });
    expect((made.body as { web_url: string }).web_url).toMatch(
      new RegExp(`^http://milepost.test/groups/${group.fullPath}/-/epics/\\d+$`),
    );
    const whole = await send({
      method: 'POST',
      url: `/groups/${group.fullPath}/-/epics`,
      headers: await as(world, 'paul'),
      payload: {
        title: 'Gate',
        labels: ['oak'],
        color: '#217645',
        due_date_is_fixed: true,
        due_date_fixed: '2026-12-01',
      },
    });
    expect(whole).toMatchObject({ status: 201, body: { title_text: 'Gate' } });
    const { id } = whole.body as { id: number };
    const row = await world.db
      .selectFrom('workItems')
      .select(['color', 'dueDate'])
      .where('id', '=', id as never)
      .executeTakeFirst();
    expect(row).toEqual({ color: '#217645', dueDate: '2026-12-01' });
    const refused = await send({
      method: 'POST',
      url: `/groups/${group.fullPath}/-/epics`,
      headers: await as(world, 'gwen'),
      payload: { title: 'Moat' },
    });
    expect(refused.status).toBe(403);
  });

  test('EP-PG-11, EP-NT-12 and ER-EP-24: the description is saved with the lock version, and a version that is older is refused', async ({
    send,
    build,
    world,
  }) => {
    const epic = await build.epic({ description: '- [ ] one' });
    const { namespacePath } = epic;
    const url = `/groups/${namespacePath}/-/epics/${epic.iid}.json`;
    const headers = await as(world, 'ada');
    const save = (description: string) =>
      send({ method: 'PUT', url, headers, payload: { description, lock_version: epic.lockVersion } });
    expect(await save('- [x] one')).toMatchObject({
      status: 200,
      body: { task_completion_status: { count: 1, completed_count: 1 }, lock_version: epic.lockVersion + 1 },
    });
    expect((await save('- [ ] none')).status).toBe(409);
    expect((await send({ url, headers })).body).toMatchObject({ description_text: '- [x] one' });
  });
});
