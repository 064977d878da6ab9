import { expect } from 'vitest';
import { test, type Row } from '../../testing/merge-requests.ts';

test('DL-RF-11: a commit with its changed lines and files, the refs that hold it, and the merge requests that bring it', async ({
  newCode,
  call,
}) => {
  const { project, path, branch, work, url } = await newCode();
  const commits = `/projects/${project.id}/repository/commits`;
  const first = await branch('feature', { 'README.md': 'one\ntwo\n', 'new.txt': 'a\nb\n' }, 'First');
  await work.must('checkout', '--quiet', 'feature');
  const second = await work.commit({ 'new.txt': 'b\n' }, 'Second');
  await work.must('push', '--quiet', url, 'feature');
  await work.must('checkout', '--quiet', 'main');
  await branch('other', { 'c.txt': 'c' });
  const wanted = { target_branch: 'main', title: 'A' };
  await call('dana', 'POST', path, { ...wanted, source_branch: 'feature' });
  await call('dana', 'POST', path, { ...wanted, source_branch: 'other' });

  expect((await call<Row>('rita', 'GET', `${commits}/${first}`)).body).toMatchObject({
    id: first,
    stats: { additions: 3, deletions: 0, total: 3 },
  });
  expect((await call<Row>('rita', 'GET', `${commits}/${second}`)).body).toMatchObject({
    stats: { additions: 0, deletions: 1, total: 1 },
  });
  expect((await call<Row[]>('rita', 'GET', `${commits}/${first}/diff`)).body).toMatchObject([
    { new_path: 'README.md', new_file: false },
    { new_path: 'new.txt', new_file: true, diff: '@@ -0,0 +1,2 @@\n+a\n+b\n' },
  ]);
  await work.must('tag', 'v1', second);
  await work.must('push', '--quiet', url, 'v1');
  expect((await call<Row[]>('rita', 'GET', `${commits}/${first}/refs`)).body).toEqual([
    { type: 'branch', name: 'feature' },
    { type: 'tag', name: 'v1' },
  ]);
  const requestsOf = async (sha: string) =>
    (await call<Row[]>('rita', 'GET', `${commits}/${sha}/merge_requests`)).body.map(({ iid }) => iid);
  const base = (await work.must('rev-parse', 'main')).trim();
  expect([await requestsOf(first), await requestsOf(second), await requestsOf(base)]).toEqual([[1], [1], []]);
  const { body } = await call<Row>('mina', 'PUT', `${path}/1/merge`, { should_remove_source_branch: true });
  for (const sha of [first, second, body.merge_commit_sha ?? '']) expect(await requestsOf(sha)).toEqual([1]);
  expect(await requestsOf(base)).toEqual([]);
  // Those who may not read the code see none of it.
  for (const who of ['gwen', 'otto', 'nobody'] as const) {
    const { status } = await call(who, 'GET', `${commits}/${first}/merge_requests`);
    expect([who, [401, 403, 404].includes(status)]).toEqual([who, true]);
  }
});

test('DL-RF-15: a large diff is cut and says so, with few processes', async ({ newCode, call, services }) => {
  const { project, path, branch } = await newCode();
  const text = (bytes: number): string => `${'x'.repeat(63)}\n`.repeat(bytes / 64);
  const many = Object.fromEntries(Array.from({ length: 1_100 }, (_, index) => [`many/${index}.txt`, `${index}\n`]));
  const heavy = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`heavy/${index}.txt`, text(190_000)]));
  await branch('many', { 'a-large.txt': text(300_000), ...many });
  const sha = await branch('heavy', heavy);
  const read = async <Body>(address: string, input?: object): Promise<Body> => {
    const before = services.git.started;
    const { status, body } = await call<Body>('dana', 'GET', address, input);
    expect(status).toBe(200);
    expect(services.git.started - before).toBeLessThanOrEqual(6);
    expect(JSON.stringify(body).length).toBeLessThan(25_000_000);
    return body;
  };
  interface Changed {
    overflow: boolean;
    changes: { new_path: string; too_large: boolean; collapsed: boolean; diff: string }[];
  }
  for (const name of ['many', 'heavy']) {
    await call('dana', 'POST', path, { source_branch: name, target_branch: 'main', title: name });
  }
  const first = await read<Changed>(`${path}/1/changes`);
  expect(first.overflow).toBe(true);
  expect(first.changes).toHaveLength(1_000);
  expect(first.changes[0]).toMatchObject({ new_path: 'a-large.txt', too_large: true, diff: '' });
  expect(first.changes[1]).toMatchObject({ too_large: false, collapsed: false });
  const second = await read<Changed>(`${path}/2/changes`);
  expect(second.changes).toHaveLength(120);
  expect(second.changes[0]).toMatchObject({ collapsed: false });
  expect(second.changes.at(-1)).toMatchObject({ collapsed: true, diff: '' });
  const repository = `/projects/${project.id}/repository`;
  const compared = await read<{ overflow: boolean; diffs: object[] }>(`${repository}/compare`, {
    from: 'main',
    to: 'many',
  });
  expect(compared).toMatchObject({ overflow: true });
  expect(compared.diffs).toHaveLength(1_000);
  const listed = await read<Changed['changes']>(`${repository}/commits/${sha}/diff`, { per_page: 100, page: 2 });
  expect(listed.at(-1)).toMatchObject({ collapsed: true });
});
