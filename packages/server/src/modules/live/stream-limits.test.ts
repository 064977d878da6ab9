import { expect } from 'vitest';
import { httpServer } from '../../platform/http/server.ts';
import { test, tokenFor } from '../../testing/http.ts';
import { openLive, type LivePage } from '../../testing/live.ts';
import { addLiveStream } from './rest/stream.ts';

test('anonymous streams are limited per address, without affecting other addresses or signed-in people', async ({
  build,
  services,
  world,
}) => {
  const group = await build.group({ visibility: 'public' });
  const server = await httpServer({
    logLevel: 'error',
    secret: 's'.repeat(32),
    isSecure: false,
    fileLimit: 1,
    trustedProxies: ['127.0.0.1'],
  });
  addLiveStream(server, services, { ofAddress: 2 });
  const url = `${await server.listen({ port: 0, host: '127.0.0.1' })}/-/live?group=${group.fullPath}`;
  const pages: LivePage[] = [];
  const open = async (address: string, headers: Record<string, string> = {}): Promise<LivePage> => {
    const page = await openLive(url, { 'x-forwarded-for': address, ...headers });
    pages.push(page);
    return page;
  };
  expect((await open('192.0.2.1')).status).toBe(200);
  expect((await open('192.0.2.1')).status).toBe(200);
  const refused = await open('192.0.2.1');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect((await open('192.0.2.2')).status).toBe(200);
  expect((await open('192.0.2.1', { 'private-token': await tokenFor(world, 'gwen') })).status).toBe(200);
  pages[0]?.close();
  await expect.poll(async () => (await open('192.0.2.1')).status).toBe(200);
  for (const page of pages) page.close();
  await server.close();
});
