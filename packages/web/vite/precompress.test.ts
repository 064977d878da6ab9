import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { precompress } from './precompress.ts';

async function buildOf(code: string): Promise<string[]> {
  const root = await mkdtemp(path.join(tmpdir(), 'precompress-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await writeFile(path.join(root, 'main.js'), code);
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [precompress()],
    build: { lib: { entry: 'main.js', formats: ['es'], fileName: () => 'main.js' } },
  });
  return readdir(path.join(root, 'dist'));
}

test('every text file of a build is compressed', async () => {
  const names = await buildOf('export const answer = 42;');
  expect(names.toSorted()).toEqual(['main.js', 'main.js.br', 'main.js.gz']);
});

test('a failed build reports its own error', async () => {
  await expect(buildOf("import './missing.js';")).rejects.toThrow(/missing\.js/);
});
