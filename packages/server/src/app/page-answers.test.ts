import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { sessionHeaders, test as base } from '../testing/http.ts';
import { buildServer } from './server.ts';

const routesFile = new URL('../../../web/src/platform/navigation/routes.ts', import.meta.url);

/** The addresses of all pages, from the table of the web application. */
async function pagePatterns(): Promise<string[]> {
  const source = await readFile(routesFile, 'utf8');
  return [...source.matchAll(/^ {2}\w+: '(\/[^']*)',$/gm)].map(([, pattern = '']) => pattern);
}

/** A server with an application that shows nothing but its bootstrap data. */
const test = base.extend('page', { scope: 'file' }, async ({ world }, { onCleanup }) => {
  const webFolder = await mkdtemp(join(tmpdir(), 'milepost-pages-'));
  await writeFile(join(webFolder, 'index.html'), '<head><!--bootstrap--></head>');
  const { services, db } = world;
  // Otherwise every page leads to the set-up.
  await db.updateTable('users').set({ passwordHash: 'x' }).where('username', '=', 'root').execute();
  const server = await buildServer({
    services,
    logLevel: 'silent',
    secret: 's'.repeat(32),
    dataDir: services.dataDir,
    webFolder,
  });
  onCleanup(async () => {
    await server.close();
    await rm(webFolder, { recursive: true });
  });
  const sessions = new Map<string, Record<string, string>>();
  return async (who: 'nobody' | 'otto' | 'gwen' | 'root', url: string) => {
    const headers = sessions.get(who) ?? (who === 'nobody' ? {} : await sessionHeaders(world, world.userIds[who]));
    sessions.set(who, headers);
    const { statusCode, headers: answered, body } = await server.inject({ url, headers });
    const { 'x-request-id': _id, date: _date, ...rest } = answered;
    return { statusCode, headers: rest, body };
  };
});

test('OG-PM-02: every page of a hidden group or project, and of what is in it, answers like one of a missing one', async ({
  page,
  build,
}) => {
  const group = await build.group({ visibility: 'private' });
  const project = await build.project({ group, visibility: 'private' });
  await build.epic({ group });
  const { iid } = await build.issue({ project });
  const absent = (path: string): string => path.replaceAll(/[^/]/g, 'x');
  const patterns = (await pagePatterns()).filter((pattern) => pattern.includes('*fullPath'));
  expect(patterns.length).toBeGreaterThan(50);
  for (const pattern of patterns) {
    const { fullPath } = pattern.startsWith('/groups/') ? group : project;
    const addressOf = (path: string): string =>
      pattern
        .replace('*fullPath', path)
        .replace('*at', 'main/README.md')
        .replace(':sha', 'a'.repeat(40))
        .replaceAll(/:\w+/g, String(iid))
        .replaceAll('?', '');
    for (const who of ['nobody', 'otto'] as const) {
      const hidden = await page(who, addressOf(fullPath));
      const missing = await page(who, addressOf(absent(fullPath)));
      const named = JSON.parse(JSON.stringify(hidden).replaceAll(fullPath, absent(fullPath))) as object;
      expect([who, pattern, named]).toEqual([who, pattern, missing]);
      // The web application shows "Page not found" for it, without asking for data.
      expect([who, pattern, hidden.body]).toEqual([
        who,
        pattern,
        expect.stringContaining(`"missingNamespace":"${fullPath}"`),
      ]);
    }
    expect([pattern, (await page('gwen', addressOf(fullPath))).body]).toEqual([
      pattern,
      expect.stringContaining('"missingNamespace":null'),
    ]);
  }
});

test('OG-PM-02: pages of the administration are missing for everybody else, and no other page names a group', async ({
  page,
}) => {
  const others = (await pagePatterns()).filter((pattern) => !pattern.includes('*fullPath'));
  // That of reported content explains who may open it.
  const isAdministration = (pattern: string) => pattern.startsWith('/admin') && pattern !== '/admin/abuse_reports';
  const statuses: [string, number, number, number][] = [];
  for (const pattern of others) {
    const url = pattern.replaceAll(/:\w+\??/g, 'x');
    const [nobody, gwen, root] = [await page('nobody', url), await page('gwen', url), await page('root', url)];
    for (const { body } of [nobody, gwen, root]) expect(`${pattern} ${body}`).not.toContain('"missingNamespace":"');
    statuses.push([pattern, nobody.statusCode, gwen.statusCode, root.statusCode]);
  }
  const ofAdministration = statuses.filter(([pattern]) => isAdministration(pattern));
  expect(ofAdministration.length).toBeGreaterThan(8);
  expect(ofAdministration).toEqual(ofAdministration.map(([pattern]) => [pattern, 302, 404, 200]));
  const { headers } = await page('nobody', '/admin/sites');
  expect(headers.location).toBe('/users/sign_in?redirect=%2Fadmin%2Fsites');
});
