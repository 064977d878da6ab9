import { expect } from 'vitest';
import { sessionHeaders, test } from '../../testing/http.ts';
import { bootstrap } from '../members/rest/identity.ts';

const put = async (
  send: (request: { method: 'PUT' | 'GET'; url: string; headers: object; payload?: object }) => Promise<unknown>,
  headers: object,
  payload: object,
) => (await send({ method: 'PUT', url: '/-/profile.json', headers, payload })) as { status: number; body: object };

test('TM-PR-03, TM-PR-05, TM-PR-06: name and preferences are saved, and pages get them; bad ones are refused', async ({
  build,
  world,
  send,
  as,
}) => {
  const person = await build.user();
  const headers = await sessionHeaders(world, person.id);
  const wanted = { name: 'Ada New', time_zone: 'Asia/Tokyo', first_weekday: 6, keyboard_shortcuts: false };
  expect(await put(send as never, headers, wanted)).toMatchObject({
    status: 200,
    body: { ...wanted, username: person.username },
  });
  expect(await send({ url: '/-/profile.json', headers })).toMatchObject({ status: 200, body: wanted });
  for (const [change, field] of [
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ time_zone: '+01:00' }, 'time_zone'],
    [{ time_zone: 'Mars/Base' }, 'time_zone'],
    [{ first_weekday: 3 }, 'first_weekday'],
  ] as const)
    expect(await put(send as never, headers, change)).toMatchObject({
      status: 400,
      body: { message: { [field]: expect.any(Array) as unknown } },
    });
  expect((await send({ url: '/-/profile.json', headers })).body).toMatchObject(wanted);
  expect((await send({ url: '/-/profile.json' })).status).toBe(403);
  const request = {
    url: '/',
    headers,
    cookies: { _gitlab_session: headers.cookie.split('=')[1] },
    query: {},
    method: 'GET',
  };
  expect(await bootstrap(as('nobody'), request as never)).toMatchObject({
    timeZone: 'Asia/Tokyo',
    firstWeekday: 6,
    hasShortcuts: false,
    viewer: { name: 'Ada New' },
  });
});

test('TM-PR-02: a former username stays reserved, its address is redirected and its mentions lead to the person', async ({
  build,
  world,
  send,
  call,
  db,
  as,
}) => {
  const person = await build.user({ username: 'first-name' });
  const group = await build.group();
  const headers = await sessionHeaders(world, person.id);
  const rename = (username: string) => put(send as never, headers, { username });
  for (const taken of [group.fullPath, 'gwen', 'a b', 'admin', '-x', 'x.git', '', 'x', '2024'])
    expect((await rename(taken)).status).toBe(400);
  expect(await rename('second-name')).toMatchObject({ status: 200, body: { username: 'second-name' } });

  const page = (url: string, who: 'nobody' | 'root' = 'nobody') =>
    bootstrap(as(who), { url, headers: {}, cookies: {}, query: {}, method: 'GET' } as never);
  expect(await page('/First-Name?a=b')).toMatchObject({ movedTo: '/second-name?a=b' });
  expect(await page('/second-name')).not.toHaveProperty('movedTo');

  const project = await build.project();
  const text = { text: 'Ask @first-name', gfm: true, project: project.fullPath };
  const { body } = await call<{ html: string }>('gwen', 'POST', '/markdown', text);
  expect(body.html).toContain('href="/second-name"');

  const other = await build.user();
  const others = await sessionHeaders(world, other.id);
  expect(await put(send as never, others, { username: 'FIRST-name' })).toMatchObject({
    status: 400,
    body: { message: { username: ['has already been taken'] } },
  });
  expect((await call('ada', 'POST', '/groups', { name: 'x', path: 'first-name' })).status).toBe(400);

  // Nothing of a banned person is redirected, and the first name can be taken back.
  await db.updateTable('users').set({ state: 'banned' }).where('id', '=', person.id).execute();
  expect(await page('/first-name')).not.toHaveProperty('movedTo');
  await db.updateTable('users').set({ state: 'active' }).where('id', '=', person.id).execute();
  expect(await rename('first-name')).toMatchObject({ status: 200 });
  expect(await page('/second-name')).toMatchObject({ movedTo: '/first-name' });
  for (let round = 0; round < 9; round += 1) expect((await rename(`name-${round}`)).status).toBe(200);
  expect(await rename('one-more')).toMatchObject({
    status: 400,
    body: { message: { username: ['can be changed at most 10 times'] } },
  });
  await db.deleteFrom('users').where('id', '=', person.id).execute();
});
