import { expect } from 'vitest';
import { pixel } from '../../testing/build/uploads.ts';
import { sessionHeaders, test } from '../../testing/http.ts';
import { bootstrap } from '../members/rest/identity.ts';

const put = async (
  send: (request: { method: 'PUT' | 'GET'; url: string; headers: object; payload?: object }) => Promise<unknown>,
  headers: object,
  payload: object,
) => (await send({ method: 'PUT', url: '/-/profile.json', headers, payload })) as { status: number; body: object };

test('TM-PR-01: name and preferences are saved, and pages get them; bad ones are refused', async ({
  build,
  world,
  send,
  as,
}) => {
  const person = await build.user();
  const headers = await sessionHeaders(world, person.id);
  const wanted = {
    name: 'Ada New',
    time_zone: 'Asia/Tokyo',
    date_language: 'de',
    first_weekday: 6,
    keyboard_shortcuts: false,
  };
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
    [{ date_language: 'xx' }, 'date_language'],
    [{ date_language: 'en-US-posix' }, 'date_language'],
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
    dateLanguage: 'de',
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

  // Former names of a banned person do not redirect, and a person can take their own former name back.
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

test('TM-PR-01: an avatar of a known type and at most 200 KB is kept and served at an address of its own; others are refused', async ({
  build,
  world,
  send,
  call,
  server,
  db,
}) => {
  const person = await build.user();
  const headers = await sessionHeaders(world, person.id);
  const put = async (bytes: Uint8Array<ArrayBuffer>, own: object = headers) => {
    const body = new FormData();
    body.set('avatar', new Blob([bytes]), 'me.png');
    const form = new Request('http://milepost.test', { method: 'POST', body });
    return send({
      method: 'PUT',
      url: '/-/profile/avatar',
      headers: { ...own, 'content-type': form.headers.get('content-type') ?? '' },
      payload: Buffer.from(await form.arrayBuffer()),
    });
  };
  const before = await put(pixel);
  expect(before).toMatchObject({ status: 200 });
  const { avatar_url: url } = before.body as { avatar_url: string };
  const served = await server.inject({ url });
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  });
  expect(served.rawPayload.equals(Buffer.from(pixel))).toBe(true);
  expect((await call('gwen', 'GET', `/users/${person.id}`)).body).toMatchObject({
    avatar_url: `${world.services.baseUrl}${url}`,
  });
  const large = new Uint8Array(200 * 1024 + 1);
  large.set(pixel);
  for (const [bytes, message] of [
    [large, 'is too big (should be at most 200 KB)'],
    [new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'must be a PNG, JPEG, GIF or WebP'],
    [new Uint8Array(0), 'must be a PNG, JPEG, GIF or WebP'],
  ] as const)
    expect(await put(bytes)).toMatchObject({ status: 400, body: { message: { avatar: [message] } } });
  expect((await put(pixel, {})).status).toBe(403);
  expect((await send({ method: 'PUT', url: '/-/profile/avatar', headers, payload: {} })).status).toBe(400);
  expect((await server.inject({ url })).statusCode).toBe(200);

  await db.updateTable('users').set({ state: 'banned' }).where('id', '=', person.id).execute();
  expect((await server.inject({ url })).statusCode).toBe(404);
  await db.updateTable('users').set({ state: 'active' }).where('id', '=', person.id).execute();
  expect((await send({ method: 'DELETE', url: '/-/profile/avatar', headers })).status).toBe(204);
  expect((await server.inject({ url })).statusCode).toBe(404);
  expect((await send({ url: '/-/profile.json', headers })).body).toMatchObject({ avatar_url: null });
});
