import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { servePages } from './pages.ts';
import { httpServer } from './server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pages-'));
const code = "\n      document.documentElement.dataset.theme = 'dark';\n    ";
writeFileSync(
  join(folder, 'index.html'),
  `<head><script>${code}</script><!--bootstrap--></head><body><div id="app"></div></body>`,
);
let finish: (data: object) => void = () => undefined;
const server = await httpServer({ logLevel: 'silent', secret: 'x'.repeat(32), isSecure: false, fileLimit: 1 });
await servePages(server, {
  folder,
  diagrams: folder,
  bootstrap: async ({ url }) => ({
    name: "</script><script>alert('no')</script>",
    movedTo: url.startsWith('/groups/old') ? url.replace('old', 'new') : null,
    ...(url.endsWith('?late') && { late: new Promise<object>((resolve) => (finish = resolve)) }),
  }),
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

test('the script that sets the theme before the first paint may run in a page, and no other that stands there', async () => {
  const { headers, body } = await server.inject('/groups/castle/-/roadmap');
  expect(body).toContain(code);
  const hash = createHash('sha256').update(code).digest('base64');
  const policy = String(headers['content-security-policy']).split(';');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}'`);
  expect(policy).toContain("default-src 'self'");
  expect(body).not.toContain("<script>alert('no')");
});

test('data that takes longer follows at the end of a page, whose start is sent at once', async () => {
  const address = await server.listen({ port: 0 });
  const { body, status } = await fetch(`${address}/groups/castle/-/roadmap?late`);
  expect(status).toBe(200);
  const parts: string[] = [];
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    parts.push(part);
    // Nothing more comes before this.
    if (parts.length === 1) finish({ dated: 3, text: '</script>' });
  }
  expect(parts[0]).toContain('id="bootstrap"');
  expect(parts[0]).not.toContain('id="late"');
  const late = '<script type="application/json" id="late">{"dated":3,"text":"\\u003c/script>"}</script></body>';
  expect(parts.join('').endsWith(`<div id="app"></div>${late}`)).toBe(true);
});

test('responses that are not pages keep the policy without it', async () => {
  const { headers, statusCode } = await server.inject('/api/v4/nothing');
  expect(statusCode).toBe(404);
  expect(String(headers['content-security-policy'])).toContain("script-src 'self';");
});

test('DL-RF-18: pages may be called like files: a project, a branch, a file of a repository', async () => {
  for (const url of ['/team/vue.js', '/groups/node.js', '/castle/gate/-/blob/main/app.css?plain=1']) {
    const answer = async (accept: string) =>
      (await server.inject({ url, headers: { accept } })).headers['content-type'];
    expect([url, await answer('text/html,application/xhtml+xml,*/*;q=0.8')]).toEqual([url, 'text/html; charset=utf-8']);
    expect([url, await answer('*/*')]).toEqual([url, 'application/json']);
  }
});

test('RS-GN-06: data that does not exist is answered with 404, not with a page', async () => {
  const { headers, statusCode } = await server.inject({
    url: '/castle/gate/-/nothing.json?page=2',
    headers: { accept: 'application/json' },
  });
  expect([statusCode, headers['content-type']]).toEqual([404, 'application/json']);
});

test('a page that has moved answers 301, and browsers do not keep that for ever', async () => {
  const { headers, statusCode } = await server.inject('/groups/old/-/epics?state=all');
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([
    301,
    '/groups/new/-/epics?state=all',
    'no-store',
  ]);
});

test('TM-GS-22: the published addresses of pages lead to those here', async () => {
  const token = 'a1-B2_c3';
  for (const [from, to] of [
    [`/-/invites/${token}`, `/-/invitations/${token}`],
    ['/-/user_settings/profile?x=1', '/-/profile?x=1'],
    ['/groups/castle/west/-/cadences', '/groups/castle/west/-/iterations'],
    ['/castle/gate/-/cadences/7/iterations', '/castle/gate/-/iterations'],
    ['/groups/castle/-/settings/general', '/groups/castle/-/edit'],
  ] as const) {
    const { headers, statusCode } = await server.inject(from);
    expect([statusCode, headers.location]).toEqual([301, to]);
  }
  // The same page under equivalent URLs.
  for (const same of [
    '/groups/castle/-/group_members',
    '/groups/castle/-/edit',
    '/groups/castle/-/labels',
    '/groups/castle/-/milestones',
    '/groups/castle/-/boards',
    '/castle/gate/-/project_members',
    '/castle/gate/edit',
    '/users/password/new',
  ])
    expect((await server.inject(same)).statusCode).toBe(200);
});
