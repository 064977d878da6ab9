import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

const SUFFIX = '.bench.ts';

/**
 * The benchmarks of a checkout: their names, and their files relative to it. Subfolders hold benchmarks of one subject.
 * @param {string} checkout
 * @returns {Map<string, string>}
 */
export function benchmarksIn(checkout) {
  const folder = join(checkout, 'e2e/bench');
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const found = files.filter((file) => file.endsWith(SUFFIX)).toSorted();
  return new Map(found.map((file) => [basename(file, SUFFIX), join('e2e/bench', file)]));
}
