import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { type GitClient, test as base } from '../../testing/git.ts';
import { tokenFor } from '../../testing/http.ts';
import { buildersIn } from '../../testing/test.ts';

const bytes = Buffer.concat([Buffer.from([0]), randomBytes(2_000_000)]);

/** A project with a short history: two commits on `main`, one more on `feature/one` and on `more`, and a tag. */
const test = base
  .extend('repository', { scope: 'file' }, async ({ client, address, world }) => {
    const project = await buildersIn(world).project({ visibility: 'private' });
    const work: GitClient = await client();
    const files = { 'README.md': '# Gate\n', 'docs/guide.md': 'one\n', 'run.sh': '#!/bin/sh\n' };
    const first = await work.commit(files, 'Begin');
    await chmod(join(work.folder, 'run.sh'), 0o755);
    await symlink('/etc/passwd', join(work.folder, 'link'));
    const second = await work.commit({ 'docs/guide.md': 'one\ntwo\n' }, 'Explain\n\nIn two lines.');
    await work.must('tag', '-a', 'v1', '-m', 'First release', first);
    const url = await address(project, 'mina');
    await work.must('push', url, 'main', 'v1');
    const third = await work.commit({ 'src/ü b.txt': 'text' }, 'Add');
    await work.must('push', url, 'HEAD:refs/heads/feature/one');
    await work.must('reset', '--quiet', '--hard', 'HEAD~1');
    await work.commit({ 'page.html': '<script>alert(1)</script>', 'large.bin': bytes }, 'More');
    await work.must('push', url, 'HEAD:refs/heads/more');
    return { project, path: `/projects/${project.id}/repository`, work, url, first, second, third };
  })
  .extend('code', ({ repository, call, send, world }) => {
    const { path } = repository;
    const raw = async (rest: string, method: 'GET' | 'HEAD' = 'GET') =>
      send({ method, url: `/api/v4${path}${rest}`, headers: { 'private-token': await tokenFor(world, 'rita') } });
    const get = (rest: string, input?: object) => call<never>('rita', 'GET', `${path}${rest}`, input);
    return { ...repository, raw, get };
  });

/** The processes that this one started for reading objects. */
async function readersOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  return lines
    .filter(([, parent, ...args]) => Number(parent) === pid && args.includes('cat-file'))
    .map(([own]) => Number(own));
}

describe('files', () => {
  test('RS-RF-01, RS-RF-02, DL-RF-01, DL-RF-02: a file of a branch, tag, commit or HEAD, and only its headers', async ({
    code,
  }) => {
    const { get, raw, first, second } = code;
    const file = '/files/docs%2Fguide.md';
    const found = await get(file, { ref: 'main' });
    expect(found).toMatchObject({
      status: 200,
      body: {
        file_name: 'guide.md',
        file_path: 'docs/guide.md',
        size: 8,
        encoding: 'base64',
        content: Buffer.from('one\ntwo\n').toString('base64'),
        ref: 'main',
        commit_id: second,
        last_commit_id: second,
        execute_filemode: false,
      },
    });
    const { headers, body } = await raw(`${file}?ref=main`, 'HEAD');
    expect(body).toBeNull();
    const names = [
      'blob_id',
      'commit_id',
      'content_sha256',
      'encoding',
      'file_name',
      'file_path',
      'last_commit_id',
      'ref',
      'size',
      'execute_filemode',
    ];
    for (const name of names) {
      const expected = String((found.body as Record<string, unknown>)[name]);
      expect([name, headers[`x-gitlab-${name.replaceAll('_', '-')}`]]).toEqual([name, expected]);
    }
    for (const ref of ['v1', first, first.slice(0, 7)]) {
      expect((await get(file, { ref })).body).toMatchObject({ size: 4, commit_id: first, last_commit_id: first });
    }
    expect((await get('/files/run.sh', { ref: 'HEAD' })).body).toMatchObject({ execute_filemode: true });
    expect((await get('/files/README.md', { ref: 'feature/one' })).body).toMatchObject({ last_commit_id: first });
    expect((await get('/files/src%2F%C3%BC%20b.txt', { ref: 'feature/one' })).status).toBe(200);
    expect(await get(file)).toMatchObject({ status: 400, body: { error: 'ref is missing' } });
    for (const ref of ['none', '--help', 'main^{tree}', 'HEAD~1', first.slice(0, 6), 'a b', 'x'.repeat(1_100)]) {
      expect([ref, await get(file, { ref })]).toMatchObject([
        ref,
        { status: 404, body: { message: '404 Commit Not Found' } },
      ]);
    }
    for (const path of ['nothing', 'docs']) {
      expect(await get(`/files/${path}`, { ref: 'main' })).toMatchObject({
        status: 404,
        body: { message: '404 File Not Found' },
      });
    }
  });

  test('DL-RF-03, DL-RF-04: raw bytes that no browser runs; paths stay within the commit; scopes', async ({
    code,
    send,
    world,
    call,
  }) => {
    const { raw, path } = code;
    const page = await raw('/files/page.html/raw?ref=more');
    expect(page).toMatchObject({ status: 200, body: '<script>alert(1)</script>' });
    expect(page.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    const binary = await raw('/files/large.bin/raw?ref=more');
    expect(binary.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(bytes.length),
    });
    expect((await raw('/files/README.md/raw')).body).toBe('# Gate\n');
    expect((await raw('/files/link/raw')).body).toBe('/etc/passwd');
    const hostile = [
      '..%2f..%2fetc%2fpasswd',
      '%2fetc%2fpasswd',
      '.git%2fconfig',
      'docs%2f..%2fREADME.md',
      'docs%00',
      'docs%2f%2fguide.md',
      '.%2fREADME.md',
      'link%2fx',
      'a%0ab',
      '--help',
      '..',
      '%252e%252e%252fx',
    ];
    for (const name of hostile) {
      for (const call of [`/files/${name}?ref=main`, `/files/${name}/raw`]) {
        expect([call, [400, 404].includes((await raw(call)).status)]).toEqual([call, true]);
      }
    }
    const allowed = async (scope: 'read_repository' | 'read_user' | 'read_api', rest: string) => {
      const headers = { 'private-token': await tokenFor(world, 'dana', [scope]) };
      return (await send({ url: `/api/v4${path}${rest}`, headers })).status;
    };
    for (const rest of ['/files/README.md?ref=main', '/files/README.md/raw', '/tree', '/archive.zip']) {
      expect([rest, await allowed('read_repository', rest)]).toEqual([rest, 200]);
      expect([rest, await allowed('read_user', rest)]).toEqual([rest, 403]);
    }
    expect(await allowed('read_repository', '/branches')).toBe(403);
    expect(await allowed('read_api', '/branches')).toBe(200);
    expect((await call('gwen', 'GET', `${path}/tree`)).status).toBe(403);
    expect((await call('otto', 'GET', `${path}/tree`)).status).toBe(404);
  });

  test('DL-RF-06: folders are listed first, with everything below on request; unknown ones answer 404', async ({
    code,
    build,
    call,
  }) => {
    const { get } = code;
    const names = ({ body }: { body: { path: string }[] }) => body.map(({ path }) => path);
    expect(names(await get('/tree'))).toEqual(['docs', 'README.md', 'link', 'run.sh']);
    const { body } = (await get('/tree', { per_page: 2 })) as { body: object[] };
    expect(body).toMatchObject([
      { name: 'docs', type: 'tree', path: 'docs', mode: '040000' },
      { type: 'blob', mode: '100644' },
    ]);
    expect(names(await get('/tree', { path: 'docs', ref: 'v1' }))).toEqual(['docs/guide.md']);
    expect(names(await get('/tree', { recursive: true, ref: 'feature/one' }))).toContain('src/ü b.txt');
    expect((await get('/tree', { path: 'none' })).status).toBe(404);
    expect((await get('/tree', { path: '../x' })).status).toBe(404);
    const empty = await build.project({ visibility: 'public' });
    expect((await call('rita', 'GET', `/projects/${empty.id}/repository/tree`)).status).toBe(404);
  });

  test('DL-RF-17: a thousand reads share one process, and one that was killed is replaced', async ({
    code,
    services,
  }) => {
    const { get } = code;
    await get('/files/README.md', { ref: 'main' });
    const before = services.git.started;
    for (let index = 0; index < 1_000; index += 1) {
      const { status } = await get('/files/docs%2Fguide.md', { ref: 'main' });
      expect(status).toBe(200);
      if (index === 500) {
        for (const pid of await readersOf(process.pid)) process.kill(pid);
      }
    }
    expect(services.git.started - before).toBeLessThanOrEqual(2);
  });
});

describe('branches, tags and commits', () => {
  test('DL-RF-07, DL-RF-08: branches are searched, created and deleted', async ({ code, call }) => {
    const { get, path, second, third } = code;
    expect((await get('/branches', { per_page: 2 })).body).toMatchObject([
      { name: 'feature/one', default: false, protected: false, merged: false, can_push: false, commit: { id: third } },
      {
        name: 'main',
        default: true,
        protected: true,
        merged: false,
        developers_can_push: false,
        commit: { id: second },
      },
    ]);
    const names = async (search: string) =>
      ((await get('/branches', { search })).body as { name: string }[]).map(({ name }) => name);
    expect(await names('^ma')).toEqual(['main']);
    expect(await names('one$')).toEqual(['feature/one']);
    expect(await names('^one')).toEqual([]);
    const matching = async (regex: string) =>
      ((await get('/branches', { regex })).body as { name: string }[]).map(({ name }) => name);
    expect(await matching('^(main|feature/.*)$')).toEqual(['feature/one', 'main']);
    expect(await matching(String.raw`\d`)).toEqual([]);
    expect((await get('/branches', { regex: '^ma', per_page: 1 })).headers).toMatchObject({ 'x-total': '1' });
    for (const regex of ['(', String.raw`(a)\1`]) expect((await get('/branches', { regex })).status).toBe(400);
    expect((await get('/branches', { regex: 'a', search: 'a' })).status).toBe(400);
    const sorted = async (sort: string) =>
      ((await get('/branches', { sort })).body as { name: string }[]).map(({ name }) => name);
    const byName = await sorted('name_asc');
    expect(byName).toEqual(byName.toSorted());
    const oldestFirst = await sorted('updated_asc');
    expect(oldestFirst.toSorted()).toEqual(byName);
    expect(await sorted('updated_desc')).toEqual(oldestFirst.toReversed());
    expect((await get('/branches', { sort: 'newest' })).status).toBe(400);
    expect((await get('/branches/feature%2Fone')).body).toMatchObject({ name: 'feature/one' });
    expect((await get('/branches/none')).status).toBe(404);
    const make = (branch: string, ref = 'main') => call('dana', 'POST', `${path}/branches`, { branch, ref });
    expect(await make('next')).toMatchObject({ status: 201, body: { name: 'next', merged: true, can_push: true } });
    for (const [branch, ref] of [
      ['next'],
      ['next/below'],
      ['a..b'],
      ['-x'],
      ['x.lock'],
      ['x y'],
      ['new', 'none'],
      ['new', '--all'],
    ]) {
      expect([branch, ref, (await make(branch ?? '', ref)).status]).toEqual([branch, ref, 400]);
    }
    const remove = (branch: string, who: 'dana' | 'rita' | 'ada' = 'dana') =>
      call(who, 'DELETE', `${path}/branches/${branch}`);
    expect((await remove('next', 'rita')).status).toBe(403);
    expect((await remove('next')).status).toBe(204);
    expect((await remove('next')).status).toBe(404);
    expect((await remove('main', 'ada')).status).toBe(403);
  });

  test('DL-RF-09: tags are listed, created and deleted', async ({ code, call }) => {
    const { get, path, first, second } = code;
    expect((await get('/tags')).body).toMatchObject([{ name: 'v1', message: 'First release', commit: { id: first } }]);
    const make = (input: object) => call('dana', 'POST', `${path}/tags`, input);
    expect(await make({ tag_name: 'v2', ref: 'main' })).toMatchObject({
      status: 201,
      body: { name: 'v2', message: '', target: second },
    });
    expect(await make({ tag_name: 'v3', ref: 'main', message: 'Notes\n\nMore' })).toMatchObject({
      status: 201,
      body: { message: 'Notes\n\nMore', commit: { id: second } },
    });
    expect((await make({ tag_name: 'v3', ref: 'main' })).status).toBe(400);
    await make({ tag_name: 'v10', ref: 'main' });
    const order = async (input: object) =>
      ((await get('/tags', input)).body as { name: string }[]).map(({ name }) => name);
    expect(await order({ order_by: 'name', sort: 'asc' })).toEqual(['v1', 'v10', 'v2', 'v3']);
    expect(await order({ order_by: 'version' })).toEqual(['v10', 'v3', 'v2', 'v1']);
    expect((await order({ order_by: 'updated', sort: 'desc', per_page: 1 }))[0]).toBe('v3');
    expect((await order({ order_by: 'updated', sort: 'asc' })).at(-1)).toBe('v3');
    expect((await get('/tags', { order_by: 'size' })).status).toBe(400);
    expect((await call('dana', 'DELETE', `${path}/tags/v3`)).status).toBe(204);
    expect((await get('/tags/v3')).status).toBe(404);
    expect(await code.work.must('ls-remote', code.url)).toContain('refs/tags/v2');
  });

  test('DL-RF-10: commits are filtered, newest first', async ({ code }) => {
    const { get, first, second, third } = code;
    const ids = async (input: object = {}) =>
      ((await get('/commits', input)).body as { id: string }[]).map(({ id }) => id);
    expect(await ids()).toEqual([second, first]);
    expect(await ids({ ref_name: 'feature/one' })).toEqual([third, second, first]);
    expect(await ids({ all: true })).toHaveLength(4);
    expect(await ids({ path: 'README.md' })).toEqual([first]);
    expect(await ids({ path: '*.md' })).toEqual([]);
    expect(await ids({ author: 'dana dev' })).toHaveLength(2);
    expect(await ids({ author: 'nobody' })).toEqual([]);
    expect(await ids({ since: '2100-01-01' })).toEqual([]);
    expect(await ids({ until: '2100-01-01', first_parent: true })).toHaveLength(2);
    expect(await ids({ ref_name: 'v1..feature/one' })).toEqual([third, second]);
    const page = await get('/commits', { per_page: 1, with_stats: true });
    expect(page.headers).toMatchObject({ 'x-next-page': '2' });
    expect(page.body).toMatchObject([
      {
        id: second,
        short_id: second.slice(0, 8),
        title: 'Explain',
        message: 'Explain\n\nIn two lines.\n',
        author_name: 'Dana Developer',
        author_email: 'dana@milepost.test',
        parent_ids: [first],
        stats: { additions: 2, deletions: 0, total: 2 },
      },
    ]);
    expect((await get('/commits', { ref_name: '--output=/tmp/x' })).status).toBe(404);
    expect(await ids({ order: 'topo' })).toEqual([second, first]);
    expect((await get('/commits', { order: 'date' })).status).toBe(400);
    expect((await get(`/commits/${second}`)).body).toMatchObject({ id: second, stats: { total: 2 } });
    expect((await get(`/commits/${second}`, { stats: false })).body).not.toHaveProperty('stats');
  });

  test('DL-RF-10: commits of a file are followed through its earlier names, page by page', async ({
    client,
    address,
    world,
    call,
  }) => {
    const project = await buildersIn(world).project();
    const work = await client();
    const written = await work.commit({ 'old.txt': 'one\ntwo\nthree\n' }, 'Write');
    const beside = await work.commit({ 'beside.txt': 'beside\n' }, 'Beside');
    await work.must('mv', 'old.txt', 'new.txt');
    const moved = await work.commit({}, 'Move');
    await work.must('push', '--quiet', await address(project, 'mina'), 'main');
    const path = `/projects/${project.id}/repository/commits`;
    const ids = async (input: object) =>
      (await call<{ id: string }[]>('rita', 'GET', path, { path: 'new.txt', ...input })).body.map(({ id }) => id);
    expect(await ids({})).toEqual([moved]);
    expect(await ids({ follow: true })).toEqual([moved, written]);
    expect(await ids({ follow: true, per_page: 1, page: 2 })).toEqual([written]);
    expect(await ids({ follow: true, path: '' })).toEqual([moved, beside, written]);
  });

  test('DL-RF-12: a comparison lists commits and changed files', async ({ code }) => {
    const { get, first, second, third } = code;
    const { body } = await get('/compare', { from: 'v1', to: 'main' });
    expect(body).toMatchObject({
      commit: { id: second },
      commits: [{ id: second }],
      diffs: [
        { new_path: 'docs/guide.md', diff: '@@ -1 +1,2 @@\n one\n+two\n', new_file: false },
        { new_path: 'link', new_file: true, b_mode: '120000' },
        { new_path: 'run.sh', a_mode: '100644', b_mode: '100755', diff: '' },
      ],
      compare_timeout: false,
      compare_same_ref: false,
    });
    const unified = await get('/compare', { from: 'v1', to: 'main', unidiff: true });
    expect(unified.body).toMatchObject({
      diffs: [
        { diff: '--- a/docs/guide.md\n+++ b/docs/guide.md\n@@ -1 +1,2 @@\n one\n+two\n' },
        { diff: expect.stringMatching(/^--- \/dev\/null\n\+\+\+ b\/link\n@@ /) },
        { diff: '' },
      ],
    });
    const [file] = (await get(`/commits/${third}/diff`, { unidiff: true })).body as { diff: string }[];
    expect(file?.diff).toMatch(/^--- \/dev\/null\n\+\+\+ b\/src\/ü b\.txt\n@@ /);
    const back = await get('/compare', { from: 'feature/one', to: first, straight: true });
    expect((back.body as { diffs: object[] }).diffs).toHaveLength(4);
    expect((await get('/compare', { from: 'main', to: 'main' })).body).toMatchObject({
      commits: [],
      diffs: [],
      compare_same_ref: true,
    });
    expect((await get('/compare', { from: 'main', to: 'none' })).status).toBe(404);
    expect((await get(`/commits/${third}/diff`)).body).toMatchObject([{ new_path: 'src/ü b.txt', new_file: true }]);
    expect((await get(`/commits/${first}/refs`, { type: 'branch' })).body).toMatchObject([
      { type: 'branch', name: 'feature/one' },
      { type: 'branch', name: 'main' },
      { type: 'branch', name: 'more' },
    ]);
    expect((await get(`/commits/${second}`)).body).toMatchObject({ stats: { total: 2 }, project_id: code.project.id });
  });

  test('a file name outside of the basic plane fits the headers, and a carriage return within a line ends no diff', async ({
    address,
    build,
    call,
    client,
  }) => {
    const project = await build.project({ visibility: 'private' });
    const work = await client();
    const commit = await work.commit({ 'a.txt': 'one\rdiff --git a/x b/x\ntwo\n', 'b.txt': 'b\n', '😀.md': 'text' });
    await work.must('push', await address(project, 'mina'), 'main');
    const path = `/projects/${project.id}/repository`;
    const file = await call('rita', 'GET', `${path}/files/${encodeURIComponent('😀.md')}`, { ref: 'main' });
    expect(file).toMatchObject({ status: 200, body: { file_name: '😀.md' } });
    expect((await call('rita', 'GET', `${path}/commits/${commit}/diff`)).body).toMatchObject([
      { new_path: 'a.txt', diff: '@@ -0,0 +1,2 @@\n+one\rdiff --git a/x b/x\n+two\n' },
      { new_path: 'b.txt', diff: '@@ -0,0 +1 @@\n+b\n' },
      { new_path: '😀.md' },
    ]);
  });

  test('a client that goes away before its archive begins leaves no process', async ({
    code,
    services,
    world,
    origin,
  }) => {
    const { git } = services;
    const token = await tokenFor(world, 'mina');
    const folder = join(code.work.folder, '.git');
    const busy = [];
    // A quarter of the processes reads objects.
    while (busy.length < 15) {
      busy.push(await git.start(['cat-file', '--batch'], { folder }));
    }
    const away = new AbortController();
    const url = `${origin}/api/v4${code.path}/archive.tar.gz?sha=more`;
    const asked = fetch(url, { headers: { 'private-token': token }, signal: away.signal });
    await sleep(1_000);
    away.abort();
    await expect(asked).rejects.toThrow(/abort/);
    await sleep(200);
    for (const process of busy) process.stop();
    // It took the first free place.
    await sleep(1_000);
    await expect.poll(() => git.running, { timeout: 5_000 }).toBe(0);
  });

  test('DL-RF-13, DL-RF-14: archives in four formats are streamed; a sixth of one project within a minute is refused', async ({
    code,
    call,
    origin,
    world,
  }) => {
    const { raw, third } = code;
    const unpack: Record<string, (bytes: Buffer) => string> = {
      '': (bytes) => gunzipSync(bytes).toString('latin1'),
      '.tar.gz': (bytes) => gunzipSync(bytes).toString('latin1'),
      '.tar.bz2': (bytes) => execFileSync('bzip2', ['-dc'], { input: bytes }).toString('latin1'),
      '.tar': (bytes) => bytes.toString('latin1'),
      '.zip': (bytes) => (bytes.toString('latin1', 0, 2) === 'PK' ? bytes.toString('latin1') : ''),
    };
    for (const [extension, read] of Object.entries(unpack)) {
      const url = `${origin}/api/v4${code.path}/archive${extension}?sha=feature/one&path=docs`;
      const response = await fetch(url, { headers: { 'private-token': await tokenFor(world, 'rita') } });
      expect([extension, response.status, response.headers.get('transfer-encoding')]).toEqual([
        extension,
        200,
        'chunked',
      ]);
      const name = `project-\\d+-feature-one-${third}\\${extension || '.tar.gz'}`;
      expect(response.headers.get('content-disposition')).toMatch(new RegExp(`^attachment; filename="${name}"`));
      const text = read(Buffer.from(await response.arrayBuffer()));
      expect([extension, text.includes(`-${third}/guide.md`), text.includes('README.md')]).toEqual([
        extension,
        true,
        false,
      ]);
    }
    expect((await raw('/archive.rar')).status).toBe(404);
    expect((await raw('/archive.tar?sha=none')).status).toBe(404);
    const late = await raw('/archive.zip');
    expect(late.status).toBe(429);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    expect((await call('ada', 'GET', `${code.path}/archive.tar`)).body).toContain('README.md');

    // Large files as well; one of exactly the limit is not large.
    const megabytes = 10 * 1024 * 1024;
    await code.work.commit({ 'limit.bin': Buffer.alloc(megabytes), 'over.bin': Buffer.alloc(megabytes + 1) });
    await code.work.must('push', code.url, 'HEAD:refs/heads/large');
    const reads = ['over.bin', ...Array<string>(4).fill('over.bin/raw'), 'over.bin'];
    const statuses: number[] = [];
    for (const read of reads) statuses.push((await raw(`/files/${read}?ref=large`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await raw('/files/limit.bin/raw?ref=large')).status).toBe(200);
    expect((await raw('/files/over.bin/raw?ref=large', 'HEAD')).status).toBe(200);
    expect((await call('ada', 'GET', `${code.path}/files/over.bin/raw`, { ref: 'large' })).status).toBe(200);
  });
});
