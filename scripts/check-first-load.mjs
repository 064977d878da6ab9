// The code that a page loads before it shows anything, which delays every first visit. Reads the build's output, so it runs
// after the build.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/root.mjs';

const dist = join(root, 'packages/web/dist');
/**
 * In kB (1,000 bytes) of gzip, by the pattern of the page's address: docs/decisions/0155. A limit is raised only for what the page shows at
 * first, such as the first paint of an overview (docs/decisions/0471), by no more than that takes. The history of this file says for what.
 */
const most = {
  '/-/roadmap$': 190.2,
  '/-/issues/[0-9]+$': 195.6,
  '/-/epics/[0-9]+$': 195.8,
  '/-/issues$': 190.2,
  '/-/epics$': 189.6,
};

/** The script that runs before the first paint of every page: the first bars of a roadmap wait for all of it. */
const mostOfHeadStart = 30.1;

/** @typedef {{ path: string, headStart: string, modules: string[] }} Preload */

const html = readFileSync(join(dist, 'index.html'), 'utf8');
const everyPage = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file ?? '');
/** @type {Preload[]} */
const pages = JSON.parse(readFileSync(join(dist, 'preloads.json'), 'utf8'));

for (const [path, kilobytes] of Object.entries(most)) {
  const page = pages.find((each) => each.path === path);
  if (!page) fail(`The build names no files for ${path}: packages/web/vite.config.ts`);
  else {
    const files = [...new Set([...everyPage, page.headStart, ...page.modules])];
    const sizes = files.map((file) => ({ file, size: statSync(join(dist, `${file}.gz`)).size }));
    const sum = sizes.reduce((all, { size }) => all + size, 0);
    console.log(`${path} ${inKilobytes(sum)} of ${kilobytes} kB`);
    if (sum > kilobytes * 1_000) {
      fail(
        `The first load of ${path} has grown to ${inKilobytes(sum)} kB, and may have ${kilobytes}. Its files, in kB:\n` +
          sizes
            .toSorted((one, other) => other.size - one.size)
            .map(({ file, size }) => `  ${inKilobytes(size)} ${file}`)
            .join('\n') +
          '\nLoad what the first paint does not show with lazy() or preloaded() (packages/web/src/platform/loading/preloaded.tsx).',
      );
    }
  }
}

const [headStart] = new Set(pages.map((page) => page.headStart));
if (headStart !== undefined) {
  const size = statSync(join(dist, `${headStart}.gz`)).size;
  console.log(`${headStart} ${inKilobytes(size)} of ${mostOfHeadStart} kB`);
  if (size > mostOfHeadStart * 1_000) {
    fail(
      `The head start has grown to ${inKilobytes(size)} kB, and may have ${mostOfHeadStart}. It holds whole modules: move what ` +
        'the first paint does not use into modules of its own (docs/decisions/0063).',
    );
  }
}

/** @param {number} bytes */
function inKilobytes(bytes) {
  return (bytes / 1_000).toFixed(1);
}

/** @param {string} reason */
function fail(reason) {
  console.error(reason);
  process.exitCode = 1;
}
