import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test } from '../../testing/merge-requests.ts';
import { folderOf } from './store/folders.ts';

test('DL-RF-16: with 100,000 refs the first page of branches answers within 500 ms, and one branch is cloned', async ({
  newCode,
  call,
  services,
}) => {
  const { project, work, url } = await newCode();
  const head = (await work.must('rev-parse', 'main')).trim();
  const names = Array.from({ length: 100_000 }, (_, index) => `refs/heads/many/${String(index).padStart(6, '0')}`);
  const lines = ['# pack-refs with: peeled fully-peeled sorted ', ...names.map((name) => `${head} ${name}`)];
  await writeFile(join(folderOf(services.dataDir, project.id), 'packed-refs'), `${lines.join('\n')}\n`);
  const path = `/projects/${project.id}/repository/branches`;
  const times: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const began = performance.now();
    const { status, headers, body } = await call<unknown[]>('rita', 'GET', path);
    times.push(performance.now() - began);
    expect([status, headers['x-total'], body.length]).toEqual([200, '100001', 20]);
  }
  // The best of five: other tests share the machine.
  expect(Math.min(...times)).toBeLessThan(500);
  await work.must('clone', '--quiet', '--single-branch', '--branch', 'many/099999', url, 'one');
  expect(await work.must('-C', 'one', 'branch', '--all')).not.toContain('many/000000');
});
