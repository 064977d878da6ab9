import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { fail, run, say, tool } from './run.mjs';
import { fingerprint, isFresh, markFresh } from './stale.mjs';

const GENERATED = 'packages/web/src/gen';
const configs = ['package-lock.json', 'tsconfig.base.json'];

/**
 * A build step: its inputs, outputs and command.
 * @typedef {{ name: string, from: string[], except?: string[], makes: string, title: string, work: () => Promise<number> }} Step
 */

/** @type {Step} */
const server = {
  name: 'server',
  title: 'the server',
  from: [
    ...configs,
    'packages/core/package.json',
    'packages/core/tsconfig.json',
    'packages/core/tsconfig.build.json',
    'packages/core/src',
    'packages/server/package.json',
    'packages/server/tsconfig.json',
    'packages/server/tsconfig.build.json',
    'packages/server/src',
    'scripts/lib/bundle.mjs',
  ],
  makes: 'packages/server/dist/bundle/main.js',
  // Types are checked by `npm run check`, as those of the web application are; checking them here too takes four fifths of the time.
  work: async () => {
    const code = await run(tool('tsc'), ['-b', 'packages/server/tsconfig.build.json', '--noCheck']);
    // It imports a package, and this file is read before packages are installed.
    return code || (await import('./bundle.mjs')).bundleServer();
  },
};

/** @type {Step} */
const documents = {
  name: 'documents',
  title: 'GraphQL documents',
  from: [
    'package-lock.json',
    'docs/api/schema.graphql',
    'scripts/generate-documents.ts',
    'scripts/filter-arguments.ts',
    'packages/core/src/filters',
    'packages/web/src',
  ],
  except: [GENERATED],
  makes: `${GENERATED}/graphql.ts`,
  work: () => run(tool('tsx'), ['scripts/generate-documents.ts']),
};

/** @type {Step} */
const web = {
  name: 'web',
  title: 'the web application',
  from: [...configs, 'packages/core/package.json', 'packages/core/src', 'packages/web'],
  except: [
    'packages/web/dist',
    'packages/web/diagrams',
    'packages/web/node_modules',
    'packages/web/tsconfig.tsbuildinfo',
  ],
  makes: 'packages/web/dist/index.html',
  work: () => run(tool('vite'), ['build', '--logLevel', 'warn', '--config', 'packages/web/vite.config.ts']),
};

/** @type {Step} */
const diagrams = {
  name: 'diagrams',
  title: 'the frame that draws diagrams',
  from: [
    ...configs,
    'packages/web/vite.diagrams.config.ts',
    'packages/web/vite/precompress.ts',
    'packages/web/diagrams',
    'packages/web/src/modules/work-items/diagrams/protocol.ts',
  ],
  except: ['packages/web/diagrams/dist'],
  makes: 'packages/web/diagrams/dist/frame.html',
  work: () => run(tool('vite'), ['build', '--logLevel', 'warn', '--config', 'packages/web/vite.diagrams.config.ts']),
};

/** Builds what is stale. Ends the process when a step fails. */
export async function ensureBuilt() {
  const failed = await build();
  if (failed.length > 0) fail(`Could not build ${failed.join(' and ')}: see above.`);
}

/**
 * Builds what is stale, with independent steps in parallel.
 * @returns {Promise<string[]>} what failed, in words
 */
export async function build() {
  const isTheServerBuilt = ensure(server);
  const failed = [];
  if (!(await ensure(documents))) failed.push(documents.title);
  else if (!(await ensure(web))) failed.push(web.title);
  if (!(await ensure(diagrams))) failed.push(diagrams.title);
  if (!(await isTheServerBuilt)) failed.push(server.title);
  return failed;
}

/** The generated documents alone, which types and tests of the web application need. */
export function ensureDocuments() {
  return ensure(documents);
}

/** @param {Step} step */
async function ensure(step) {
  const print = fingerprint(step.from, step.except);
  if (isFresh(step.name, print) && existsSync(join(root, step.makes))) return true;
  say(`Building ${step.title} …`);
  if ((await step.work()) !== 0) return false;
  markFresh(step.name, print);
  return true;
}
