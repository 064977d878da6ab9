import { chmod, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, vi } from 'vitest';
import { GitBusyError } from '../../platform/git/errors.ts';
import { COMMAND_TIMEOUT_MS, Git } from '../../platform/git/git.ts';
import { packetLine } from '../../platform/git/packet-lines.ts';
import { Slots, WAIT_TIMEOUT_MS } from '../../platform/util/slots.ts';
import type { GitClient } from '../../testing/git.ts';
import { tokenFor } from '../../testing/http.ts';
import { test as base, type Row } from '../../testing/merge-requests.ts';
import { readConfig } from '../../platform/config/config.ts';
import { sweepRepositories } from './jobs.ts';
import { folderOf } from './store/folders.ts';

/** The objects of a branch, as a client sends them. */
async function packOf(work: GitClient, branch: string): Promise<Buffer> {
  await work.must('bundle', 'create', '--quiet', 'sent.bundle', branch);
  const bundle = await readFile(join(work.folder, 'sent.bundle'));
  return bundle.subarray(bundle.indexOf('PACK'));
}

/** A push of `refs/heads/NAME` that waits in the middle of its objects: `end()` sends the rest, `cut()` the opposite. */
const test = base.extend('slowPush', ({ origin, world, services }) => {
  return async (fullPath: string, work: GitClient, name: string) => {
    const pack = await packOf(work, 'HEAD');
    const half = Math.floor(pack.length / 2);
    const after = (await work.must('rev-parse', 'HEAD')).trim();
    const line = `${'0'.repeat(40)} ${after} refs/heads/${name}\0report-status`;
    const sent = request(`${origin}/${fullPath}.git/git-receive-pack`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`x:${await tokenFor(world, 'mina')}`).toString('base64')}`,
        'content-type': 'application/x-git-receive-pack-request',
      },
    });
    const answered = new Promise<string>((resolve, reject) => {
      sent.once('response', (response: IncomingMessage) => resolve(text(response)));
      sent.once('error', reject);
    });
    answered.catch(() => undefined);
    const objects = join(folderOf(services.dataDir, await idOf(fullPath)), 'objects');
    const quarantined = async () => (await readdir(objects)).filter((entry) => /^(tmp_objdir-|incoming-)/.test(entry));
    const before = { running: services.git.running, quarantined: (await quarantined()).length };
    sent.write(Buffer.concat([packetLine(line), Buffer.from('0000'), pack.subarray(0, half)]));
    await vi.waitFor(() => {
      if (services.git.running === before.running) throw new Error('the push has not begun');
    });
    await vi.waitFor(async () => {
      if ((await quarantined()).length === before.quarantined) throw new Error('no objects have arrived');
    });
    return {
      objects,
      quarantined,
      cut: () => sent.destroy(),
      end: () => {
        sent.end(pack.subarray(half));
        return answered;
      },
    };
  };
  async function idOf(fullPath: string) {
    const row = await world.services.db
      .selectFrom('namespaces')
      .select('id')
      .where('fullPath', '=', fullPath)
      .executeTakeFirstOrThrow();
    return row.id;
  }
});

/** Replaces git by a script that runs instead of the commands whose arguments contain one of these words. */
async function withScript(
  folder: string,
  { word, script }: { word: string; script: string },
  work: () => Promise<void>,
): Promise<void> {
  const before = process.env['PATH'] ?? '';
  await mkdir(join(folder, 'bin'));
  const lines = ['#!/bin/sh', `case " $* " in *" ${word} "*) ${script};; esac`, `PATH='${before}' exec git "$@"`];
  await writeFile(join(folder, 'bin/git'), `${lines.join('\n')}\n`);
  await chmod(join(folder, 'bin/git'), 0o755);
  try {
    process.env['PATH'] = `${join(folder, 'bin')}:${before}`;
    await work();
  } finally {
    process.env['PATH'] = before;
  }
}

test('DL-RP-17: hooks and programs that a stored repository names are never run', async ({
  newCode,
  call,
  services,
}) => {
  const { project, path, branch, work, url } = await newCode();
  const folder = folderOf(services.dataDir, project.id);
  const ran = join(work.folder, 'ran');
  const script = `#!/bin/sh\necho "$0" >> ${ran}\n`;
  const hooks =
    'pre-receive update post-receive post-update reference-transaction proc-receive push-to-checkout pre-merge-commit';
  const program = join(folder, 'hooks/program');
  const evil =
    `[core]\n\thooksPath = ${join(folder, 'hooks')}\n\tfsmonitor = ${program}\n` +
    `[uploadpack]\n\tpackObjectsHook = ${program}\n`;
  const prepare = async () => {
    await mkdir(join(folder, 'hooks'), { recursive: true });
    for (const name of [...hooks.split(' '), 'program']) {
      await writeFile(join(folder, 'hooks', name), script);
      await chmod(join(folder, 'hooks', name), 0o755);
    }
    await writeFile(join(folder, 'config'), `[core]\n\tbare = true\n${evil}`);
  };
  const read = (rest: string) => call('mina', 'GET', `/projects/${project.id}/repository${rest}`);
  const steps = [
    () => work.must('clone', '--quiet', url, 'copy'),
    () => branch('feature', { a: 'a' }),
    () => call('dana', 'POST', `/projects/${project.id}/repository/branches`, { branch: 'rest', ref: 'main' }),
    () =>
      call('dana', 'POST', `/projects/${project.id}/repository/tags`, { tag_name: 'v1', ref: 'main', message: 'x' }),
    () => call('dana', 'DELETE', `/projects/${project.id}/repository/branches/rest`),
    ...['/tree?recursive=true', '/commits?all=true', '/archive.tar', '/files/README.md?ref=main', '/branches'].map(
      (rest) => () => read(rest),
    ),
    () => read('/compare?from=main&to=feature'),
    () => call('dana', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'A' }),
    () => call('mina', 'PUT', `${path}/1/merge`),
  ];
  for (const step of steps) {
    await prepare();
    const answer = await step();
    expect(typeof answer === 'object' ? answer.status : 200).toBeLessThan(300);
    expect(await readdir(work.folder)).not.toContain('ran');
  }
  expect((await call<Row>('mina', 'GET', `${path}/1`)).body).toMatchObject({ state: 'merged' });
});

test('DL-RP-14: a push whose connection is cut changes no ref; the next job removes what is left of it', async ({
  newCode,
  slowPush,
  services,
}) => {
  const { project, work, url } = await newCode();
  await work.commit({ 'b.bin': randomBytes(600_000) });
  const refs = await work.must('ls-remote', url);
  const cut = await slowPush(project.fullPath, work, 'cut');
  cut.cut();
  await expect.poll(() => services.git.running).toBe(0);
  expect(await work.must('ls-remote', url)).toBe(refs);
  // A process that is killed leaves its objects.
  const left = join(cut.objects, 'tmp_objdir-incoming-left');
  await mkdir(join(left, 'pack'), { recursive: true });
  await writeFile(join(left, 'pack/tmp_pack_left'), 'PACK');
  const sweep = () => sweepRepositories.run(services, {}, new AbortController().signal);
  const old = new Date(Date.now() - 31 * 60_000);
  const age = async (path: string) => {
    for (const name of ['', ...(await readdir(path, { recursive: true }))]) await utimes(join(path, name), old, old);
  };
  for (const name of await cut.quarantined()) await age(join(cut.objects, name));
  // Its pack still grows.
  await writeFile(join(left, 'pack/tmp_pack_left'), 'PACK');
  await utimes(join(left, 'pack'), old, old);
  await sweep();
  expect(await cut.quarantined()).toEqual(['tmp_objdir-incoming-left']);
  await age(left);
  const other = await slowPush(project.fullPath, work, 'open');
  await sweep();
  expect(await cut.quarantined()).toHaveLength(1);
  expect(await cut.quarantined()).not.toContain('tmp_objdir-incoming-left');
  expect(await other.end()).toContain('ok refs/heads/open');
  expect(await cut.quarantined()).toEqual([]);
  // Half an hour of rest and two runs an hour: gone within one.
  expect(sweepRepositories.cron).toBe('17,47 * * * *');
});

test('a push that is no longer allowed when its objects are there changes nothing', async ({
  newCode,
  slowPush,
  call,
}) => {
  const { project, work, url } = await newCode();
  await work.commit({ 'b.bin': randomBytes(600_000) });
  const push = await slowPush(project.fullPath, work, 'late');
  await call('ada', 'POST', `/projects/${project.id}/archive`);
  expect(await push.end()).toContain('unpack This project is archived: its repository is read-only.');
  expect(await work.must('ls-remote', url)).not.toContain('late');
  await expect.poll(push.quarantined).toEqual([]);
});

test('a large push of few objects stays in one pack, a small one does not', async ({ newCode, services }) => {
  const { project, branch } = await newCode();
  const packs = async () =>
    (await readdir(join(folderOf(services.dataDir, project.id), 'objects/pack'))).filter((name) =>
      name.endsWith('.pack'),
    );
  expect(await packs()).toEqual([]);
  const noise = Array.from({ length: 200_000 }, (_, index) => Math.sin(index).toString(36)).join('');
  await branch('large', { 'large.txt': noise });
  expect(await packs()).toHaveLength(1);
});

test('merge requests follow a branch that was deleted and made again over REST', async ({ newCode, call }) => {
  const { project, path, branch } = await newCode();
  await branch('feature', { a: 'a' });
  const next = await branch('next', { b: 'b' });
  await call('dana', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'A' });
  const branches = `/projects/${project.id}/repository/branches`;
  expect((await call('dana', 'DELETE', `${branches}/feature`)).status).toBe(204);
  expect((await call('dana', 'POST', branches, { branch: 'feature', ref: 'next' })).status).toBe(201);
  const noted = async () => (await call<{ body: string }[]>('dana', 'GET', `${path}/1/notes`)).body[0]?.body;
  await expect.poll(noted).toBe(`pushed \`${next.slice(0, 8)}\` to the source branch`);
});

describe('limits of processes', () => {
  test('DL-ER-02: a command that runs too long is killed and answers 503; other repositories are served', async ({
    newCode,
    call,
    services,
    send,
    world,
  }) => {
    expect(COMMAND_TIMEOUT_MS).toBe(60_000);
    const slow = await newCode();
    const other = await newCode();
    const { limits } = services.git;
    const headers = { 'private-token': await tokenFor(world, 'mina') };
    const ask = (path: string) => send({ url: `/api/v4/projects/${slow.project.id}/repository${path}`, headers });
    for (const [word, path] of [
      ['for-each-ref', '/branches'],
      ['archive', '/archive.tar'],
    ] as const) {
      Object.assign(limits, { commandTimeoutMs: 1_500 });
      const pids = join(slow.work.folder, `pid-${word}`);
      const script = `case "$PWD" in */${slow.project.id}.git) echo $$ > ${pids}; exec sleep 300;; esac`;
      const folder = join(slow.work.folder, word);
      await mkdir(folder);
      await withScript(folder, { word, script }, async () => {
        const asked = ask(path);
        await sleep(300);
        const served = await call('mina', 'GET', `/projects/${other.project.id}/repository${path}`);
        expect(served.status).toBe(200);
        const { status, headers: found, body } = await asked;
        expect({ status, body, retry: found['retry-after'] }).toEqual({
          status: 503,
          body: { message: 'Git is busy. Retry later.' },
          retry: '5',
        });
        const pid = Number(await readFile(pids, 'utf8'));
        expect(() => process.kill(pid, 0)).toThrow('ESRCH');
      });
      Object.assign(limits, { commandTimeoutMs: undefined });
    }
    expect(services.git.running).toBe(0);
  });

  test('DL-ER-03: twenty processes run at once; a further call waits up to ten seconds and then answers 503', async ({
    newCode,
    services,
    send,
    world,
    call,
  }) => {
    expect([WAIT_TIMEOUT_MS, readConfig({}, '/').git.maxProcesses]).toEqual([10_000, 20]);
    const { project } = await newCode();
    const folder = folderOf(services.dataDir, project.id);
    const readers = 5;
    const open = await Promise.all(
      Array.from({ length: 20 - readers }, () => services.git.start(['cat-file', '--batch'], { folder })),
    );
    const headers = { 'private-token': await tokenFor(world, 'mina') };
    const ask = () => send({ url: `/api/v4/projects/${project.id}/repository/branches`, headers });
    const { limits } = services.git;
    Object.assign(limits, { waitTimeoutMs: 300 });
    const before = performance.now();
    const { status, headers: found } = await ask();
    expect([status, found['retry-after']]).toEqual([503, '5']);
    expect(performance.now() - before).toBeGreaterThan(250);
    Object.assign(limits, { waitTimeoutMs: undefined });
    const waiting = ask();
    await sleep(100);
    expect(services.git.running).toBe(20 - readers);
    for (const process of open) process.stdin.end();
    expect((await waiting).status).toBe(200);
    expect((await call('mina', 'GET', `/projects/${project.id}/repository/tree`)).status).toBe(200);

    // Those that stay open to read objects count too.
    const small = new Git({ ...limits, maxProcesses: 4, waitTimeoutMs: 50 });
    const held = await Promise.all([1, 2, 3].map(() => small.start(['cat-file', '--batch'], { folder })));
    await small.objects.info(folder, 'HEAD');
    await expect(small.start(['version'], { folder })).rejects.toThrow(GitBusyError);
    expect(small.started).toBe(4);
    for (const process of held) process.stdin.end();
    small.stop();
  });

  test('one caller holds at most half of the processes', async () => {
    const slots = new Slots(4, () => new GitBusyError());
    const held = await Promise.all([slots.acquire('slow'), slots.acquire('slow')]);
    await expect(slots.acquire('slow', 10)).rejects.toThrow(GitBusyError);
    const late = slots.acquire('slow');
    const other = await slots.acquire('other');
    held[0]?.();
    (await late)();
    other();
    held[1]?.();
    const again = await Promise.all([
      slots.acquire(null),
      slots.acquire(null),
      slots.acquire(null),
      slots.acquire(null),
    ]);
    expect(again).toHaveLength(4);
  });

  test('two callers together leave processes to others', async () => {
    const slots = new Slots(15, () => new GitBusyError());
    const take = async (caller: string) => {
      const held: (() => void)[] = [];
      for (;;) {
        try {
          held.push(await slots.acquire(caller, 10));
        } catch {
          return held;
        }
      }
    };
    const [first, second] = [await take('first'), await take('second')];
    expect([first.length, second.length]).toEqual([7, 5]);
    // Callers that come now get one process each, without waiting.
    const others = await Promise.all(['third', 'fourth', 'fifth'].map((caller) => slots.acquire(caller, 10)));
    const waiting = slots.acquire('second');
    first[0]?.();
    await expect(slots.acquire('sixth', 10)).resolves.toBeTypeOf('function');
    for (const release of others) release();
    first[1]?.();
    (await waiting)();
  });
});
