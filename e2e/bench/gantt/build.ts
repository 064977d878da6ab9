import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Subject } from './subject.ts';
import { packages, rowsModule, subjects } from './subjects.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Where the components and their pages are stored: kept between runs, outside the project's own packages. */
const workFolder = join(root, '.cache/gantt');

/**
 * Installs the measured components, unless they are installed, and builds one page for each. Returns the folder of the pages.
 */
export async function buildPages(): Promise<string> {
  mkdirSync(join(workFolder, 'src'), { recursive: true });
  await install();
  writeFileSync(join(workFolder, 'src/rows.js'), rowsModule);
  for (const [index, subject] of subjects.entries()) {
    writeFileSync(join(workFolder, `src/subject-${index}.js`), subject.code);
    writeFileSync(join(workFolder, `src/page-${index}.js`), pageModule(index));
    writeFileSync(join(workFolder, `page-${index}.html`), pageOf(index));
  }
  for (const build of ['ours', 'plain'] as const) {
    const config = `vite.${build}.mjs`;
    writeFileSync(join(workFolder, config), viteConfig(build));
    await run(join(root, 'node_modules/.bin/vite'), ['build', '--logLevel', 'error', '--config', config]);
  }
  return join(workFolder, 'dist');
}

/** The URL of a subject's page, relative to that folder. */
export function pathOf(subject: Subject): string {
  return `${subject.build}/page-${subjects.indexOf(subject)}.html`;
}

async function install(): Promise<void> {
  const names = Object.keys(packages);
  const wanted = JSON.stringify({ private: true, dependencies: packages }, null, 2);
  writeFileSync(join(workFolder, 'package.json'), wanted);
  if (names.every((name) => existsSync(join(workFolder, 'node_modules', name)))) return;
  console.log('Installing the components to compare with, once …');
  await run('npm', ['install', '--no-audit', '--no-fund', '--legacy-peer-deps', '--no-package-lock']);
}

/** The page creates the rows and waits for `window.start()`, which draws them. */
function pageModule(index: number): string {
  return `
import * as subject from './subject-${index}.js';
import { makeRows } from './rows.js';
const rows = makeRows(Number(new URLSearchParams(location.search).get('rows')));
const data = subject.prepare ? subject.prepare(rows) : rows;
window.start = () => subject.mount(document.getElementById('chart'), data);
window.isReady = true;
`;
}

function pageOf(index: number): string {
  return `<!doctype html><meta charset="utf-8"><title>Rows</title>
<style>body { margin: 0; overflow: hidden }</style>
<div id="chart"></div><script type="module" src="/src/page-${index}.js"></script>`;
}

/**
 * All share the project's React. Milepost is built as in production: persisted documents by hash, functions compiled ahead of time.
 */
function viteConfig(build: Subject['build']): string {
  const alias = {
    '@web': join(root, 'packages/web/src'),
    '@milepost/core': join(root, 'packages/core/src'),
    react: join(root, 'node_modules/react'),
    'react-dom': join(root, 'node_modules/react-dom'),
  };
  const input = subjects.flatMap((subject, index) =>
    subject.build === build ? join(workFolder, `page-${index}.html`) : [],
  );
  const output = build === 'ours' ? { postBanner: '//# allFunctionsCalledOnLoad' } : {};
  return `
import { persistedDocuments } from ${JSON.stringify(join(root, 'packages/web/vite/persisted-documents.ts'))};
export default {
  root: ${JSON.stringify(workFolder)},
  base: '/${build}/',
  resolve: {
    alias: ${JSON.stringify(alias)},
    extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    dedupe: ['react', 'react-dom'],
  },
  plugins: [persistedDocuments(${JSON.stringify(join(root, 'packages/web/src/gen/persisted-documents.json'))})],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 5000,
    outDir: 'dist/${build}',
    emptyOutDir: true,
    rolldownOptions: { input: ${JSON.stringify(input)}, output: ${JSON.stringify(output)} },
  },
};
`;
}

function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: workFolder, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`))));
  });
}
