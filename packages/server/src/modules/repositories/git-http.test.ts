import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile, chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { forgetGitVersion } from '../../platform/git/version.ts';
import { hashPassword } from '../users/commands/passwords.ts';
import { runGit, test } from '../../testing/git.ts';
import { tokenFor } from '../../testing/http.ts';
import { viewerAs } from '../../testing/world.ts';
import { castNames } from '../../testing/cast.ts';
import { missingRepositories } from './commands/missing.ts';
import { repositoryPolicy } from './policy.ts';
import { folderOf } from './store/folders.ts';

describe('clone and push', () => {
  test('DL-RP-01, DL-RP-03, DL-RP-09: a repository begins with its first push; developers push branches, reporters nothing', async ({
    build,
    client,
    address,
    call,
  }) => {
    const project = await build.project({ visibility: 'private' });
    const of = async () => (await call('rita', 'GET', `/projects/${project.id}`)).body;
    const empty = await client();
    await empty.must('clone', await address(project, 'rita'), 'copy');
    expect(await of()).toMatchObject({ empty_repo: true, default_branch: null });

    const mina = await client();
    const first = await mina.commit({ 'README.md': '# Plan\n' });
    await mina.must('push', await address(project, 'mina'), 'main');
    expect(await of()).toMatchObject({ empty_repo: false, default_branch: 'main' });

    const dana = await client();
    const url = await address(project, 'dana');
    await dana.must('pull', '--quiet', url, 'main');
    const second = await dana.commit({ 'docs/guide.md': 'text' });
    await dana.must('push', url, 'HEAD:refs/heads/feature');
    // A changed history of a branch that is not the default one.
    await dana.must('commit', '--quiet', '--amend', '--message', 'Better');
    await dana.must('push', '--force', url, 'HEAD:refs/heads/feature');
    expect((await dana.git('push', await address(project, 'rita'), 'HEAD:refs/heads/other')).output).toContain('403');

    const traced = await runGit(dana.folder, ['ls-remote', url], { GIT_TRACE_PACKET: '1' });
    expect(traced.output).toContain('version 2');
    const old = await runGit(dana.folder, ['-c', 'protocol.version=0', 'ls-remote', url], { GIT_TRACE_PACKET: '1' });
    expect(old.output).not.toContain('version 2');
    expect(old.output).toMatch(new RegExp(`${first}\\s+refs/heads/main`));
    expect(old.output).not.toContain(second);
    // Enough known commits that git compresses its request.
    for (let index = 0; index < 40; index += 1) await dana.must('commit', '--quiet', '--allow-empty', '-m', `${index}`);
    await dana.must('-c', 'protocol.version=0', 'fetch', url, 'main');
    await dana.must('fetch', '--depth=1', url, 'feature');
  });

  test('DL-RP-10, DL-RP-11, DL-RP-12, DL-RP-13: the default branch is for maintainers and only moves forward, ref by ref', async ({
    build,
    client,
    address,
    services,
  }) => {
    const project = await build.project({ visibility: 'private' });
    const folder = folderOf(services.dataDir, project.id);
    const work = await client();
    const base = await work.commit({ 'a.txt': 'a' });
    await work.must('push', await address(project, 'mina'), 'main');
    const next = await work.commit({ 'a.txt': 'b' });
    const dana = await address(project, 'dana');
    const heads = async () => (await work.must('ls-remote', dana)).replaceAll('\t', ' ');

    const mixed = await work.git('push', dana, 'main', 'HEAD:refs/heads/feature', 'HEAD:refs/notes/x');
    expect(mixed.code).toBe(1);
    expect(mixed.output).toContain('Only maintainers can push to the default branch. Open a merge request.');
    expect(mixed.output).toMatch(/refs\/notes\/x.*only branches and tags can be pushed/);
    expect(await heads()).toContain(`${base} refs/heads/main`);
    expect(await heads()).toContain(`${next} refs/heads/feature`);
    expect(await heads()).not.toContain('refs/notes');

    // In one push: the default branch forward, another one backward.
    await work.must('push', '--force', await address(project, 'mina'), 'main', `${base}:refs/heads/feature`);
    expect(await heads()).toContain(`${next} refs/heads/main`);
    expect(await heads()).toContain(`${base} refs/heads/feature`);
    for (const who of ['mina', 'ada', 'root'] as const) {
      const url = await address(project, who);
      expect((await work.git('push', '--force', url, `${base}:refs/heads/main`)).output).toContain('non-fast-forward');
      expect((await work.git('push', url, ':refs/heads/main')).output).toContain('default branch cannot be deleted');
      const atomic = await work.git(
        'push',
        '--atomic',
        '--force',
        url,
        `${base}:refs/heads/main`,
        'HEAD:refs/heads/new',
      );
      expect(atomic.code).toBe(1);
    }
    expect(await heads()).toContain(`${next} refs/heads/main`);
    expect(await heads()).not.toContain('refs/heads/new');
    await work.must('push', dana, ':refs/heads/feature', 'HEAD:refs/tags/v1');
    expect(await heads()).not.toContain('refs/heads/feature');

    // Two pushes at once.
    await work.must('push', dana, `${base}:refs/heads/race`);
    const rivals = await Promise.all([client(), client()]);
    for (const rival of rivals) {
      await rival.must('pull', '--quiet', dana, 'race');
      await rival.commit({ 'b.txt': rival.folder });
    }
    const codes = (await Promise.all(rivals.map((rival) => rival.git('push', dana, 'HEAD:refs/heads/race')))).map(
      ({ code }) => code,
    );
    expect(codes.toSorted((one, other) => one - other)).toEqual([0, 1]);
    expect((await runGit(folder, ['fsck', '--full'])).code).toBe(0);
  });

  test('DL-RP-20: the old address of a renamed project redirects those who may see it', async ({
    build,
    client,
    address,
    call,
    send,
  }) => {
    const project = await build.project({ visibility: 'private' });
    const work = await client();
    await work.commit({ 'a.txt': 'a' });
    const before = await address(project, 'mina');
    await work.must('push', before, 'main');
    expect((await call('ada', 'PUT', `/projects/${project.id}`, { path: 'moved-away' })).status).toBe(200);
    await work.must('clone', '--quiet', before, 'copy');
    expect(await readFile(join(work.folder, 'copy/a.txt'), 'utf8')).toBe('a');
    const url = `/${project.fullPath}.git/info/refs?service=git-upload-pack`;
    expect((await send({ url })).status).toBe(401);
  });
});

describe('authentication', () => {
  test('DL-RP-02, DL-RP-05, DL-RP-06, DL-RP-07, DL-RP-08: credentials decide what an address answers', async ({
    build,
    send,
    world,
    client,
    address,
  }) => {
    const hidden = await build.project({ visibility: 'private' });
    const open = await build.project({ visibility: 'public' });
    const password = 'correct horse battery';
    const user = await build.user({ passwordHash: await hashPassword(password) });
    await build.member(hidden, user, 'developer');
    const ask = async (path: string, credentials?: string, service = 'git-upload-pack') => {
      const { status, headers } = await send({
        url: `/${path}.git/info/refs?service=${service}`,
        ...(credentials !== undefined && {
          headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
        }),
      });
      return {
        status,
        type: headers['content-type'],
        asks: headers['www-authenticate'],
        cache: headers['cache-control'],
      };
    };
    const challenge = { status: 401, asks: 'Basic realm="Milepost"' };
    expect(await ask(hidden.fullPath)).toMatchObject(challenge);
    expect(await ask('no/such')).toEqual(await ask(hidden.fullPath));
    const otto = `x:${await tokenFor(world, 'otto')}`;
    expect(await ask(hidden.fullPath, otto)).toMatchObject({ status: 404 });
    expect(await ask('no/such', otto)).toEqual(await ask(hidden.fullPath, otto));
    expect(await ask(hidden.fullPath, `${user.username}:${password}`)).toMatchObject({
      status: 200,
      type: 'application/x-git-upload-pack-advertisement',
      cache: 'no-cache',
    });
    expect(await ask(hidden.fullPath, `${user.username}:wrong`)).toMatchObject(challenge);
    expect(await ask(hidden.fullPath, `x:${await tokenFor(world, 'gwen')}`)).toMatchObject({ status: 403 });

    const scopes = {
      read_repository: [200, 403],
      write_repository: [200, 200],
      api: [200, 200],
      read_api: [403, 403],
      read_user: [403, 403],
    } as const;
    for (const [scope, statuses] of Object.entries(scopes)) {
      const credentials = `any:${await tokenFor(world, 'dana', [scope as keyof typeof scopes])}`;
      const found = [
        (await ask(hidden.fullPath, credentials)).status,
        (await ask(hidden.fullPath, credentials, 'git-receive-pack')).status,
      ];
      expect([scope, ...found]).toEqual([scope, ...statuses]);
    }
    const guarded = await build.user({ passwordHash: await hashPassword(password), hasSecondFactor: true });
    await build.member(hidden, guarded, 'developer');
    const basic = (secret: string) => `Basic ${Buffer.from(`${guarded.username}:${secret}`).toString('base64')}`;
    const refused = await send({
      url: `/${hidden.fullPath}.git/info/refs?service=git-upload-pack`,
      headers: { authorization: basic(password) },
    });
    expect(refused).toMatchObject({ status: 401, body: expect.stringContaining('use an access token') as string });
    // With a wrong password the answer does not tell that there is a second factor.
    const wrong = await send({
      url: `/${hidden.fullPath}.git/info/refs?service=git-upload-pack`,
      headers: { authorization: basic('wrong') },
    });
    expect(wrong.body).not.toContain('second factor');
    expect(await ask(open.fullPath)).toMatchObject({ status: 200 });
    expect(await ask(open.fullPath, undefined, 'git-receive-pack')).toMatchObject(challenge);
    await (await client()).must('clone', '--quiet', await address(open), 'copy');

    expect((await send({ url: `/${open.fullPath}.git/info/refs` })).status).toBe(403);
    for (const path of ['HEAD', 'config', 'objects/info/packs', 'info/refs/..%2f..%2fHEAD', '..%2f..%2fsecret']) {
      expect([path, (await send({ url: `/${open.fullPath}.git/${path}` })).status]).toEqual([path, 404]);
    }
  });
});

/** A push of a commit whose tree has an entry without a name, in the protocol of Git. */
function pushOfEmptyName(blob: string): { type: string; body: Buffer } {
  const tree = Buffer.concat([Buffer.from('100644 \0'), Buffer.from(blob, 'hex')]);
  const idOf = (kind: string, content: Buffer) =>
    createHash('sha1').update(`${kind} ${content.length}\0`).update(content).digest('hex');
  const by = 'Eve <eve@mail.test> 0 +0000';
  const commit = Buffer.from(`tree ${idOf('tree', tree)}\nauthor ${by}\ncommitter ${by}\n\nevil\n`);
  const entry = (kind: 1 | 2, content: Buffer) => {
    const sizes = [(kind << 4) | (content.length & 15) | (content.length > 15 ? 128 : 0)];
    if (content.length > 15) sizes.push(content.length >> 4);
    return Buffer.concat([Buffer.from(sizes), deflateSync(content)]);
  };
  const pack = Buffer.concat([Buffer.from('PACK\0\0\0\u0002\0\0\0\u0002', 'latin1'), entry(1, commit), entry(2, tree)]);
  const line = `${'0'.repeat(40)} ${idOf('commit', commit)} refs/heads/evil\0report-status`;
  const head = `${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`;
  const body = Buffer.concat([Buffer.from(head), pack, createHash('sha1').update(pack).digest()]);
  return { type: 'application/x-git-receive-pack-request', body };
}

/** The paths of the files of a repository, without those of Git's own housekeeping. */
const contentOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((path) => /^(objects|refs|packed-refs)/.test(path)).toSorted();

describe('hostile content and limits', () => {
  test('DL-RP-15, DL-RP-16: bad objects and large pushes are refused, and nothing in a repository runs', async ({
    build,
    client,
    address,
    services,
    call,
    origin,
    world,
  }) => {
    const project = await build.project({ visibility: 'private' });
    const folder = folderOf(services.dataDir, project.id);
    const url = await address(project, 'mina');
    const work = await client();
    const good = await work.commit({ 'a.txt': 'a' });
    await work.must('push', url, 'main');

    const ran = join(work.folder, 'ran');
    await mkdir(join(folder, 'hooks'), { recursive: true });
    for (const hook of ['pre-receive', 'update', 'post-receive', 'post-update', 'reference-transaction']) {
      await writeFile(join(folder, 'hooks', hook), `#!/bin/sh\ntouch ${ran}\n`);
      await chmod(join(folder, 'hooks', hook), 0o755);
    }
    const script = join(folder, 'hooks/update');
    const evil = `[core]\n\thooksPath = ${join(folder, 'hooks')}\n\tfsmonitor = ${script}\n[uploadpack]\n\tpackObjectsHook = ${script}\n`;
    await writeFile(join(folder, 'config'), (await readFile(join(folder, 'config'), 'utf8')) + evil);
    await work.commit({ 'a.txt': 'b' });
    await work.must('push', url, 'main');
    await work.must('clone', '--quiet', url, 'copy');
    expect(await readdir(work.folder)).not.toContain('ran');
    expect(await readFile(join(folder, 'config'), 'utf8')).not.toContain('hooksPath');

    // Trees that no client makes by itself.
    const blob = (await work.must('rev-parse', `${good}:a.txt`)).trim();
    const folderBefore = await contentOf(folder);
    for (const name of ['.git', '..', '.GIT']) {
      const raw = join(work.folder, 'tree');
      await writeFile(raw, Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(blob, 'hex')]));
      const tree = (await work.must('hash-object', '-t', 'tree', '-w', '--literally', raw)).trim();
      const commit = (await work.must('commit-tree', '-m', 'evil', tree)).trim();
      const pushed = await work.git('push', url, `${commit}:refs/heads/evil`);
      expect(pushed.code).toBe(1);
      expect(pushed.output).toContain('unpack');
    }
    // Nor does Git's own client send an empty name.
    const headers = { authorization: `Basic ${Buffer.from(`x:${await tokenFor(world, 'mina')}`).toString('base64')}` };
    const { type, body } = pushOfEmptyName(blob);
    const answer = await fetch(`${origin}/${project.fullPath}.git/git-receive-pack`, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body: new Uint8Array(body),
    });
    expect(await answer.text()).toMatch(/unpack (?!ok)[^]*ng refs\/heads\/evil/);
    // Neither a ref nor an object of it is there.
    expect(await work.must('ls-remote', url)).not.toContain('evil');
    expect(await contentOf(folder)).toEqual(folderBefore);

    const { limits } = services.git;
    Object.assign(limits, { maxPushBytes: 1024 * 1024 });
    await work.commit({ 'large.bin': randomBytes(2 * 1024 * 1024) });
    const large = await work.git('push', url, 'HEAD:refs/heads/large');
    expect(large.output).toContain('the push is larger than the limit of 1 MB');
    Object.assign(limits, { maxPushBytes: Infinity, maxRepositoryBytes: 1024 * 1024 });
    const full = await work.git('push', url, 'HEAD:refs/heads/large');
    expect(full.output).toContain('the repository is larger than its limit of 1 MB');
    Object.assign(limits, { maxRepositoryBytes: Infinity });
    await work.must('push', url, 'HEAD:refs/heads/large');

    await call('ada', 'POST', `/projects/${project.id}/archive`);
    expect((await work.git('push', url, 'HEAD:refs/heads/late')).output).toContain('403');
    await work.must('ls-remote', url);
  });

  test('DL-RP-19: a client that goes away leaves no process and no ref', async ({
    build,
    client,
    address,
    services,
    origin,
    world,
  }) => {
    const project = await build.project({ visibility: 'private' });
    const work = await client();
    await work.commit({ 'a.txt': 'a' });
    await work.must('push', await address(project, 'mina'), 'main');
    const token = Buffer.from(`x:${await tokenFor(world, 'mina')}`).toString('base64');
    const { hostname, port } = new URL(origin);
    const zero = '0'.repeat(40);
    const line = `${zero} ${'1'.repeat(40)} refs/heads/cut\0report-status side-band-64k`;
    const head = `${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`;
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /${project.fullPath}.git/git-receive-pack HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${token}\r\n` +
        `Content-Type: application/x-git-receive-pack-request\r\nContent-Length: 100000\r\n\r\n${head}PACK`,
    );
    await expect.poll(() => services.git.running).toBe(1);
    socket.destroy();
    await expect.poll(() => services.git.running, { timeout: 5_000 }).toBe(0);
    await sleep(50);
    expect(await work.must('ls-remote', await address(project, 'mina'))).not.toContain('cut');
    const objects = await readdir(join(folderOf(services.dataDir, project.id), 'objects'));
    expect(objects.filter((name) => name.startsWith('tmp_objdir'))).toEqual([]);
  });
});

test('DL-PM-01: the code of a private project is for reporters, of others for those who see the project', async ({
  build,
  world,
}) => {
  const readers = async (visibility: 'private' | 'internal' | 'public') => {
    const project = await build.project({ visibility });
    return castNames.filter((name) => repositoryPolicy.read(viewerAs(world, name), project));
  };
  expect(await readers('private')).toEqual(['rita', 'dana', 'mina', 'ada', 'root']);
  expect(await readers('internal')).toEqual(castNames.filter((name) => name !== 'nobody'));
  expect(await readers('public')).toEqual(castNames);
});

test('DL-RP-18: without git, or with one older than 2.30, every repository call answers 503, and everything else works', async ({
  build,
  client,
  address,
  send,
  call,
  ask,
  world,
}) => {
  const project = await build.project({ visibility: 'public' });
  const work = await client();
  await work.commit({ 'a.txt': 'a' });
  await work.must('push', await address(project, 'mina'), 'main', 'HEAD:refs/heads/next', 'HEAD:refs/tags/v1');
  const folder = join(work.folder, 'old');
  await mkdir(folder);
  await writeFile(join(folder, 'git'), '#!/bin/sh\necho git version 2.29.3\n');
  await chmod(join(folder, 'git'), 0o755);

  const credentials = Buffer.from(`x:${await tokenFor(world, 'mina')}`).toString('base64');
  const git = async (method: 'GET' | 'POST', path: string, type?: string) => {
    const headers = { authorization: `Basic ${credentials}`, ...(type !== undefined && { 'content-type': type }) };
    return send({
      method,
      url: `/${project.fullPath}.git/${path}`,
      headers,
      ...(type !== undefined && { payload: '0000' }),
    });
  };
  const services = ['git-upload-pack', 'git-receive-pack'];
  const at = `/projects/${project.id}/repository`;
  const reads = [
    '/tree',
    '/files/a.txt?ref=main',
    '/files/a.txt/raw',
    '/archive.zip',
    '/branches',
    '/branches/main',
    '/tags',
    '/tags/v1',
    '/commits',
    '/commits/main',
    '/commits/main/diff',
    '/commits/main/refs',
    '/compare?from=main&to=next',
  ];
  const everything = async () => [
    ...(await Promise.all(services.map((service) => git('GET', `info/refs?service=${service}`)))),
    ...(await Promise.all(services.map((service) => git('POST', service, `application/x-${service}-request`)))),
    ...(await Promise.all(reads.map((path) => call('mina', 'GET', `${at}${path}`)))),
    await call('mina', 'POST', `${at}/branches`, { branch: 'other', ref: 'main' }),
    await call('mina', 'DELETE', `${at}/branches/next`),
    await call('mina', 'POST', `${at}/tags`, { tag_name: 'v2', ref: 'main' }),
    await call('mina', 'DELETE', `${at}/tags/v1`),
  ];
  const path = process.env['PATH'] ?? '';
  try {
    for (const found of ['/nonexistent', `${folder}:${path}`]) {
      process.env['PATH'] = found;
      forgetGitVersion();
      const answers = await everything();
      expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
        answers.map(() => ({
          status: 503,
          body: { message: 'Git 2.30 or newer is required. Run "milepost doctor".' },
        })),
      );
      expect((await call('nobody', 'GET', `/projects/${project.id}`)).status).toBe(200);
      expect((await call('mina', 'POST', `/projects/${project.id}/issues`, { title: 'Plan' })).status).toBe(201);
      expect((await ask('nobody', `{ project(fullPath: "${project.fullPath}") { id } }`)).errors).toBeUndefined();
    }
  } finally {
    process.env['PATH'] = path;
  }
  // Git that was installed meanwhile is found at once.
  expect((await git('GET', 'info/refs?service=git-upload-pack')).status).toBe(200);
});

test('DL-ER-04: a repository whose folder is missing is unavailable, also for its files', async ({
  build,
  client,
  address,
  services,
  send,
  db,
}) => {
  const project = await build.project({ visibility: 'public' });
  const work = await client();
  await work.commit({ 'a.txt': 'a' });
  await work.must('push', await address(project, 'mina'), 'main');
  const file = { url: `/api/v4/projects/${project.id}/repository/files/a.txt?ref=main` };
  expect((await send(file)).status).toBe(200);
  await rm(folderOf(services.dataDir, project.id), { recursive: true });
  expect(await send(file)).toMatchObject({ status: 503, body: { message: 'The repository is unavailable.' } });
  expect(await send({ url: `/${project.fullPath}.git/info/refs?service=git-upload-pack` })).toMatchObject({
    status: 503,
    body: { message: 'The repository is unavailable.' },
  });
  expect(await missingRepositories(db, services.dataDir)).toEqual([project.fullPath]);
});
