import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { cyclicEdges, importsWithin, sourceFiles } from './grid.ts';
import { modules } from './modules.ts';

const MAX_FILES_IN_FOLDER = 30;
const MAX_LINES = 300;

const root = join(import.meta.dirname, '..');
const rooms = modules.map((module) => module.name);

test('every room is listed in app/modules.ts', () => {
  expect(readdirSync(join(root, 'modules')).sort()).toEqual([...rooms].sort());
});

test('every file of a room is in a column', () => {
  const strays = importsWithin(join(root, 'modules'), rooms)
    .map((each) => each.from)
    .filter((position) => position.column < 0)
    .map((position) => position.path);
  expect([...new Set(strays)]).toEqual([]);
});

test('imports point down and left', () => {
  const broken = importsWithin(join(root, 'modules'), rooms)
    .filter(({ to }) => to.row >= 0)
    .filter(
      ({ from, to }) => to.row > from.row || (to.row === from.row ? to.column > from.column : to.column > from.column),
    )
    .map(({ from, to }) => `${from.path} must not import ${to.path}`);
  expect(broken).toEqual([]);
});

test('rooms, folders and files form no import cycle', () => {
  const edges = [root, join(root, '../../core/src')].flatMap((folder) =>
    importsWithin(folder, []).map(({ from, to }) => [from.path, to.path] as const),
  );
  const cyclesBetween = (unitOf: (path: string) => string): string[] => {
    const pairs = edges.map(([from, to]) => [unitOf(from), unitOf(to)] as const).filter(([from, to]) => from !== to);
    return [...new Set(cyclicEdges(pairs).map(([from, to]) => `${from} imports ${to}`))];
  };
  expect(cyclesBetween((path) => path)).toEqual([]);
  expect(cyclesBetween(folderOf)).toEqual([]);
  expect(cyclesBetween((path) => /^modules\/[^/]+/.exec(path)?.[0] ?? folderOf(path))).toEqual([]);
});

/** The folder of a file. `store.ts` and `store/` are one column; the helpers of tests are one folder. */
function folderOf(path: string): string {
  return /^modules\/[^/]+\/[^/.]+/.exec(path)?.[0] ?? /^testing\b/.exec(path)?.[0] ?? dirname(path);
}

test('a cycle is found, with the edges that form it', () => {
  expect(
    cyclicEdges([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'b'],
      ['c', 'd'],
    ]),
  ).toEqual([
    ['b', 'c'],
    ['c', 'b'],
  ]);
});

test('the platform imports neither rooms nor the app', () => {
  const broken = importsWithin(root, [])
    .filter(({ from, to }) => from.path.startsWith('platform/') && /^(modules|app|cli)\//.test(to.path))
    .map(({ from, to }) => `${from.path} must not import ${to.path}`);
  expect(broken).toEqual([]);
});

test('the app imports rooms only through module.ts', () => {
  // The demo and the command line call the rooms' commands, as a client would.
  const broken = importsWithin(root, [])
    .filter(({ from, to }) => /^app\/[^/]+$/.test(from.path) && to.path.startsWith('modules/'))
    .filter(({ to }) => !/^modules\/[^/]+\/module\.ts$/.test(to.path))
    .map(({ from, to }) => `${from.path} must not import ${to.path}`);
  expect(broken).toEqual([]);
});

test('rooms do not import the app', () => {
  const broken = importsWithin(root, [])
    .filter(({ from, to }) => from.path.startsWith('modules/') && /^(app|cli)\//.test(to.path))
    .map(({ from, to }) => `${from.path} must not import ${to.path}`);
  expect(broken).toEqual([]);
});

test('the GraphQL of work items mentions no concept of higher rooms', () => {
  const room = join(root, 'modules/work-items');
  const owned =
    /label|milestone|iteration|cadence|reaction|emoji|custom_?field|hierarchy|epicId|subscri|todo|linkedItem|timelog|estimate|roadmap|topLevel/i;
  const found = sourceFiles(room)
    .filter((file) => /^graphql(\.ts$|\/)/.test(relative(room, file)))
    .flatMap((file) => {
      const code = readFileSync(file, 'utf8')
        .replace(/^import [^;]*from '@milepost[^;]*;$/gm, '')
        .replace(/description:\s*'[^']*'/g, '');
      const word = owned.exec(code)?.[0];
      return word === undefined ? [] : [`${relative(room, file)} names ${word}`];
    });
  expect(found).toEqual([]);
});

/** Everything but the source of the web, whose own grid test checks it. */
const sources = [
  root,
  ...['packages/core/src', 'packages/web/vite', 'packages/web/diagrams', 'e2e', 'scripts'].map((folder) =>
    join(root, '../../..', folder),
  ),
].flatMap(sourceFiles);

test('no source file is longer than 300 lines', () => {
  const long = sources
    .map((file) => ({ file: relative(root, file), lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines`);
  expect(long).toEqual([]);
});

test('no folder holds more than 30 source files', () => {
  expect(sources.length).toBeGreaterThan(500);
  const counts = new Map<string, number>();
  for (const file of sources) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  const crowded = [...counts].filter(([, count]) => count > MAX_FILES_IN_FOLDER);
  expect(crowded.map(([folder, count]) => `${relative(root, folder)} holds ${count} files`)).toEqual([]);
});

test('scripts that begin before packages are installed import none', () => {
  const scripts = join(root, '../../../scripts');
  const seen = new Set<string>();
  const packagesOf = (path: string): string[] => {
    if (seen.has(path)) return [];
    seen.add(path);
    const imports = [...readFileSync(path, 'utf8').matchAll(/^(?:import|export)\b[^;]*?from '([^']+)';/gm)];
    return imports.flatMap(([, name = '']) => {
      if (name.startsWith('.')) return packagesOf(join(dirname(path), name));
      return name.startsWith('node:') ? [] : [`${relative(scripts, path)} imports ${name}`];
    });
  };
  const first = ['start', 'test', 'browsers', 'clients', 'check', 'build', 'bench'];
  expect(first.flatMap((name) => packagesOf(join(scripts, `${name}.mjs`)))).toEqual([]);
  expect(seen.size).toBeGreaterThan(15);
});
