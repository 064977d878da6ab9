import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { addIdentity } from '../../app/identity.ts';
import { buildServer } from '../../app/server.ts';
import { makeServices } from '../../app/services.ts';
import { connect } from '../../platform/database/connect.ts';
import { servePages } from '../../platform/http/pages.ts';
import { httpServer } from '../../platform/http/server.ts';
import { openLive } from '../../testing/live.ts';
import { PASSWORD, test, type Browser } from '../../testing/second-factors/browser.ts';
import { codeOf } from '../../testing/second-factors/totp.ts';
import { csrfTokenOf } from '../users/commands/sessions.ts';

test('OG-SE-05: a copied cookie answers 401 on every process after its session ended, whatever ended it', async ({
  world,
  server,
  browser,
  newcomer,
  build,
  call,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-pages-'));
  await writeFile(join(folder, 'index.html'), '<!--bootstrap-->');
  const own = connect(world.target, { size: 3 });
  const { services } = world;
  const others = makeServices(
    own.db,
    { url: services.baseUrl, dataDir: services.dataDir },
    { secret: services.secret, mailer: null },
  );
  const second = await buildServer({
    services: others,
    logLevel: 'error',
    secret: 's'.repeat(32),
    dataDir: '/nowhere',
  });
  // Pages, whether or not the application was built.
  const pagesOf = async (each: typeof services): Promise<FastifyInstance> => {
    const pages = await httpServer({ logLevel: 'error', secret: 's'.repeat(32), isSecure: false, fileLimit: 1 });
    const { bootstrapOf } = addIdentity(pages, each);
    await servePages(pages, { folder, diagrams: folder, bootstrap: bootstrapOf });
    return pages;
  };
  const processes = [
    { api: server, pages: await pagesOf(services) },
    { api: second, pages: await pagesOf(others) },
  ];
  const addresses = await Promise.all(processes.map(({ api }) => api.listen({ port: 0, host: '127.0.0.1' })));

  const group = await build.group({ visibility: 'private' });
  const project = await build.project({ group, visibility: 'private' });
  await build.member(group, newcomer, 'developer');
  const { secret, fileName } = await build.upload(project);
  const file = `/${project.fullPath}/uploads/${secret}/${fileName}`;
  const query = `{ project(fullPath: "${project.fullPath}") { id } }`;

  /** The statuses of all kinds of requests with this cookie, in each process. */
  const statuses = async (cookie: string): Promise<Record<string, number>[]> =>
    Promise.all(
      processes.map(async ({ api, pages }, index) => {
        const headers = { cookie: `_gitlab_session=${cookie}`, 'x-csrf-token': csrfTokenOf(cookie) };
        const get = async (url: string, from = api) => (await from.inject({ url, headers })).statusCode;
        const graphql = await api.inject({ method: 'POST', url: '/api/graphql', headers, payload: { query } });
        const live = await openLive(`${addresses[index]}/-/live?group=${group.fullPath}`, headers);
        live.close();
        return {
          rest: await get(`/api/v4/projects/${project.id}`),
          write: (
            await api.inject({
              method: 'POST',
              url: `/api/v4/projects/${project.id}/issues`,
              headers,
              payload: { title: 'x' },
            })
          ).statusCode,
          graphql: graphql.statusCode,
          page: await get(`/${project.fullPath}/-/issues`, pages),
          'data of a page': await get('/-/profile.json'),
          upload: await get(file),
          live: live.status,
        };
      }),
    );
  const all = (status: number) => ({
    rest: status,
    graphql: status,
    page: status,
    'data of a page': status,
    upload: status,
    live: status,
  });

  let totp: string | null = null;
  const signIn = async (): Promise<Browser> => {
    const each = browser();
    await each.signIn(newcomer.username);
    if (totp !== null) await each.second({ code: codeOf(totp) });
    return each;
  };
  const admin = (verb: 'POST' | 'PUT' | 'PATCH', path: string, input?: object) =>
    call('root', verb, `/users/${newcomer.id}${path}`, input);
  const ways: Record<string, (victim: Browser) => Promise<unknown>> = {
    'sign out': (victim) => victim.send('POST', '/-/sign-out'),
    'end session': async () => {
      const another = await signIn();
      const { body } = await another.send<{ id: string; current: boolean }[]>('GET', '/-/sessions');
      for (const { id, current } of body) if (!current) await another.send('DELETE', `/-/sessions/${id}`);
    },
    'end all others': async () => (await signIn()).send('DELETE', '/-/sessions'),
    'change of the password': async () =>
      (await signIn()).send('PUT', '/-/password', { current_password: PASSWORD, password: PASSWORD }),
    'password set by an administrator': () => admin('PUT', '', { password: PASSWORD }),
    block: async () => {
      await admin('POST', '/block');
    },
    ban: async () => {
      await admin('POST', '/ban');
    },
    'reset of the factors': () => admin('PATCH', '/disable_two_factor'),
  };
  for (const [way, end] of Object.entries(ways)) {
    if (way === 'reset of the factors') ({ secret: totp } = await (await signIn()).addTotp());
    const victim = await signIn();
    const cookie = victim.cookies['_gitlab_session'] ?? '';
    for (const seen of await statuses(cookie)) expect([way, seen]).toEqual([way, { ...all(200), write: 201 }]);
    const open = await Promise.all(
      addresses.map((address) =>
        openLive(`${address}/-/live?group=${group.fullPath}`, { cookie: `_gitlab_session=${cookie}` }),
      ),
    );
    await end(victim);
    for (const seen of await statuses(cookie)) expect([way, seen]).toEqual([way, { ...all(401), write: 401 }]);
    // Streams that were open end within the 5 seconds of TM-PW-12.
    for (const stream of open) await stream.untilClosed();
    if (way === 'block') await admin('POST', '/unblock');
    if (way === 'ban') await admin('POST', '/unban');
  }

  // A page takes the cookie away; then the browser is a visitor's, and may sign in.
  const gone = 'a'.repeat(43);
  const page = await processes[0]?.pages.inject({ url: '/search', headers: { cookie: `_gitlab_session=${gone}` } });
  expect(page?.statusCode).toBe(401);
  expect(page?.body).toContain('"viewer":null');
  expect(String(page?.headers['set-cookie'])).toMatch(/^_gitlab_session=;.*Expires=Thu, 01 Jan 1970/);
  for (const { pages } of processes) await pages.close();
  await second.close();
  await own.db.destroy();
  await rm(folder, { recursive: true, force: true });
});
