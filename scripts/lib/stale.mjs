import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const folder = join(root, '.cache/built');

/**
 * A fingerprint of files and whole folders, by their contents: a checkout that only changed file times builds nothing.
 * @param {readonly string[]} paths from the root; what is not there counts as empty
 * @param {readonly string[]} [except] paths that begin like this are left out
 */
export function fingerprint(paths, except = []) {
  const hash = createHash('sha256').update(process.version);
  for (const file of paths.flatMap(filesOf).toSorted()) {
    if (except.some((beginning) => file.startsWith(beginning))) continue;
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * Whether a step was finished for this very fingerprint.
 * @param {string} step
 * @param {string} print
 */
export function isFresh(step, print) {
  try {
    return readFileSync(join(folder, step), 'utf8') === print;
  } catch {
    return false;
  }
}

/**
 * @param {string} step
 * @param {string} print
 */
export function markFresh(step, print) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, step), print);
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
