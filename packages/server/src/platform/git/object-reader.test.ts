import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test } from '../../testing/git.ts';

test('a reader that makes room for other repositories completes what it was asked before', async ({
  client,
  services,
}) => {
  const size = 40_000_000;
  const large = await client();
  await large.commit({ 'large.bin': randomBytes(size) });
  const folderOf = ({ folder }: { folder: string }) => join(folder, '.git');
  const others: { folder: string; commit: string }[] = [];
  for (let index = 0; index < 9; index += 1) {
    const work = await client();
    others.push({ folder: folderOf(work), commit: await work.commit({ 'a.txt': `${index}` }) });
  }
  const { objects } = services.git;
  const info = await objects.info(folderOf(large), 'HEAD:large.bin');
  const reading = objects.read(folderOf(large), info?.oid ?? '', size);
  // Its content is on its way when the others need their readers.
  await objects.info(folderOf(large), 'HEAD');
  const again = objects.read(folderOf(large), info?.oid ?? '', size);
  const found = await Promise.all(others.map(({ folder, commit }) => objects.info(folder, commit)));
  expect(found.map((each) => each?.oid)).toEqual(others.map(({ commit }) => commit));
  expect((await reading)?.content).toHaveLength(size);
  expect((await again)?.content).toHaveLength(size);
});
