import { readdir } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { test as base } from '../../testing/merge-requests.ts';
import { folderOf } from './store/folders.ts';

interface Written {
  file_path: string;
  branch: string;
}
interface MadeCommit {
  id: string;
  title: string;
  author_name: string;
  committer_email: string;
  parent_ids: string[];
  stats: { additions: number; deletions: number; total: number };
}

const test = base.extend('code', async ({ newCode, call, services }) => {
  const made = await newCode();
  const path = `/projects/${made.project.id}/repository`;
  const file = (name: string) => `${path}/files/${encodeURIComponent(name)}`;
  const contentOf = async (name: string, ref: string) =>
    (await call<string>('rita', 'GET', `${file(name)}/raw`, { ref })).body;
  const treeOf = async (ref: string) =>
    (await call<{ path: string; mode: string }[]>('rita', 'GET', `${path}/tree`, { ref, recursive: true })).body.map(
      (entry) => `${entry.mode} ${entry.path}`,
    );
  const clean = async () => {
    await made.work.must('clone', '--quiet', made.url, 'checked');
    await made.work.must('-C', 'checked', 'fsck', '--full', '--strict');
    const names = await readdir(folderOf(services.dataDir, made.project.id));
    expect(names.filter((name) => name.startsWith('index'))).toEqual([]);
  };
  return { ...made, path, file, contentOf, treeOf, clean };
});

const about = { commit_message: 'Change a file' };

describe('file writes over REST', () => {
  test('DL-RF-05: files are created, changed and deleted, each in a commit', async ({ code, call }) => {
    const branch = 'topic/one';
    const create = { ...about, branch, start_branch: 'main', content: 'a\n' };
    const created = await call<Written>('dana', 'POST', code.file('src/a b.txt'), create);
    expect(created).toMatchObject({ status: 201, body: { file_path: 'src/a b.txt', branch } });
    expect(await code.contentOf('src/a b.txt', branch)).toBe('a\n');
    const again = await call('dana', 'POST', code.file('src/a b.txt'), { ...create, start_branch: branch });
    expect(again).toMatchObject({ status: 400, body: { message: 'A file with this name already exists' } });

    const binary = Buffer.from([0, 255, 10]).toString('base64');
    const update = { ...about, branch, content: binary, encoding: 'base64', execute_filemode: true };
    const updated = await call<Written>('dana', 'PUT', code.file('src/a b.txt'), update);
    expect(updated).toMatchObject({ status: 200, body: { file_path: 'src/a b.txt', branch } });
    const read = await call<Record<string, unknown>>('rita', 'GET', code.file('src/a b.txt'), { ref: branch });
    expect(read.body).toMatchObject({ content: binary, execute_filemode: true });
    const missing = await call('dana', 'PUT', code.file('none'), update);
    expect(missing).toMatchObject({ status: 400, body: { message: "A file with this name doesn't exist" } });

    // Somebody else changes the file meanwhile.
    const seen = read.body['last_commit_id'] as string;
    const other = { ...about, branch, content: 'b\n', last_commit_id: seen };
    expect((await call('mina', 'PUT', code.file('src/a b.txt'), other)).status).toBe(200);
    const message = 'You are attempting to update a file that has changed since you started editing it.';
    for (const verb of ['PUT', 'DELETE'] as const) {
      const stale = await call('dana', verb, code.file('src/a b.txt'), { ...other, content: 'c\n' });
      expect(stale).toMatchObject({ status: 400, body: { message } });
    }
    expect(await code.contentOf('src/a b.txt', branch)).toBe('b\n');

    const removed = await call('dana', 'DELETE', code.file('src/a b.txt'), { ...about, branch });
    expect([removed.status, removed.body]).toEqual([204, null]);
    expect(await code.treeOf(branch)).toEqual(await code.treeOf('main'));
    await code.clean();
  });

  test('DL-RF-05: several actions are one commit, or none', async ({ code, call }) => {
    const main = (await code.work.must('rev-parse', 'main')).trim();
    const commit = (input: object) =>
      call<MadeCommit>('dana', 'POST', `${code.path}/commits`, { ...about, branch: 'many', ...input });
    const made = await commit({
      start_sha: main,
      author_name: 'Ada',
      author_email: 'ada@elsewhere.test',
      actions: [
        { action: 'create', file_path: 'one.txt', content: '1\n2\n' },
        { action: 'update', file_path: 'README.md', content: 'two\n' },
        { action: 'move', file_path: 'handbook', previous_path: 'docs/guide.md' },
        { action: 'chmod', file_path: 'one.txt', execute_filemode: true },
      ],
    });
    expect(made).toMatchObject({
      status: 201,
      body: {
        title: 'Change a file',
        author_name: 'Ada',
        committer_email: 'dana@milepost.test',
        parent_ids: [main],
        stats: { additions: 3, deletions: 1, total: 4 },
      },
    });
    const tree = ['100755 one.txt', '100644 README.md', '100644 handbook'];
    expect((await code.treeOf('many')).toSorted()).toEqual(tree.toSorted());
    // A file makes room for a folder of its name.
    const turned = await commit({
      actions: [
        { action: 'delete', file_path: 'handbook' },
        { action: 'create', file_path: 'handbook/index.md', content: 'x' },
      ],
    });
    expect(turned.status).toBe(201);
    const head = turned.body.id;
    for (const [actions, status] of [
      [[], 400],
      [
        [
          { action: 'create', file_path: 'two.txt', content: '' },
          { action: 'delete', file_path: 'none' },
        ],
        400,
      ],
      [[{ action: 'create', file_path: 'README.md/x', content: '' }], 400],
      [
        [
          { action: 'create', file_path: 'x/y', content: '' },
          { action: 'create', file_path: 'x', content: '' },
        ],
        400,
      ],
      [[{ action: 'create', file_path: 'one.txt', content: '' }], 400],
      [[{ action: 'paint', file_path: 'one.txt' }], 400],
      [[{ action: 'create', file_path: '.git/config', content: '' }], 400],
      [[{ action: 'create', file_path: 'git~1/config', content: '' }], 400],
      [[{ action: 'create', file_path: 'a/.gitmodules', content: '' }], 400],
      [[{ action: 'create', file_path: '../x', content: '' }], 400],
      [[{ action: 'create', file_path: 'x', content: '?', encoding: 'base64' }], 400],
    ] as const) {
      expect([actions, (await commit({ actions })).status]).toEqual([actions, status]);
    }
    const action = { action: 'create', file_path: 'new.txt', content: '' };
    for (const input of [
      { branch: 'none' },
      { branch: 'new', start_branch: 'none' },
      { branch: 'many', start_branch: 'main' },
      { branch: '-x', start_branch: 'main' },
      { branch: 'a..b', start_branch: 'main' },
      { branch: 'new', start_branch: 'main', commit_message: '' },
    ]) {
      expect([input, (await commit({ ...input, actions: [action] })).status]).toEqual([input, 400]);
    }
    expect((await code.work.must('ls-remote', code.url, 'refs/heads/many')).slice(0, 40)).toBe(head);
    await code.clean();
  });

  test('DL-RF-05: the rules of pushes hold: roles, the default branch, sizes and closing words', async ({
    code,
    build,
    call,
    services,
  }) => {
    const issue = await build.issue({ project: code.project });
    const write = (who: 'rita' | 'dana' | 'mina' | 'otto' | 'nobody', name: string, fields: object = {}) =>
      call<{ message: string }>(who, 'POST', code.file(name), { ...about, branch: 'main', content: 'x', ...fields });
    expect((await write('nobody', 'a')).status).toBe(401);
    expect((await write('otto', 'a')).status).toBe(404);
    expect((await write('rita', 'a')).status).toBe(403);
    const refused = 'Only maintainers can push to the default branch. Open a merge request.';
    expect(await write('dana', 'a')).toMatchObject({ status: 403, body: { message: refused } });
    expect(await code.treeOf('main')).not.toContain('100644 a');
    const closing = { commit_message: `Closes #${issue.iid}` };
    expect((await write('mina', 'a', closing)).status).toBe(201);
    const at = `/projects/${code.project.id}/issues/${issue.iid}`;
    expect((await call<{ state: string }>('mina', 'GET', at)).body.state).toBe('closed');

    // Five at the same time: each is in the history.
    const names = ['b', 'c', 'd', 'e', 'f'];
    const answers = await Promise.all(names.map((name) => write('mina', name)));
    const done = names.filter((_name, index) => answers[index]?.status === 201);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(done.length).toBeGreaterThan(1);
    expect((await code.treeOf('main')).filter((each) => /^100644 [b-f]$/.test(each))).toHaveLength(done.length);

    const { limits } = services.git;
    const before = limits.maxPushBytes;
    Object.assign(limits, { maxPushBytes: 1024 * 1024 });
    const large = await write('mina', 'large', { content: 'x'.repeat(1024 * 1024 + 1) });
    Object.assign(limits, { maxPushBytes: before });
    expect(large).toMatchObject({ status: 400, body: { message: 'the push is larger than the limit of 1 MB' } });
    await code.clean();
  });

  test('DL-RF-05: the first commit of an empty repository', async ({ build, call }) => {
    const project = await build.project({ visibility: 'private' });
    const path = `/projects/${project.id}`;
    const input = { ...about, content: 'x', branch: 'main' };
    expect((await call('dana', 'POST', `${path}/repository/files/a`, input)).status).toBe(403);
    expect((await call('mina', 'POST', `${path}/repository/files/a`, input)).status).toBe(201);
    const { body } = await call('mina', 'GET', path);
    expect(body).toMatchObject({ empty_repo: false, default_branch: 'main' });
  });
});

test('DL-RF-05: a project begins with a README when its creation asks for one', async ({ build, call }) => {
  const group = await build.group();
  const wanted = { name: 'Harbor', namespace_id: group.id, initialize_with_readme: true };
  for (const [fields, branch] of [
    [{ path: 'harbor' }, 'main'],
    [{ path: 'harbor-two', name: 'Harbor two', default_branch: 'trunk' }, 'trunk'],
  ] as const) {
    const made = await call<{ id: number; name: string }>('ada', 'POST', '/projects', { ...wanted, ...fields });
    expect(made).toMatchObject({ status: 201, body: { default_branch: branch, empty_repo: false } });
    const readme = `/projects/${made.body.id}/repository/files/README.md/raw`;
    expect((await call<string>('ada', 'GET', readme)).body).toBe(`# ${made.body.name}\n`);
  }
  const byDeveloper = await call('dana', 'POST', '/projects', { ...wanted, path: 'dev' });
  expect(byDeveloper).toMatchObject({ status: 201, body: { default_branch: 'main' } });
  const refused = await call('ada', 'POST', '/projects', { ...wanted, path: 'refused', default_branch: 'a..b' });
  expect(refused.status).toBe(400);
  expect((await call('ada', 'GET', `/projects/${encodeURIComponent(`${group.fullPath}/refused`)}`)).status).toBe(404);
  const empty = await call('ada', 'POST', '/projects', { ...wanted, path: 'bare', initialize_with_readme: false });
  expect(empty.body).toMatchObject({ default_branch: null, empty_repo: true });
});
