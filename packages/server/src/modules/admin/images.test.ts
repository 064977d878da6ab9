import { expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { sessionHeaders, test as base } from '../../testing/http.ts';
import { mailPage } from '../../platform/outbox/mail-page.ts';

const png = (length: number) =>
  Buffer.concat([Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'), Buffer.alloc(length - 8)]);
const svg = '<svg viewBox="0 0 4 4"><script>alert(1)</script><path d="M0 0h4v4z" onclick="x()"/></svg>';

/** Uploads an image as form data; null removes it. */
const test = base.extend(
  'put',
  ({ send, world }) =>
    async (who: Exclude<CastName, 'nobody'>, url: string, field: string, bytes: Buffer | null) => {
      const headers = await sessionHeaders(world, world.userIds[who]);
      if (bytes === null) return send({ method: 'DELETE', url, headers });
      const body = new FormData();
      body.set(field, new Blob([new Uint8Array(bytes)]), 'image');
      const request = new Request('http://milepost.test', { method: 'PUT', body });
      const type = request.headers.get('content-type') ?? '';
      return send({
        method: 'PUT',
        url,
        headers: { ...headers, 'content-type': type },
        payload: Buffer.from(await request.arrayBuffer()),
      });
    },
);

test('TM-PR-01: groups and projects have avatars of at most 200 KB, for those who see them', async ({
  build,
  put,
  call,
  ask,
  send,
  world,
}) => {
  const group = await build.group({ visibility: 'private' });
  const project = await build.project({ group });
  for (const [kind, { id, fullPath }] of [
    ['group', group],
    ['project', project],
  ] as const) {
    const url = `/-/avatars/${kind}/${id}`;
    const saved = await put('ada', url, 'avatar', png(200 * 1024));
    expect(saved.status).toBe(200);
    const { avatar_url: address } = saved.body as { avatar_url: string };
    expect(address).toMatch(new RegExp(`^${url}/[0-9a-f]{16}$`));
    expect((await call('ada', 'GET', `/${kind}s/${id}`)).body).toMatchObject({
      avatar_url: `${world.services.baseUrl}${address}`,
    });
    expect((await ask('ada', `{ ${kind}(fullPath: "${fullPath}") { avatarUrl } }`)).data).toEqual({
      [kind]: { avatarUrl: address },
    });
    const headers = await sessionHeaders(world, world.userIds.ada);
    const image = await send({ url: address, headers });
    expect(image).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
    expect(String(image.headers['cache-control'])).toMatch(/^private.*immutable/);
    // Who does not see the namespace does not see its avatar.
    expect((await send({ url: address })).status).toBe(404);
    expect((await put('dana', url, 'avatar', png(9))).status).toBe(403);
    expect((await put('otto', url, 'avatar', png(9))).status).toBe(404);
    for (const bytes of [png(200 * 1024 + 1), Buffer.from(svg)])
      expect((await put('ada', url, 'avatar', bytes)).status).toBe(400);
    expect((await put('ada', url, 'avatar', png(9))).status).toBe(200);
    expect((await send({ url: address, headers })).status).toBe(404);
    expect((await put('ada', url, 'avatar', null)).status).toBe(204);
    expect((await call('ada', 'GET', `/${kind}s/${id}`)).body).toMatchObject({ avatar_url: null });
  }
});

test('TM-AD-18: name and logo of the installation are shown to everybody, in mails too', async ({
  put,
  send,
  world,
}) => {
  const { services } = world;
  const before = { ...services.instance };
  expect((await put('ada', '/-/admin/logo', 'logo', png(9))).status).toBe(404);
  for (const bytes of [png(200 * 1024 + 1), Buffer.from('GIF89a'), Buffer.from('<p>no image</p>')])
    expect((await put('root', '/-/admin/logo', 'logo', bytes)).status).toBe(400);
  const saved = await put('root', '/-/admin/logo', 'logo', Buffer.from(svg));
  const { logo_url: url } = saved.body as { logo_url: string };
  expect(services.instance.logoUrl).toBe(url);
  const image = await send({ url });
  expect(image).toMatchObject({ status: 200, headers: { 'content-type': 'image/svg+xml' } });
  expect(String(image.body)).toContain('<path d="M0 0h4v4z"');
  expect(String(image.body)).not.toMatch(/script|onclick/);
  services.instance = { ...services.instance, name: 'Harbor & Co' };
  const head = mailPage(services, '');
  expect(head).toContain(`src="${services.baseUrl}${url}"`);
  expect(head).toContain('Harbor &amp; Co');
  expect((await put('root', '/-/admin/logo', 'logo', null)).status).toBe(204);
  expect((await send({ url })).status).toBe(404);
  expect(services.instance.logoUrl).toBeNull();
  services.instance = before;
});
