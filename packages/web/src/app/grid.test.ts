import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const serverRooms = resolve(root, '../../server/src/app/modules.ts');
const MAX_FILES_OF_A_FOLDER = 30;
const MAX_LINES_OF_A_FILE = 300;

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !/^(gen|testing)\//.test(path),
);
const text = (path: string): string => readFileSync(join(root, path), 'utf8');

/** From file to file. An `import()` counts, and so does `declare module`, which extends the other file's types. */
const imports = files.flatMap((from) =>
  [...text(from).matchAll(/(?:from\s+|import\(\s*|import\s+|declare module\s+)'(\.[^']+)'/g)]
    .map((match) => ({ from, to: relative(root, resolve(join(root, dirname(from)), match[1] ?? '')) }))
    .filter(({ to }) => !to.startsWith('gen/')),
);

/** The layers from the ground up. Layers on one line must not import each other. */
const layers: readonly (readonly string[])[] = [
  ['styles'],
  ['ui'],
  ['platform', 'filter-bar', 'timeline'],
  ['modules'],
  ['pages'],
  ['app'],
];
const layerOf = (path: string): number => layers.findIndex((names) => names.includes(path.split('/')[0] ?? ''));

/** The rooms in the server's order. */
const rooms = [...readFileSync(serverRooms, 'utf8').matchAll(/^ {2}(\w+)Module,$/gm)].map((match) =>
  (match[1] ?? '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
);
const roomOf = (path: string): string | null => /^modules\/([^/]+)\//.exec(path)?.[1] ?? null;

const broken = (isBroken: (from: string, to: string) => boolean): string[] =>
  imports.filter(({ from, to }) => isBroken(from, to)).map(({ from, to }) => `${from} must not import ${to}`);

test('every file stands in a layer, and every room in the order of the server', () => {
  expect(files.filter((path) => layerOf(path) < 0)).toEqual([]);
  expect(rooms.length).toBeGreaterThan(20);
  expect(readdirSync(join(root, 'modules')).filter((room) => !rooms.includes(room))).toEqual([]);
});

test('every relative import leads to a file', () => {
  // TypeScript accepts any path that ends in .module.css, and only the build would find the file missing.
  expect(imports.filter(({ to }) => !existsSync(join(root, to))).map(({ from, to }) => `${from}: ${to}`)).toEqual([]);
});

test('no layer knows one above it or beside it', () => {
  expect(
    broken((from, to) => {
      const isBeside = layerOf(from) === layerOf(to) && from.split('/')[0] !== to.split('/')[0];
      return layerOf(to) > layerOf(from) || isBeside;
    }),
  ).toEqual([]);
});

test('no room knows one above it', () => {
  expect(
    broken((from, to) => {
      const [room, other] = [roomOf(from), roomOf(to)];
      return room !== null && other !== null && rooms.indexOf(other) > rooms.indexOf(room);
    }),
  ).toEqual([]);
});

test('folders form no cycle', () => {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [folder, other] = [dirname(from), dirname(to)];
    if (folder === other) continue;
    const known = graph.get(folder) ?? new Set();
    graph.set(folder, known.add(other));
  }
  expect(cycleIn(graph)).toEqual([]);
});

test('folders and files stay small', () => {
  const counts = new Map<string, number>();
  for (const path of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > MAX_FILES_OF_A_FOLDER)).toEqual([]);
  expect(files.filter((path) => text(path).split('\n').length > MAX_LINES_OF_A_FILE + 1)).toEqual([]);
});

/** The folders of a cycle in their order, or none. */
function cycleIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const walk = (folder: string, path: readonly string[]): string[] => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder];
    if (done.has(folder)) return [];
    for (const next of graph.get(folder) ?? []) {
      const cycle = walk(next, [...path, folder]);
      if (cycle.length > 0) return cycle;
    }
    done.add(folder);
    return [];
  };
  for (const folder of graph.keys()) {
    const cycle = walk(folder, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
