import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { MIRROR_REFUSAL } from '@milepost/core/repositories/remotes';
import { buildServer } from '../../app/server.ts';
import { Git } from '../../platform/git/git.ts';
import { startGitRemote } from '../../testing/delivery/git-remote.ts';
import { test as base } from '../../testing/git.ts';
import { tokenFor } from '../../testing/http.ts';
import { fetchDueRemotes, fetchesEnded, fetchProject } from './commands/fetch-remotes.ts';
import { folderOf } from './store/folders.ts';

interface Mirror extends Record<string, unknown> {
  url: string;
  update_status: string;
  last_error: string | null;
  last_update_at: string | null;
  next_update_at: string | null;
  failures: number;
  lock_version: number;
}

const minutesFromNow = (time: string | null): number => (new Date(time ?? 0).getTime() - Date.now()) / 60_000;

/** A remote that this server may reach and trusts, with a client that pushes to it. */
const test = base
  // oxlint-disable-next-line no-empty-pattern
  .extend('remote', { scope: 'file' }, async ({}, { onCleanup }) => {
    const remote = await startGitRemote();
    onCleanup(() => remote.end());
    return remote;
  })
  .extend('site', async ({ world, remote, build, call, client }, { onCleanup }) => {
    const { services } = world;
    services.git = new Git({ ...services.git.limits, caFile: remote.caFile });
    services.webhooksAllowLocal = true;
    Object.assign(remote, { credentials: null, redirect: null, gate: null });
    onCleanup(() => {
      services.webhooksAllowLocal = false;
    });
    const project = await build.project({ visibility: 'private' });
    const path = `/projects/${project.id}/mirror/pull`;
    const worker = await client();
    return {
      project,
      path,
      worker,
      put: (input: object) => call<Mirror & { message?: string }>('mina', 'PUT', path, input),
      state: async () => (await call<Mirror>('mina', 'GET', path)).body,
      /** Commits and pushes to the remote. */
      push: async (branch: string, message: string, ...options: string[]) => {
        const id = await worker.commit({ [`${branch.replaceAll('/', '-')}.txt`]: message }, message);
        await worker.must('push', '--quiet', ...options, remote.folder, `HEAD:refs/heads/${branch}`);
        return id;
      },
      /** The fetches that are due, as the job starts them. */
      fetch: async () => {
        await fetchDueRemotes(services, new AbortController().signal);
        await fetchesEnded(world.db);
      },
      /** As if this many minutes had passed. */
      wait: (minutes: number) =>
        sql`
        UPDATE repository_remotes SET started_at = started_at - make_interval(mins => ${minutes}),
          next_fetch_at = next_fetch_at - make_interval(mins => ${minutes}) WHERE project_id = ${project.id}`.execute(
          world.db,
        ),
      branches: async () => {
        const { body } = await call<{ name: string; commit: { id: string } }[]>(
          'rita',
          'GET',
          `/projects/${project.id}/repository/branches`,
        );
        return Object.fromEntries(body.map(({ name, commit }) => [name, commit.id]));
      },
    };
  });

describe('remotes', () => {
  test('branches, tags and the default branch follow the remote, and what is due after a push happens', async ({
    site,
    remote,
    call,
    build,
    address,
  }) => {
    const { project, push, put, fetch, branches, state, wait, worker } = site;
    const issue = await build.issue({ project });
    const trunk = await push('trunk', `Begin, closes #${issue.iid}`);
    const topic = await push('topic/a', 'Topic');
    await worker.must('tag', 'v1');
    await worker.must('push', '--quiet', remote.folder, 'v1');
    const { status, body } = await put({ url: remote.url });
    expect([status, body]).toMatchObject([
      200,
      { url: remote.url, enabled: true, update_status: 'scheduled', last_error: null, mirror_trigger_builds: false },
    ]);
    await fetch();
    expect(await state()).toMatchObject({ update_status: 'finished', last_error: null, failures: 0 });
    expect(await branches()).toEqual({ trunk, 'topic/a': topic });
    const at = `/projects/${project.id}`;
    expect((await call('rita', 'GET', at)).body).toMatchObject({ empty_repo: false, default_branch: 'trunk' });
    expect((await call<object[]>('rita', 'GET', `${at}/repository/tags`)).body).toMatchObject([{ name: 'v1' }]);
    expect((await call('rita', 'GET', `${at}/issues/${issue.iid}`)).body).toMatchObject({ state: 'closed' });

    const request = await call('dana', 'POST', `${at}/merge_requests`, {
      source_branch: 'topic/a',
      target_branch: 'trunk',
      title: 'Topic',
    });
    expect(request.status).toBe(201);
    // Changed history, a removed branch and one whose name it blocked.
    const newer = await push('topic/a', 'Better', '--force');
    await worker.must('push', '--quiet', remote.folder, 'HEAD:refs/heads/topic/b');
    await worker.must('--git-dir', remote.folder, 'symbolic-ref', 'HEAD', 'refs/heads/topic/b');
    await worker.must('push', '--quiet', remote.folder, ':refs/heads/trunk');
    await wait(31);
    await fetch();
    expect(await state()).toMatchObject({ update_status: 'finished', last_error: null });
    expect(await branches()).toEqual({ 'topic/a': newer, 'topic/b': newer });
    expect((await call('rita', 'GET', at)).body).toMatchObject({ default_branch: 'topic/b' });
    expect((await call('rita', 'GET', `${at}/merge_requests/1`)).body).toMatchObject({ sha: newer });
    // What the remote has is no ref that a clone sees.
    expect(await worker.must('ls-remote', await address(project, 'rita'))).not.toContain('refs/mirror');
  });

  test('branches with commits of their own stay as they are, unless the remote replaces them', async ({
    site,
    remote,
    client,
    address,
  }) => {
    const { project, push, put, fetch, branches, state, wait, worker } = site;
    const own = await client();
    const ours = await own.commit({ 'README.md': 'ours' });
    await own.must('push', '--quiet', await address(project, 'mina'), 'HEAD:refs/heads/main', 'HEAD:refs/heads/own');
    const main = await push('main', 'Theirs', '--force');
    await put({ url: remote.url });
    await fetch();
    expect(await branches()).toMatchObject({ main: ours, own: ours });
    expect(await state()).toMatchObject({
      update_status: 'finished',
      last_error: 'Not updated, because of commits that the remote does not have: main',
    });
    expect((await put({ mirror_overwrites_diverged_branches: true })).status).toBe(200);
    await wait(6);
    await fetch();
    expect(await branches()).toMatchObject({ main, own: ours });
    expect(await state()).toMatchObject({ last_error: null });

    // Of another remote nothing is known: what the former one had stays.
    await worker.must('push', '--quiet', remote.folder, ':refs/heads/main');
    expect((await put({ url: remote.url.replace('localhost', '127.0.0.1') })).body).toMatchObject({
      last_update_at: null,
      last_successful_update_at: null,
    });
    await wait(6);
    await fetch();
    expect(await branches()).toMatchObject({ main, own: ours });
    expect(await state()).toMatchObject({ update_status: 'finished', last_error: null });
  });

  test('DL-IN-08: a remote is https in a public network, when it is named, when it is fetched and after redirects', async ({
    site,
    remote,
    world,
    call,
  }) => {
    const { path, put, state, fetch, wait, push } = site;
    await push('trunk', 'Begin', '--force');
    const refused = [
      'file:///etc',
      'ssh://git@forge.example/app.git',
      'git@forge.example:app.git',
      'ext::sh -c id',
      'http://forge.example/app.git',
      '/etc',
    ];
    for (const url of refused) {
      expect([url, await put({ url })]).toMatchObject([
        url,
        { status: 422, body: { message: 'The address of a remote must be like https://host/path' } },
      ]);
    }
    world.services.webhooksAllowLocal = false;
    const { port } = new URL(remote.url);
    remote.requests.length = 0;
    const hosts = ['localhost', '127.0.0.1', '[::1]', '10.0.0.1', '169.254.169.254', '0x7f.1', '[::ffff:127.0.0.1]'];
    for (const host of hosts) {
      const { status, body } = await put({ url: `https://${host}:${port}/app.git` });
      expect([host, status, body.message]).toEqual([
        host,
        422,
        expect.stringMatching(/is an address of this machine or of a private network$/),
      ]);
    }
    expect((await call('mina', 'GET', path)).status).toBe(404);

    // The name leads to a private address only later.
    world.services.webhooksAllowLocal = true;
    expect((await put({ url: remote.url, auth_user: 'ada', auth_password: 'open sesame' })).status).toBe(200);
    await fetch();
    expect(await state()).toMatchObject({ update_status: 'finished' });
    world.services.webhooksAllowLocal = false;
    remote.requests.length = 0;
    await wait(31);
    await fetch();
    const text = 'localhost is an address of this machine or of a private network';
    expect(await state()).toMatchObject({ update_status: 'failed', last_error: text });
    await wait(6);
    expect(await call('mina', 'POST', path)).toMatchObject({ status: 422, body: { message: text } });
    expect(remote.requests).toEqual([]);

    // A redirect is not followed, wherever it leads.
    world.services.webhooksAllowLocal = true;
    const other = await startGitRemote();
    try {
      const redirected = 'The remote redirects to another address. Enter that address.';
      remote.redirect = other.url.replace('/app.git', '');
      await wait(600);
      await fetch();
      expect(await state()).toMatchObject({ update_status: 'failed', last_error: redirected });
      await wait(6);
      expect(await call('mina', 'POST', path)).toMatchObject({ status: 422, body: { message: redirected } });
      expect(await put({ url: remote.url })).toMatchObject({ status: 422, body: { message: redirected } });
      expect(other.requests).toEqual([]);
    } finally {
      await other.end();
    }
  });

  test('DL-IN-09: credentials are encrypted and in no answer, log line, error text or argument of a process', async ({
    site,
    remote,
    world,
    call,
  }) => {
    const { project, path, put, state, fetch, wait, push } = site;
    await push('trunk', 'Begin', '--force');
    const credentials = { username: 'fetcher-of-ours', password: 'sesame%open/"$x' };
    const secrets = [
      credentials.username,
      credentials.password,
      encodeURIComponent(credentials.password),
      Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64'),
    ];
    const answers: unknown[] = [];
    let log = '';
    const logStream = { write: (line: string) => void (log += line) };
    const { services } = world;
    const server = await buildServer({
      services,
      logLevel: 'trace',
      logStream,
      secret: 's'.repeat(32),
      dataDir: '/nowhere',
    });
    // Anything unexpected is logged.
    server.get('/fails', async () => {
      throw new TypeError((await state()).last_error ?? '');
    });
    const headers = { 'private-token': await tokenFor(world, 'mina') };
    const send = async (method: 'GET' | 'PUT' | 'POST', payload?: object) => {
      const { body, statusCode } = await server.inject({
        method,
        url: `/api/v4${path}`,
        headers,
        ...(payload && { payload }),
      });
      answers.push(body);
      return statusCode;
    };
    remote.credentials = credentials;
    // Wrong ones, in the address too: what the forge answers repeats them.
    const wrong = new URL(remote.url);
    wrong.username = credentials.username;
    wrong.password = `${encodeURIComponent(credentials.password)}1`;
    expect(await send('PUT', { url: wrong.href })).toBe(422);
    wrong.password = encodeURIComponent(credentials.password);
    expect(await send('PUT', { url: wrong.href })).toBe(200);

    // While the fetch runs.
    let open = (): void => {};
    remote.gate = new Promise((resolve) => (open = resolve));
    remote.requests.length = 0;
    const fetching = fetch();
    await expect.poll(() => remote.requests.length).toBeGreaterThan(1);
    const processes: string[] = [];
    for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      processes.push(await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => ''));
    }
    open();
    await fetching;
    expect(processes.some((line) => line.includes(remote.url))).toBe(true);
    expect(await send('GET')).toBe(200);
    expect(await state()).toMatchObject({ update_status: 'finished', has_credentials: true, url: remote.url });

    // Refused later: by a fetch of the job, and by one on demand.
    remote.credentials = { ...credentials, password: 'changed' };
    await wait(31);
    await fetch();
    await wait(6);
    expect(await send('POST')).toBe(422);
    expect(await send('GET')).toBe(200);
    expect(await state()).toMatchObject({ last_error: 'The remote refused the user name or password' });
    await server.inject('/fails');
    await server.close();

    const { rows } = await sql<{ row: string }>`
      SELECT to_jsonb(r)::text || encode(sealed_credentials, 'escape') AS row
      FROM repository_remotes r WHERE project_id = ${project.id}`.execute(world.db);
    const config = await readFile(join(folderOf(services.dataDir, project.id), 'config'), 'utf8');
    expect(log).toContain('unexpected error');
    for (const secret of secrets) {
      expect(JSON.stringify(answers)).not.toContain(secret);
      expect(log).not.toContain(secret);
      expect(processes.join('\n')).not.toContain(secret);
      expect(rows[0]?.row).not.toContain(secret);
      expect(config).not.toContain(secret);
    }
    // Nobody gets them by naming another host.
    remote.credentials = null;
    await put({ url: remote.url.replace('localhost', '127.0.0.1') });
    expect(await state()).toMatchObject({ has_credentials: false });
    expect((await call('dana', 'GET', path)).status).toBe(403);
  });

  test('DL-IN-10: a remote is fetched every 30 minutes, on demand once in 5, and once at a time', async ({
    site,
    remote,
    world,
    call,
  }) => {
    const { project, path, put, state, fetch, wait, push, branches } = site;
    await push('trunk', 'One', '--force');
    await put({ url: remote.url });
    await fetch();
    expect(minutesFromNow((await state()).next_update_at)).toBeCloseTo(30, 0);

    const two = await push('trunk', 'Two');
    const early = await call('mina', 'POST', path);
    expect([early.status, Number(early.headers['retry-after'])]).toEqual([429, expect.closeTo(300, -2)]);
    await wait(4);
    await fetch();
    expect((await call('mina', 'POST', path)).status).toBe(429);
    // Saving is no way around it.
    await put({ url: remote.url });
    await fetch();
    expect(await branches()).not.toMatchObject({ trunk: two });
    await wait(2);
    expect((await call('mina', 'POST', path)).status).toBe(200);
    expect(await state()).toMatchObject({ update_status: 'scheduled' });
    await fetch();
    expect(await branches()).toMatchObject({ trunk: two });
    const three = await push('trunk', 'Three');
    await wait(29);
    await fetch();
    expect(await branches()).toMatchObject({ trunk: two });
    await wait(2);

    // Two servers at the same time: one holds the lease.
    remote.requests.length = 0;
    let open = (): void => {};
    remote.gate = new Promise((resolve) => (open = resolve));
    const first = fetchProject(world.services, project.id);
    await expect.poll(() => remote.requests.length).toBe(1);
    expect(await state()).toMatchObject({ update_status: 'started' });
    await wait(60);
    expect(await fetchProject(world.services, project.id)).toBe(false);
    await fetch();
    expect(remote.requests).toHaveLength(1);
    open();
    expect(await first).toBe(true);
    expect(await branches()).toMatchObject({ trunk: three });
    expect(remote.mostAtOnce).toBe(1);
  });

  test('a failed fetch keeps the last state, doubles the interval, and stops after 14', async ({
    site,
    remote,
    call,
  }) => {
    const { path, put, state, fetch, wait, push, branches } = site;
    const trunk = await push('trunk', 'One', '--force');
    await put({ url: remote.url });
    await fetch();
    await remote.stop();
    const intervals: number[] = [];
    for (let failure = 1; failure <= 14; failure += 1) {
      await wait(1_441);
      await fetch();
      const after = await state();
      expect(after).toMatchObject({
        update_status: 'failed',
        failures: failure,
        last_error: 'localhost cannot be reached (ECONNREFUSED)',
      });
      if (after.next_update_at !== null) intervals.push(Math.round(minutesFromNow(after.next_update_at)));
    }
    expect(intervals).toEqual([60, 120, 240, 480, 960, ...Array<number>(8).fill(1_440)]);
    expect(await state()).toMatchObject({ next_update_at: null, last_successful_update_at: expect.any(String) });
    expect(await branches()).toMatchObject({ trunk });
    await remote.start();
    await wait(10_000);
    await fetch();
    expect(await state()).toMatchObject({ failures: 14, update_status: 'failed' });
    expect((await call('mina', 'POST', path)).status).toBe(200);
    await fetch();
    expect(await state()).toMatchObject({ failures: 0, update_status: 'finished', last_error: null });
  });

  test('DL-IN-12: while a project follows a remote, pushes, merges and changes of refs answer 403', async ({
    site,
    remote,
    call,
    ask,
    address,
    client,
  }) => {
    const { project, put, fetch: fetchAll, path, push } = site;
    await push('trunk', 'One', '--force');
    await push('mirrored', 'Topic', '--force');
    await put({ url: remote.url });
    // From the moment on that it is named.
    const dana = await client();
    await dana.commit({ a: 'b' });
    const pushed = async () => dana.git('push', await address(project, 'mina'), 'HEAD:refs/heads/x');
    const asked = async () => (await fetchOf(await address(project, 'mina'))).text();
    expect((await pushed()).output).toContain('403');
    expect(await asked()).toBe(`${MIRROR_REFUSAL}\n`);
    await fetchAll();
    expect((await pushed()).output).toContain('403');
    const at = `/projects/${project.id}`;
    const refusal = { status: 403, body: { message: 'This repository mirrors a remote. Push there.' } };
    expect(await call('mina', 'POST', `${at}/repository/branches`, { branch: 'y', ref: 'trunk' })).toMatchObject(
      refusal,
    );
    expect(await call('mina', 'DELETE', `${at}/repository/branches/mirrored`)).toMatchObject(refusal);
    const made = { source_branch: 'mirrored', target_branch: 'trunk', title: 'Topic' };
    expect((await call('dana', 'POST', `${at}/merge_requests`, made)).status).toBe(201);
    expect(await call('mina', 'PUT', `${at}/merge_requests/1/merge`)).toMatchObject(refusal);
    expect((await call('mina', 'GET', `${at}/repository/branches/trunk`)).body).toMatchObject({ can_push: false });
    const seen = `{ project(fullPath: "${project.fullPath}") { userPermissions { pushCode } repository { isMirror }
      mergeRequest(iid: "1") { userPermissions { canMerge } } } }`;
    expect((await ask('mina', seen)).data).toEqual({
      project: {
        userPermissions: { pushCode: false },
        repository: { isMirror: true },
        mergeRequest: { userPermissions: { canMerge: false } },
      },
    });
    // Those without the permission get the answer they always get.
    expect((await call('rita', 'POST', `${at}/repository/branches`, { branch: 'y', ref: 'trunk' })).body).toEqual({
      message: '403 Forbidden',
    });

    expect((await put({ enabled: false })).body).toMatchObject({ enabled: false, next_update_at: null });
    expect((await call('mina', 'POST', path)).status).toBe(422);
    expect((await pushed()).code).toBe(0);
    expect((await put({ enabled: true })).status).toBe(200);
    expect((await pushed()).output).toContain('403');
    expect((await call('mina', 'DELETE', path)).status).toBe(204);
    expect((await call('mina', 'GET', path)).status).toBe(404);
    expect((await pushed()).code).toBe(0);

    function fetchOf(address: string): Promise<Response> {
      const url = new URL(address);
      const authorization = `Basic ${Buffer.from(`${url.username}:${url.password}`).toString('base64')}`;
      url.username = '';
      url.password = '';
      return fetch(`${url.href}/info/refs?service=git-receive-pack`, { headers: { authorization } });
    }
  });

  test('a remote fetches with the rights of the person who named it, and saves nothing over others', async ({
    site,
    remote,
    world,
    call,
  }) => {
    const { project, put, fetch, wait, state, push } = site;
    await push('trunk', 'One', '--force');
    const first = (await put({ url: remote.url })).body;
    expect((await put({ enabled: true, lock_version: first.lock_version })).status).toBe(200);
    expect((await put({ enabled: false, lock_version: first.lock_version })).status).toBe(409);
    await world.db
      .updateTable('repositoryRemotes')
      .set({ setById: world.userIds.dana })
      .where('projectId', '=', project.id)
      .execute();
    await wait(31);
    await fetch();
    expect(await state()).toMatchObject({ last_error: 'Who named this remote may no longer do so. Save it again.' });
    await call('ada', 'POST', `/projects/${project.id}/archive`);
    await wait(600);
    await fetch();
    expect(await state()).toMatchObject({ failures: 1 });
    expect((await put({ enabled: true })).status).toBe(403);
  });

  test('a remote that is larger than a repository may be is not fetched', async ({ site, remote, world }) => {
    const { put, fetch, state, worker } = site;
    await worker.commit({ 'large.bin': randomBytes(3 * 1024 * 1024) });
    await worker.must('push', '--quiet', '--force', remote.folder, 'HEAD:refs/heads/trunk');
    const { services } = world;
    services.git = new Git({ ...services.git.limits, maxRepositoryBytes: 1024 * 1024 });
    try {
      await put({ url: remote.url });
      await fetch();
      expect(await state()).toMatchObject({ last_error: 'The remote is larger than a repository may be' });
    } finally {
      services.git = new Git({ ...services.git.limits, maxRepositoryBytes: Infinity });
    }
  });
});
