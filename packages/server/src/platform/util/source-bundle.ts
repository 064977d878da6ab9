import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Esbuild from 'esbuild';

/*
 * For development and tests only: a TypeScript source and all that it imports as one file of JavaScript, for child processes.
 * Loading the sources one by one through a module loader takes ten times as long, in each of them.
 */

const folder = join(import.meta.dirname, '../../../../../.cache/bundles');
const require = createRequire(import.meta.url);

/** Options of esbuild: sources of this repository are in the bundle, packages are not. */
export function bundleOptions(source: string): Esbuild.BuildOptions & { write: false } {
  const { dependencies } = require('../../../package.json') as { dependencies: Readonly<Record<string, string>> };
  return {
    entryPoints: [source],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: `node${process.versions.node}`,
    conditions: ['source'],
    external: Object.keys(dependencies).filter((name) => !name.startsWith('@milepost/')),
    logLevel: 'error',
  };
}

/** Writes a bundle, and returns its path. It is named after its content, so that processes which write at the same time agree. */
export function storeBundle(source: string, [bundle]: readonly Esbuild.OutputFile[]): string {
  const content = bundle?.contents ?? new Uint8Array();
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const file = join(folder, `${basename(source, '.ts')}-${hash}.mjs`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, content);
  renameSync(`${file}.${process.pid}`, file);
  removeOldBundles();
  return file;
}

const MAX_AGE_MS = 24 * 60 * 60 * 1000;

function removeOldBundles(): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const { mtimeMs = Infinity } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > MAX_AGE_MS) rmSync(path, { force: true });
  }
}

const bundled = new Map<string, string>();

/** The path of the bundle of a child's source, which this process makes once. Its files share the address of the first one. */
export function bundleOfChild(source: string): string {
  const known = bundled.get(source);
  if (known) return known;
  const { buildSync } = require('esbuild') as typeof Esbuild;
  const define = { 'import.meta.url': JSON.stringify(pathToFileURL(source).href) };
  const { outputFiles } = buildSync({ ...bundleOptions(source), define });
  const made = storeBundle(source, outputFiles);
  bundled.set(source, made);
  return made;
}
