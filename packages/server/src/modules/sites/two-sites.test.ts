import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Services } from '../../platform/context.ts';
import { FileStorage } from '../../platform/files/file-storage.ts';
import { callSite } from '../../platform/sites/call.ts';
import { printPosition, readLogState } from '../../platform/sites/position.ts';
import { sign } from '../../platform/sites/signature.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { buildServer } from '../../app/server.ts';
import { JobsOfPrimary } from '../../cli/jobs-of-primary.ts';
import { main } from '../../cli/main.ts';
import { serveUntil } from '../../cli/serve.ts';
import { readConfig, withPort } from '../../platform/config/config.ts';
import { connect } from '../../platform/database/connect.ts';
import { startJobs } from '../../platform/jobs/runner.ts';
import { Replicas } from '../../platform/sites/replicas.ts';
import { Site as SiteState } from '../../platform/sites/site.ts';
import { freePort, Line } from '../../testing/line.ts';
import { openLive } from '../../testing/live.ts';
import { followAtProvider, OpenidProvider } from '../../testing/identity/openid-provider.ts';
import { startMailServer } from '../../testing/mail/mail-server.ts';
import { clearDemotion, SiteFollower } from './commands/follow.ts';
import { runGit } from '../../testing/git.ts';
import { sessionHeaders, tokenFor } from '../../testing/http.ts';
import { canServeS3, newBucket } from '../../testing/storage/s3-server.ts';
import { startSites, type Sites, type TestSite } from '../../testing/sites.ts';
import type { CastName } from '../../testing/cast.ts';
import { folderOf } from '../repositories/store/folders.ts';
import { readRefs } from '../repositories/store/replicas.ts';
import { repositoryOf } from '../repositories/store.ts';
import { keyOf, storedSecrets } from '../uploads/store/files.ts';
import { allSites } from './store.ts';
import type { Site } from './table.ts';

let sites: Sites;

beforeAll(async () => {
  sites = await startSites();
});
afterAll(() => sites?.end());

/** Both sites know each other, and the secondary has everything. */
beforeEach(async () => {
  // After the promotion each goes its own way.
  if (sites.home.services.site.role === 'demoted') return;
  await caughtUp();
  await sites.home.follower.beat();
  await sites.away.follower.beat();
});

async function caughtUp(): Promise<void> {
  const { position } = await readLogState(sites.home.services.db);
  expect(await sites.away.services.site.replayed.reaches(position, 30_000)).toBe(true);
}

/** The connections over the line to the primary, once those on their way have arrived. */
async function connectionsOfLine(): Promise<number> {
  let before = -1;
  while (before !== sites.line.connections) {
    before = sites.line.connections;
    await sleep(100);
  }
  return before;
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

interface Sent {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

async function ask(site: TestSite, who: CastName, path: string, { method = 'GET', body, headers }: Sent = {}) {
  const token: Record<string, string> = who === 'nobody' ? {} : { 'private-token': await tokenFor(sites.world, who) };
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(site.origin + path, {
    method,
    headers: { ...token, ...type, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') && text !== '';
  return {
    status: answer.status,
    by: answer.headers.get('x-milepost-site'),
    headers: answer.headers,
    body: (isJson ? JSON.parse(text) : text) as Record<string, never>,
  };
}

const pause = (isPaused: boolean) =>
  sql`SELECT ${sql.raw(isPaused ? 'pg_wal_replay_pause()' : 'pg_wal_replay_resume()')}`.execute(sites.away.services.db);

const roadmap = `query ($path: ID!) { group(fullPath: $path) { name epics { nodes { title startDate descendantCounts { openedIssues } } } } }`;

describe('a secondary site', () => {
  test('OG-ST-02: is the server whose database is a standby: it is current in its list, and runs no migration and no job', async () => {
    const { away, home, pair, world } = sites;
    const group = await sites.build.group({ visibility: 'public' });
    await sites.build.epic({ group });
    // A due mail, which jobs would send when they start.
    const mail = await startMailServer();
    await sql`INSERT INTO account_links (user_id, purpose, email, nonce, token_hash, expires_at, next_attempt_at)
      VALUES (${world.userIds.dana}, 'reset', 'dana@milepost.test', 'nonce', '\\x00', now() + interval '1 hour', now())`.execute(
      world.db,
    );
    await caughtUp();
    const { host, user, database } = pair.standby.target;
    const dataDir = await mkdtemp(join(tmpdir(), 'milepost-serving-'));
    const config = readConfig(
      {
        DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&application_name=serving`,
        MILEPOST_DATA_DIR: dataDir,
        MILEPOST_SECRET: away.services.secret,
        MILEPOST_SITE_NAME: 'Away',
        MILEPOST_SMTP_URL: mail.url,
        MILEPOST_LOG_LEVEL: 'silent',
      },
      dataDir,
    );
    const lines: string[] = [];
    const note = (text: unknown): void => void lines.push(String(text));
    const logs = [
      vi.spyOn(console, 'log').mockImplementation(note),
      vi.spyOn(console, 'error').mockImplementation(note),
    ];
    let stop = (): void => undefined;
    const requested = new Promise<void>((resolve) => (stop = resolve));
    const serving = withPort(config, await freePort());
    await serveUntil(serving, { requested, isRequested: () => false }, false, () => {
      const body = { query: roadmap, variables: { path: group.fullPath } };
      void ask({ ...away, origin: serving.url }, 'nobody', '/api/graphql', { method: 'POST', body }).finally(stop);
    });
    for (const spy of logs) spy.mockRestore();
    await rm(dataDir, { recursive: true, force: true });
    expect(lines).toEqual([
      'Starting the database …',
      'This is the secondary site Away: changes go to the primary',
      expect.stringMatching(/^Milepost is ready/),
      'Stopping …',
    ]);
    expect(mail.received).toEqual([]);
    await mail.stop();
    // A connection that stays open keeps the process from ending.
    const left = async () =>
      (await sql`SELECT FROM pg_stat_activity WHERE application_name = 'serving'`.execute(away.services.db)).rows
        .length;
    await expect.poll(left).toBe(0);
    expect([home.services.site.role, away.services.site.role]).toEqual(['primary', 'secondary']);
    const current = async (site: TestSite) => {
      const { body } = await ask(site, 'root', '/api/v4/geo_sites');
      return (body as unknown as { name: string; current: boolean }[])
        .filter((each) => each.current)
        .map(({ name }) => name);
    };
    expect(await current(home)).toEqual(['Home']);
    expect(await current(away)).toEqual(['Away']);
  });

  test('OG-ST-03: answers the reads of a roadmap itself, with the line to the primary cut', async () => {
    const { away, build, line } = sites;
    const group = await build.group({ visibility: 'public' });
    const epic = await build.epic({ group, startDate: '2026-01-05' });
    await caughtUp();
    line.cut();
    for (const _missed of [1, 2]) await away.follower.beat();
    const before = await connectionsOfLine();
    try {
      const { body, by, status } = await ask(away, 'ada', '/api/graphql', {
        method: 'POST',
        body: { query: roadmap, variables: { path: group.fullPath } },
      });
      expect({ status, by }).toEqual({ status: 200, by: 'Away' });
      expect(body).toMatchObject({ data: { group: { epics: { nodes: [{ title: epic.title }] } } } });
      for (const path of [
        `/api/v4/groups/${group.id}/epics`,
        `/api/v4/groups/${group.id}/milestones`,
        `/api/v4/groups/${group.id}/labels`,
        `/groups/${group.fullPath}/-/epics/${epic.iid}.json`,
        '/-/site.json',
      ]) {
        expect(await ask(away, 'ada', path)).toMatchObject({ status: 200, by: 'Away' });
      }
      expect(line.connections).toBe(before);
    } finally {
      line.restore();
    }
  });

  test('OG-OB-04, OG-ST-04: forwards changes with the identity, address and request id of the client, as streams', async () => {
    const { away, home, build, line, world } = sites;
    const group = await build.group({ visibility: 'public' });
    const project = await build.project({ group });
    const at = `/api/v4/projects/${project.id}`;
    const made = await ask(away, 'ada', `${at}/issues`, { method: 'POST', body: { title: 'From afar' } });
    expect(made).toMatchObject({ status: 201, by: 'Home', body: { title: 'From afar', author: { username: 'ada' } } });
    const mutation = `mutation ($path: ID!) { createIssue(input: { projectPath: $path, title: "By GraphQL" }) { issue { title } errors } }`;
    const answered = await ask(away, 'ada', '/api/graphql', {
      method: 'POST',
      body: { query: mutation, variables: { path: project.fullPath } },
    });
    expect(answered.body).toMatchObject({ data: { createIssue: { issue: { title: 'By GraphQL' } } } });
    // A batch with a mutation is forwarded as a whole.
    const batch = await ask(away, 'ada', '/api/graphql', {
      method: 'POST',
      body: [{ query: '{ currentUser { username } }' }, { query: mutation, variables: { path: project.fullPath } }],
    });
    expect(batch.body).toMatchObject([{ data: { currentUser: { username: 'ada' } } }, { data: { createIssue: {} } }]);
    const form = new FormData();
    form.set('file', new Blob(['x'.repeat(200_000)]), 'large.txt');
    const token = { 'private-token': await tokenFor(world, 'ada') };
    const upload = await fetch(`${away.origin}${at}/uploads`, { method: 'POST', headers: token, body: form });
    expect(upload.status).toBe(201);
    // Half of a body is on its way before the other half exists.
    const slow = httpRequest(`${away.origin}${at}/issues`, {
      method: 'POST',
      headers: { ...token, 'content-type': 'application/json' },
    });
    const before = line.sent;
    slow.write(`{"title":"Slowly","description":"${'x'.repeat(100_000)}`);
    await vi.waitFor(() => expect(line.sent - before).toBeGreaterThan(100_000));
    slow.end('"}');
    expect(((await once(slow, 'response')) as [IncomingMessage])[0].statusCode).toBe(201);
    // A tool of MCP, and a push.
    const tool = { name: 'create', arguments: { in: project.fullPath, type: 'issue', title: 'By MCP' } };
    const called = await ask(away, 'ada', '/api/v4/mcp', {
      method: 'POST',
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool },
      headers: { accept: 'application/json, text/event-stream' },
    });
    expect(called).toMatchObject({ status: 200, by: 'Home' });
    const work = await mkdtemp(join(tmpdir(), 'milepost-push-'));
    const url = `${away.origin.replace('//', `//token:${await tokenFor(world, 'mina')}@`)}/${project.fullPath}.git`;
    for (const args of [
      ['init', '--quiet', '--initial-branch=main'],
      ['commit', '--quiet', '--allow-empty', '--message', 'First'],
      ['push', '--quiet', url, 'main'],
    ])
      expect(await runGit(work, args)).toMatchObject({ code: 0 });
    await rm(work, { recursive: true, force: true });
    const { refs } = await readRefs(home.services.git, folderOf(home.services.dataDir, project.id));
    expect(Object.keys(refs)).toEqual(['refs/heads/main']);
    // Refusals come back unchanged.
    const refused = (site: TestSite) => ask(site, 'otto', `${at}/issues`, { method: 'POST', body: {} });
    const [near, far] = [await refused(home), await refused(away)];
    expect([near.status, near.body]).toEqual([400, { error: 'title is missing' }]);
    expect([far.status, far.body, far.by]).toEqual([near.status, near.body, near.by]);
    expect(await ask(away, 'nobody', `${at}/issues`, { method: 'POST', body: { title: 'x' } })).toMatchObject({
      status: 401,
      by: 'Home',
    });
    const browser = await sessionHeaders(world, world.userIds.ada);
    const signOut = httpRequest(`${away.origin}/-/sign-out`, {
      method: 'POST',
      headers: { ...browser, 'content-length': 0 },
      localAddress: '127.0.0.2',
    });
    signOut.end();
    const [signedOut] = (await once(signOut, 'response')) as [IncomingMessage];
    signedOut.resume();
    const { rows } = await sql<{ ip: string; requestId: string }>`
      SELECT ip_address AS ip, request_id FROM audit_events WHERE kind = 'signed_out' ORDER BY id DESC LIMIT 1`.execute(
      world.db,
    );
    expect(rows).toEqual([{ ip: '127.0.0.2', requestId: signedOut.headers['x-request-id'] }]);
    const { rows: titles } = await sql<{ title: string }>`
      SELECT title FROM work_items WHERE namespace_id = ${project.id} ORDER BY id`.execute(world.db);
    expect(titles.map(({ title }) => title)).toEqual(['From afar', 'By GraphQL', 'By GraphQL', 'Slowly', 'By MCP']);
  });

  test('OG-ST-05: a signature is valid for one request and a minute; clients cannot send one', async () => {
    const { home, away, build } = sites;
    const project = await build.project({ visibility: 'public' });
    const url = `/api/v4/projects/${project.id}/issues`;
    const claims = { method: 'POST', url, site: 'Away', address: '192.0.2.7', host: 'away.test', id: 'req-1' };
    const body = { title: 'Signed' };
    const send = (site: TestSite, signature: string) =>
      ask(site, 'ada', url, { method: 'POST', body, headers: { 'x-milepost-forwarded': signature } });
    const { secret } = home.services;
    const signature = sign(secret, claims);
    expect((await send(home, signature)).status).toBe(201);
    expect((await send(home, signature)).status).toBe(401);
    const now = Date.now();
    for (const forged of [
      sign(secret, claims, now - 90_000),
      sign(secret, claims, now + 90_000),
      sign(secret, { ...claims, url: '/other' }),
      sign(secret, { ...claims, method: 'PUT' }),
      sign('t'.repeat(32), claims),
      'nothing',
    ]) {
      expect((await send(home, forged)).status).toBe(401);
    }
    // Reads that are forwarded, too.
    const read = sign(secret, { ...claims, method: 'GET' });
    const reading = () => ask(home, 'nobody', url, { headers: { 'x-milepost-forwarded': read } });
    expect([(await reading()).status, (await reading()).status]).toEqual([200, 401]);
    // At the secondary the header of a client is replaced.
    for (const given of ['nothing', signature]) expect((await send(away, given)).status).toBe(201);
  });

  describe('while replay is paused', () => {
    test('OG-ST-06: a browser reads its own change, from the primary and afterwards here', async () => {
      const { away, build, world } = sites;
      const project = await build.project({ visibility: 'public' });
      const issue = await build.issue({ project, title: 'Before' });
      const path = `/api/v4/projects/${project.id}/issues/${issue.iid}`;
      const browser = await sessionHeaders(world, world.userIds.ada);
      await caughtUp();
      await pause(true);
      try {
        const changed = await fetch(away.origin + path, {
          method: 'PUT',
          headers: { ...browser, 'content-type': 'application/json' },
          body: JSON.stringify({ title: 'After' }),
        });
        expect(changed.status).toBe(200);
        const position = /milepost_position=[^;]+/.exec(changed.headers.get('set-cookie') ?? '')?.[0] ?? '';
        const read = async (cookie: string) => {
          const answer = await fetch(away.origin + path, { headers: { cookie } });
          const { title } = (await answer.json()) as { title: string };
          return { title, by: answer.headers.get('x-milepost-site') };
        };
        // Another browser reads what is here.
        expect(await read('')).toEqual({ title: 'Before', by: 'Away' });
        expect(await read(position)).toEqual({ title: 'After', by: 'Home' });
        expect(await read(browser.cookie)).toEqual({ title: 'After', by: 'Home' });
        await pause(false);
        await caughtUp();
        expect(await read(`${browser.cookie}; ${position}`)).toEqual({ title: 'After', by: 'Away' });
      } finally {
        await pause(false);
      }
    });

    test('OG-ST-07: a client without cookies reads its own change by the position or by its token', async () => {
      const { away, build } = sites;
      const project = await build.project({ visibility: 'public' });
      const issue = await build.issue({ project, title: 'Before' });
      const path = `/api/v4/projects/${project.id}/issues/${issue.iid}`;
      await caughtUp();
      await pause(true);
      try {
        const changed = await ask(away, 'ada', path, { method: 'PUT', body: { title: 'After' } });
        const position = changed.headers.get('x-milepost-position') ?? '';
        expect(position).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/);
        expect(await ask(away, 'otto', path)).toMatchObject({ by: 'Away', body: { title: 'Before' } });
        expect(await ask(away, 'otto', path, { headers: { 'x-milepost-position': position } })).toMatchObject({
          by: 'Home',
          body: { title: 'After' },
        });
        expect(await ask(away, 'ada', path)).toMatchObject({ by: 'Home', body: { title: 'After' } });
        const query = `{ issue(id: "gid://gitlab/Issue/${issue.id}") { title } }`;
        const asked = await ask(away, 'ada', '/api/graphql', { method: 'POST', body: { query } });
        expect(asked).toMatchObject({ by: 'Home', body: { data: { issue: { title: 'After' } } } });
      } finally {
        await pause(false);
      }
    });

    test('OG-ST-10: the lag in bytes is that of the log; in seconds it is 0 when both positions are equal', async () => {
      const { away, home, build } = sites;
      expect(away.services.site.lag).toEqual({ bytes: 0, seconds: 0 });
      await pause(true);
      try {
        await build.group();
        await away.follower.beat();
        const { rows } = await sql<{ bytes: number }>`
          SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), ${printPosition(away.services.site.replayed.latest)}::pg_lsn)::int8 AS bytes`.execute(
          home.services.db,
        );
        const lag = away.services.site.lag;
        expect(lag?.bytes).toBeGreaterThan(0);
        expect(lag?.bytes).toBeLessThanOrEqual(rows[0]?.bytes ?? 0);
        expect(lag?.seconds).toBeGreaterThan(0);
      } finally {
        await pause(false);
      }
      await caughtUp();
      await away.follower.beat();
      expect(away.services.site.lag).toEqual({ bytes: 0, seconds: 0 });
    });
  });

  test('OG-ST-11: with the primary unreachable reads go on and changes are refused with the text of the banner', async () => {
    const { away, build, line } = sites;
    const project = await build.project({ visibility: 'public' });
    await caughtUp();
    const text = 'Read-only: the primary site is unreachable.';
    const path = `/api/v4/projects/${project.id}/issues`;
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    try {
      // It accepts connections and does not answer: two questions without an answer, at most 4.5 s, end what waits.
      line.silence();
      const waiting = ask(away, 'ada', path, { method: 'POST', body: { title: 'x' } });
      await vi.waitFor(() => expect(line.open).toBeGreaterThan(0));
      const hurry = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(20));
      await away.follower.beat();
      await away.follower.beat();
      hurry.mockRestore();
      expect(await waiting).toMatchObject({ status: 503, body: { message: text } });
      line.restore();
      await away.follower.beat();
      line.cut();
      expect(await ask(away, 'ada', path, { method: 'POST', body: { title: 'x' } })).toMatchObject({
        status: 503,
        body: { message: text },
      });
      // A single failure may be chance.
      await away.follower.beat();
      expect(away.services.site.isPrimaryReachable).toBe(true);
      await away.follower.beat();
      expect(away.services.site.isPrimaryReachable).toBe(false);
      const before = await connectionsOfLine();
      const refused = await ask(away, 'ada', '/api/graphql', {
        method: 'POST',
        body: { query: 'mutation { createIssue(input: { projectPath: "a/b", title: "x" }) { errors } }' },
      });
      expect(refused).toMatchObject({ status: 503, body: { errors: [{ message: text }] } });
      expect(line.connections).toBe(before);
      expect(await ask(away, 'ada', path)).toMatchObject({ status: 200, by: 'Away' });
      expect((await ask(away, 'nobody', '/-/site.json')).body).toMatchObject({ name: 'Away', read_only: true });
    } finally {
      line.restore();
    }
    await away.follower.beat();
    expect((await ask(away, 'nobody', '/-/site.json')).body).toMatchObject({ read_only: false, lag_seconds: null });
    expect((await ask(away, 'ada', path, { method: 'POST', body: { title: 'x' } })).status).toBe(201);
  });
});

describe('files and repositories', () => {
  const copied = () => readSite().then((row) => sites.away.follower.copies.run(row));
  const readSite = async (): Promise<Site> => {
    const row = (await allSites(sites.away.services.db)).find(({ name }) => name === 'Away');
    if (!row) throw new Error('There is no such site');
    return row;
  };
  const fileOf = (site: TestSite, { secret }: { secret: string }) =>
    join(site.services.dataDir, 'uploads', secret.slice(0, 2), secret);

  test('OG-ST-14: are copied and compared by checksum; one that is not here yet comes from the primary', async () => {
    const { away, home, build, world } = sites;
    const group = await build.group({ visibility: 'public' });
    const project = await build.project({ group });
    const upload = await build.upload(project);
    await caughtUp();
    const path = `/-/project/${project.id}/uploads/${upload.secret}/${upload.fileName}`;
    expect(await ask(away, 'ada', path)).toMatchObject({ status: 200, by: 'Home' });
    await copied();
    expect(await ask(away, 'ada', path)).toMatchObject({ status: 200, by: 'Away' });
    const original = await readFile(fileOf(home, upload));
    expect(await readFile(fileOf(away, upload))).toEqual(original);

    // The first push creates the repository, through the secondary.
    const token = await tokenFor(world, 'mina');
    const work = await mkdtemp(join(tmpdir(), 'milepost-push-'));
    const url = `${away.origin.replace('//', `//token:${token}@`)}/${project.fullPath}.git`;
    const git = async (...args: string[]): Promise<string> => {
      const { code, output } = await runGit(work, args);
      if (code !== 0) throw new Error(output);
      return output;
    };
    await git('init', '--quiet', '--initial-branch=main');
    await writeFile(join(work, 'README.md'), '# Away\n');
    await git('add', '--all');
    await git('commit', '--quiet', '--message', 'First');
    await git('push', url, 'main');
    const first = (await git('rev-parse', 'HEAD')).trim();
    // Not copied yet: the fetch is answered by the primary.
    expect(await git('ls-remote', url)).toContain(first);
    await caughtUp();
    await copied();
    const row = await repositoryOf(away.services.db, project.id);
    expect(await away.follower.copies.hasRepository(project.id, row?.pushedAt ?? null)).toBe(true);
    expect(await ask(away, 'mina', `/api/v4/projects/${project.id}/repository/commits`)).toMatchObject({
      by: 'Away',
      body: [{ id: first }],
    });
    await git('commit', '--quiet', '--allow-empty', '--message', 'Second');
    await git('push', url, 'main', 'HEAD:refs/heads/other');
    await caughtUp();
    await copied();
    const refs = async (site: TestSite) => readRefs(site.services.git, folderOf(site.services.dataDir, project.id));
    expect(await refs(away)).toEqual(await refs(home));
    await rm(work, { recursive: true, force: true });

    // A damaged file has another checksum.
    await writeFile(fileOf(away, upload), Buffer.alloc(original.length));
    await away.follower.copies.verify(await readSite());
    expect(await readFile(fileOf(away, upload))).toEqual(original);
    expect(away.follower.copies.failures).toEqual([]);
  });

  test('OG-ST-09, OG-ST-19: the secondary reports counts, failures and lag; a repair tries again', async () => {
    const { away, home, build } = sites;
    const project = await build.project({ visibility: 'public' });
    const upload = await build.upload(project);
    const kept = await readFile(fileOf(home, upload));
    await rm(fileOf(home, upload));
    await caughtUp();
    await away.follower.copies.runWhole(await readSite());
    await away.follower.sendReport();
    const id = (await readSite()).id;
    const status = async (site: TestSite) => (await ask(site, 'root', `/api/v4/geo_sites/${id}/status`)).body;
    const failing = await status(home);
    expect(failing).toMatchObject({
      geo_node_id: id,
      healthy: false,
      health: 'Files or repositories could not be copied.',
      health_status: 'Unhealthy',
      db_replication_lag_seconds: 0,
      db_replication_lag_bytes: 0,
      uploads_failed_count: 1,
      uploads_missing_count: 1,
      failures: [{ kind: 'uploads', id: upload.id, error: expect.stringContaining('404') }],
    });
    const { uploads_count: count } = failing as unknown as Record<string, number>;
    expect(failing).toMatchObject({ uploads_synced_count: Number(count) - 1, uploads_registry_count: count });
    await writeFile(fileOf(home, upload), kept);
    expect((await ask(away, 'root', `/api/v4/geo_sites/${id}/repair`, { method: 'POST' })).status).toBe(200);
    await caughtUp();
    await copied();
    await away.follower.sendReport();
    expect(await status(home)).toMatchObject({
      healthy: true,
      health: 'Healthy',
      uploads_count: count,
      uploads_synced_count: count,
      uploads_verified_count: count,
      uploads_failed_count: 0,
      projects_count: expect.any(Number),
      uploads_registry_count: count,
      uploads_missing_count: 0,
      project_repositories_count: 2,
      project_repositories_synced_count: 2,
      project_repositories_failed_count: 0,
      project_repositories_registry_count: 2,
      project_repositories_verified_count: 2,
      project_repositories_missing_count: 0,
    });
    expect(await status(away)).toMatchObject({ healthy: true, uploads_synced_count: count });
  });

  describe.runIf(canServeS3)('in a bucket', () => {
    const put = async (body: object): Promise<void> => {
      const { id } = await readSite();
      expect((await ask(sites.home, 'root', `/api/v4/geo_sites/${id}`, { method: 'PUT', body })).status).toBe(200);
      await caughtUp();
    };
    const statusOfAway = async () => {
      await sites.away.follower.sendReport();
      return (await ask(sites.home, 'root', `/api/v4/geo_sites/${(await readSite()).id}/status`)).body;
    };
    const secretsIn = async ({ services }: TestSite): Promise<string[]> => {
      const found: string[] = [];
      for await (const secrets of storedSecrets(services.files)) found.push(...secrets);
      return found;
    };
    const places = new Map<Services, FileStorage>();
    beforeEach(() => {
      for (const { services } of [sites.world, sites.home, sites.away]) places.set(services, services.files);
    });
    afterEach(async () => {
      await put({ sync_object_storage: false });
      for (const [services, files] of places) {
        if (services.files !== files) await services.files.close();
        services.files = files;
      }
      await sites.away.follower.copies.runWhole(await readSite());
    });

    test('OG-ST-14: files are copied into a bucket of the secondary, and removed from it with their rows', async () => {
      const { away, home, build } = sites;
      away.services.files = new FileStorage(away.services.dataDir, { main: 's3', s3: await newBucket() });
      const project = await build.project({ visibility: 'public' });
      const [upload, other] = [await build.upload(project), await build.upload(project)];
      await put({ sync_object_storage: true });
      await away.follower.copies.runWhole(await readSite());
      expect(await secretsIn(away)).toEqual(expect.arrayContaining([upload.secret, other.secret]));
      const path = `/-/project/${project.id}/uploads/${upload.secret}/${upload.fileName}`;
      expect(await ask(away, 'nobody', path)).toMatchObject({ status: 200, by: 'Away' });
      const complete = await statusOfAway();
      expect(complete).toMatchObject({ healthy: true, file_place: 'own_bucket', uploads_missing_count: 0 });
      expect(complete['uploads_synced_count']).toBe(complete['uploads_count']);

      await home.services.db.deleteFrom('uploads').where('id', '=', other.id).execute();
      await caughtUp();
      await away.follower.copies.runWhole(await readSite());
      expect(await secretsIn(away)).not.toContain(other.secret);
      expect(await secretsIn(away)).toContain(upload.secret);
      // The primary has its files where they were.
      expect(await isFile(fileOf(home, other))).toBe(true);
    });

    test('OG-ST-14, OG-ST-15: in a bucket of both sites nothing is copied or removed, whatever the settings; a missing file is reported', async () => {
      const { away, home, build, world } = sites;
      const s3 = await newBucket();
      for (const { services } of [world, home, away])
        services.files = new FileStorage(services.dataDir, { main: 's3', s3 });
      const group = await build.group({ visibility: 'public' });
      const [inside, outside] = [await build.project({ group }), await build.project({ visibility: 'public' })];
      const [upload, unwanted] = [await build.upload(inside), await build.upload(outside)];
      const both = [upload.secret, unwanted.secret].toSorted();
      await put({ sync_object_storage: true, selective_sync_type: 'namespaces' });
      await put({ selective_sync_namespace_ids: [group.id] });
      await away.follower.copies.runWhole(await readSite());
      // A site that only believes that the bucket is its own removes nothing from it.
      expect((await secretsIn(home)).toSorted()).toEqual(both);
      expect(await statusOfAway()).toMatchObject({
        healthy: true,
        file_place: 'shared_bucket',
        uploads_count: 1,
        uploads_synced_count: 1,
      });
      const path = `/-/project/${inside.id}/uploads/${upload.secret}/${upload.fileName}`;
      expect(await ask(away, 'nobody', path)).toMatchObject({ status: 200, by: 'Away' });

      await home.services.files.remove(keyOf(upload.secret));
      await away.follower.copies.runWhole(await readSite());
      expect(await statusOfAway()).toMatchObject({
        healthy: false,
        health: 'Files are missing in the bucket, which this site reads and does not copy to.',
        uploads_missing_count: 1,
        failures: [{ kind: 'uploads', id: upload.id, error: 'The bucket does not have this file' }],
      });
      await home.services.db.deleteFrom('uploads').where('id', 'in', [upload.id, unwanted.id]).execute();
      await put({ selective_sync_type: '', selective_sync_namespace_ids: [] });
    });
  });

  test('OG-ST-15: selective sync keeps the files of its groups and what is below; others come from the primary', async () => {
    const { away, home, build } = sites;
    const group = await build.group({ visibility: 'public' });
    const below = await build.project({ group: await build.group({ parent: group, visibility: 'public' }) });
    const other = await build.project({ visibility: 'public' });
    const [wanted, unwanted] = [await build.upload(below), await build.upload(other)];
    const id = (await readSite()).id;
    const set = (body: object) => ask(home, 'root', `/api/v4/geo_sites/${id}`, { method: 'PUT', body });
    await caughtUp();
    await copied();
    expect(await isFile(fileOf(away, unwanted))).toBe(true);
    await set({ selective_sync_type: 'namespaces', selective_sync_namespace_ids: [group.id] });
    await caughtUp();
    await away.follower.copies.runWhole(await readSite());
    expect(await Promise.all([wanted, unwanted].map((upload) => isFile(fileOf(away, upload))))).toEqual([true, false]);
    const path = `/-/project/${other.id}/uploads/${unwanted.secret}/${unwanted.fileName}`;
    expect(await ask(away, 'ada', path)).toMatchObject({ status: 200, by: 'Home' });
    expect((await set({ selective_sync_type: 'shards' })).status).toBe(400);
    await set({ selective_sync_type: '', selective_sync_namespace_ids: [] });
    await caughtUp();
    await away.follower.copies.runWhole(await readSite());
    expect(await isFile(fileOf(away, unwanted))).toBe(true);
  });
});

describe('live updates', () => {
  test('reach a page of the secondary once it has the change, and after a cut the page reloads', async () => {
    const { away, home, build, line } = sites;
    const group = await build.group({ visibility: 'public' });
    const epic = await build.epic({ group, title: 'Before' });
    await caughtUp();
    const live = (site: TestSite) => openLive(`${site.origin}/-/live?group=${group.fullPath}`);
    const [near, far] = [await live(home), await live(away)];
    const path = `/api/v4/groups/${group.id}/epics/${epic.iid}`;
    const rename = (title: string) => ask(home, 'ada', path, { method: 'PUT', body: { title } });
    await pause(true);
    try {
      await rename('After');
      await near.until(({ epics }) => epics.includes(epic.id));
      expect(far.messages).toEqual([]);
      expect(await ask(away, 'otto', path)).toMatchObject({ by: 'Away', body: { title: 'Before' } });
    } finally {
      await pause(false);
    }
    await far.until(({ epics }) => epics.includes(epic.id));
    expect(await ask(away, 'otto', path)).toMatchObject({ by: 'Away', body: { title: 'After' } });

    far.forget();
    line.cut();
    await rename('During the cut');
    line.restore();
    await far.until(({ all }) => all);
    expect(await ask(away, 'otto', path)).toMatchObject({ by: 'Away', body: { title: 'During the cut' } });
    far.forget();
    await rename('Afterwards');
    await far.until(({ epics }) => epics.includes(epic.id));
    for (const page of [near, far]) page.close();
  });
});

describe('replication', () => {
  test('OG-ST-08: a revoked token and a blocked account stop working here; after 15 minutes without contact none does', async () => {
    const { away, build, world } = sites;
    const group = await build.group({ visibility: 'private', members: { dana: 'developer' } });
    await caughtUp();
    const path = `/api/v4/groups/${group.id}`;
    const read = () => ask(away, 'dana', path);
    expect((await read()).status).toBe(200);
    await sql`UPDATE users SET state = 'blocked' WHERE id = ${world.userIds.dana}`.execute(world.db);
    await caughtUp();
    expect((await read()).status).toBe(401);
    await sql`UPDATE users SET state = 'active' WHERE id = ${world.userIds.dana}`.execute(world.db);
    await caughtUp();
    expect((await read()).status).toBe(200);
    const later = performance.now() + 15 * 60_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => later);
    try {
      expect((await read()).status).toBe(404);
      const query = { query: '{ currentUser { username } }' };
      expect((await ask(away, 'dana', '/api/graphql', { method: 'POST', body: query })).body).toEqual({
        data: { currentUser: null },
      });
    } finally {
      clock.mockRestore();
    }
  });

  test('OG-ST-08: a restart renews no trust: before the first contact, the newest transaction counts', async () => {
    const { db } = sites.away.services;
    const restarted = new SiteState(db, 'Away');
    restarted.setRole('secondary');
    expect(restarted.isTrusted).toBe(false);
    await restarted.replayed.read();
    expect(restarted.isTrusted).toBe(true);
    const later = performance.now() + 15 * 60_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => later);
    try {
      expect(restarted.isTrusted).toBe(false);
    } finally {
      clock.mockRestore();
    }
  });

  test('OG-ST-06: who signs in at a provider is signed in here at once, also while the copy is behind', async () => {
    const { away, home } = sites;
    const provider = new OpenidProvider(['http://milepost.test/users/auth/corp/callback']);
    await provider.start();
    provider.people.set('grace', {
      sub: 'grace',
      preferred_username: 'grace',
      name: 'Grace',
      email: 'grace@corp.test',
    });
    provider.signsIn = 'grace';
    home.services.identity = { oidc: [provider.config('corp')], ldap: null };
    await pause(true);
    try {
      const cookies = new Map<string, string>();
      const open = async (path: string) => {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(away.origin + path, { headers: { cookie }, redirect: 'manual' });
        for (const each of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
          cookies.set(name, value);
        }
        return answer;
      };
      const started = await open('/users/auth/corp');
      const back = await followAtProvider(provider, started.headers.get('location') ?? '');
      expect((await open(back.replace('http://milepost.test', ''))).status).toBe(303);
      const viewer = await open('/api/v4/user');
      expect({ status: viewer.status, by: viewer.headers.get('x-milepost-site') }).toEqual({ status: 200, by: 'Home' });
      expect(await viewer.json()).toMatchObject({ username: 'grace' });
    } finally {
      await pause(false);
      home.services.identity = { oidc: [], ldap: null };
      await provider.stop();
    }
  });

  test('OG-ST-16: a primary that is told to step down answers when each of its processes refuses changes', async () => {
    const { away, home } = sites;
    const other: Services = { ...home.services, site: new SiteState(home.services.db, 'Home') };
    const follower = new SiteFollower(other, { report: () => undefined, copies: false });
    await follower.start();
    try {
      expect(other.site.role).toBe('primary');
      await callSite(away.services, away.services.site.primaryUrl ?? '', '/-/sites/demote', {
        method: 'POST',
        body: {},
        signal: AbortSignal.timeout(10_000),
      });
      expect([home.services.site.role, other.site.role]).toEqual(['demoted', 'demoted']);
    } finally {
      await follower.stop();
      await clearDemotion(home.services.dataDir);
      await home.follower.beat();
    }
    expect(home.services.site.role).toBe('primary');
  });

  test('after a cut of both lines the secondary catches up, and no table differs', async () => {
    const { away, home, build, pair, line } = sites;
    const group = await build.group();
    pair.line.cut();
    line.cut();
    try {
      for (let change = 0; change < 200; change += 1) {
        await sql`INSERT INTO labels (namespace_id, title, color, text_color)
          VALUES (${group.id}, ${`Label ${change}`}, '#112233', '#ffffff')`.execute(home.services.db);
      }
    } finally {
      pair.line.restore();
      line.restore();
    }
    await caughtUp();
    await away.follower.beat();
    expect(away.services.site.lag).toMatchObject({ bytes: 0, seconds: 0 });
    expect(await fingerprint(away.services.db)).toEqual(await fingerprint(home.services.db));
  });
});

describe('a read replica of a single site', () => {
  test('OG-ST-18: answers reads after the changes of their client, and is left out when it fails or is behind', async () => {
    const { home, pair, build, world } = sites;
    const project = await build.project({ visibility: 'public' });
    const issue = await build.issue({ project, title: 'Before' });
    const path = `/api/v4/projects/${project.id}/issues/${issue.iid}`;
    const { host, user, database } = pair.standby.target;
    // Over a line of its own, to cut it alone.
    const folder = await mkdtemp(join(tmpdir(), 'milepost-replica-'));
    const line = await Line.open({ path: join(host, '.s.PGSQL.5432') }, { path: join(folder, '.s.PGSQL.5432') });
    const url = `postgres://${user}@/${database}?host=${encodeURIComponent(folder)}`;
    const own = { ...home.services };
    own.site = new SiteState(own.db);
    const replicas = new Replicas(own.db, [url], () => undefined);
    own.site.replicas = replicas;
    const server = await buildServer({ services: own, logLevel: 'silent', secret: own.secret, dataDir: own.dataDir });
    const token = { 'private-token': await tokenFor(world, 'ada') };
    const origin = await server.listen({ host: '127.0.0.1', port: 0 });
    const live = (at: string) => openLive(`${at}/-/live?project=${project.fullPath}`);
    const [page, near] = [await live(origin), await live(home.origin)];
    const read = async (headers: Record<string, string> = {}): Promise<string> => {
      const answer = await server.inject({ url: path, headers });
      expect(answer.statusCode).toBe(200);
      return answer.json<{ title: string }>().title;
    };
    try {
      expect(replicas.usable).toBe(0);
      expect(await read()).toBe('Before');
      await caughtUp();
      await replicas.check();
      expect(replicas.usable).toBe(1);
      await sql`SELECT pg_wal_replay_pause()`.execute(sites.away.services.db);
      const changed = await server.inject({ method: 'PUT', url: path, headers: token, payload: { title: 'After' } });
      expect(changed.json()).toMatchObject({ title: 'After' });
      // The replica answers, but not to those who know better.
      expect(await read()).toBe('Before');
      expect(await read(token)).toBe('After');
      // Nor do pages learn of a change that the replica lacks.
      await near.until(({ items }) => items.includes(issue.id));
      expect(page.messages).toEqual([]);
      const mutation = `mutation { updateIssue(input: { projectPath: "${project.fullPath}", iid: "${issue.iid}", title: "Again" }) { issue { title } errors } }`;
      const mutated = await server.inject({
        method: 'POST',
        url: '/api/graphql',
        headers: token,
        payload: { query: mutation },
      });
      expect(mutated.json()).toEqual({ data: { updateIssue: { issue: { title: 'Again' }, errors: [] } } });
      await sql`SELECT pg_wal_replay_resume()`.execute(sites.away.services.db);
      await caughtUp();
      expect(await read(token)).toBe('Again');
      await page.until(({ items }) => items.includes(issue.id));
      // Its connections break: the same requests are answered by the primary.
      line.cut();
      expect(await read()).toBe('Again');
      expect(replicas.usable).toBe(0);
      line.restore();
      await replicas.check();
      expect(replicas.usable).toBe(1);
      // Behind for more than ten seconds.
      await sql`SELECT pg_wal_replay_pause()`.execute(sites.away.services.db);
      await build.group();
      await replicas.check();
      expect(replicas.usable).toBe(1);
      const later = performance.now() + 11_000;
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => later);
      await replicas.check();
      clock.mockRestore();
      expect(replicas.usable).toBe(0);
    } finally {
      await sql`SELECT pg_wal_replay_resume()`.execute(sites.away.services.db);
      for (const each of [page, near]) each.close();
      await replicas.stop();
      await server.close();
      await line.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('promotion', () => {
  let output: string[];
  let complaints: string[];
  const promote = async (...args: string[]): Promise<number> => {
    output = [];
    complaints = [];
    vi.spyOn(console, 'log').mockImplementation((text: unknown) => void output.push(String(text)));
    vi.spyOn(console, 'error').mockImplementation((text: unknown) => void complaints.push(String(text)));
    const { host, user, database } = sites.pair.standby.target;
    vi.stubEnv('DATABASE_URL', `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`);
    vi.stubEnv('MILEPOST_DATA_DIR', sites.away.services.dataDir);
    vi.stubEnv('MILEPOST_SECRET', sites.away.services.secret);
    vi.stubEnv('MILEPOST_SITE_NAME', 'Away');
    try {
      return await main(['site', 'promote', ...args]);
    } finally {
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
    }
  };

  test('OG-ST-16: one command makes the secondary the primary; the former one refuses changes', async () => {
    const { away, home, build, pair, line } = sites;
    const project = await build.project({ visibility: 'public' });
    await build.upload(project);
    await caughtUp();
    expect(await promote()).toBe(1);
    expect(complaints.join()).toMatch(/1 file and 0 repositories are missing here.*--force/);
    expect(away.services.site.role).toBe('secondary');

    const jobs = new JobsOfPrimary(
      async () => {
        const { db, pool } = connect(pair.standby.target, { size: 4 });
        const running = await startJobs(pool, { ...away.services, db }, [], () => undefined);
        return { stop: () => running.stop().then(() => db.destroy()) };
      },
      (error) => {
        throw error;
      },
    );
    await jobs.follow(away.services.site.role);
    expect(jobs.isRunning).toBe(false);
    away.services.site.onRole((role) => void jobs.follow(role));

    const page = await openLive(`${away.origin}/-/live?project=${project.fullPath}`);

    // The former primary cannot be notified: it is cut off, and comes back later.
    line.cut();
    expect(await promote('--force')).toBe(0);
    expect(output).toEqual(['Away is the primary now']);
    expect(complaints.join()).toMatch(/former primary could not be notified/);
    expect(await promote()).toBe(2);
    line.restore();

    await away.follower.beat();
    expect(away.services.site.role).toBe('primary');
    await jobs.follow('primary');
    expect(jobs.isRunning).toBe(true);
    await jobs.stop();
    const path = `/api/v4/projects/${project.id}/issues`;
    const made = await ask(away, 'ada', path, { method: 'POST', body: { title: 'At the new primary' } });
    expect(made).toMatchObject({ status: 201, by: 'Away' });
    await page.until(({ items, all }) => all || items.length > 0);
    page.close();

    const restarted = new SiteFollower(home.services, { report: () => undefined, copies: false });
    await restarted.beat();
    expect(home.services.site.role).toBe('demoted');
    const refused = { status: 503, body: { message: 'This site was demoted.' } };
    expect(await ask(home, 'ada', path, { method: 'POST', body: { title: 'x' } })).toMatchObject(refused);
    const mutation = 'mutation { createIssue(input: { projectPath: "a/b", title: "x" }) { errors } }';
    expect(await ask(home, 'ada', '/api/graphql', { method: 'POST', body: { query: mutation } })).toMatchObject({
      status: 503,
      body: { errors: [{ message: 'This site was demoted.' }] },
    });
    expect(await ask(home, 'ada', path)).toMatchObject({ status: 200 });
    // Also after a restart without contact.
    home.services.site.setRole('single');
    await new SiteFollower(home.services, { report: () => undefined, copies: false }).beat();
    expect(home.services.site.role).toBe('demoted');
    const { rows } = await sql<{ name: string; isPrimary: boolean }>`
      SELECT name, is_primary FROM geo_sites ORDER BY id`.execute(away.services.db);
    expect(rows).toEqual([
      { name: 'Home', isPrimary: false },
      { name: 'Away', isPrimary: true },
    ]);
  });

  test('OG-ST-17: the former primary accepts no change until it is set up as a secondary, which forwards them', async () => {
    const { away, home, pair } = sites;
    expect(home.services.site.role).toBe('demoted');
    const count = async (site: TestSite) => {
      const { rows } = await sql<{ count: string }>`SELECT count(*) FROM work_items`.execute(site.services.db);
      return rows[0]?.count;
    };
    const before = await count(home);
    const project = (await ask(away, 'root', '/api/v4/projects?visibility=public')).body as unknown as { id: number }[];
    const path = `/api/v4/projects/${project[0]?.id}/issues`;
    const write = (site: TestSite) => ask(site, 'root', path, { method: 'POST', body: { title: 'x' } });
    expect(await write(home)).toMatchObject({ status: 503, body: { message: 'This site was demoted.' } });
    expect(await write(away)).toMatchObject({ status: 201, by: 'Away' });
    expect(await count(home)).toBe(before);

    await pair.reverse();
    const follower = new SiteFollower(home.services, { report: () => undefined, copies: false });
    await follower.beat();
    expect(home.services.site.role).toBe('secondary');
    expect(await write(home)).toMatchObject({ status: 201, by: 'Away' });
    const { position } = await readLogState(away.services.db);
    expect(await home.services.site.replayed.reaches(position, 30_000)).toBe(true);
    expect(await fingerprint(home.services.db)).toEqual(await fingerprint(away.services.db));
  });
});
