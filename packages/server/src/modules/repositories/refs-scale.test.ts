import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test } from '../../testing/merge-requests.ts';
import { folderOf } from './store/folders.ts';

test('DL-RF-16: with 100,000 refs the first page of branches takes two processes and as many statements as with one, and one branch is cloned', async ({
  newCode,
  call,
  services,
  statements,
}) => {
  const { project, work, url } = await newCode();
  const head = (await work.must('rev-parse', 'main')).trim();
  const names = Array.from({ length: 100_000 }, (_, index) => `refs/heads/many/${String(index).padStart(6, '0')}`);
  const lines = ['# pack-refs with: peeled fully-peeled sorted ', ...names.map((name) => `${head} ${name}`)];
  const path = `/projects/${project.id}/repository/branches`;
  const page = async () => {
    const before = services.git.started;
    statements.splice(0);
    const { status, headers, body } = await call<unknown[]>('rita', 'GET', path);
    const { length } = body;
    return {
      status,
      total: headers['x-total'],
      length,
      processes: services.git.started - before,
      sql: [...statements],
    };
  };
  // Begins the process that reads objects.
  await page();
  const { processes, ...few } = await page();
  expect(processes).toBeLessThanOrEqual(2);
  await writeFile(join(folderOf(services.dataDir, project.id), 'packed-refs'), `${lines.join('\n')}\n`);
  const { processes: withMany, ...many } = await page();
  expect(withMany).toBeLessThanOrEqual(2);
  expect(many).toEqual({ ...few, total: '100001', length: 20 });
  await work.must('clone', '--quiet', '--single-branch', '--branch', 'many/099999', url, 'one');
  expect(await work.must('-C', 'one', 'branch', '--all')).not.toContain('many/000000');
});
