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
const stylesheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'));
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

test('every file is in a layer, and every room is one of the server', () => {
  expect(files.filter((path) => layerOf(path) < 0)).toEqual([]);
  expect(rooms.length).toBeGreaterThan(20);
  expect(readdirSync(join(root, 'modules')).filter((room) => !rooms.includes(room))).toEqual([]);
});

test('every relative import leads to a file', () => {
  // TypeScript accepts any path that ends in .module.css, and only the build would find the file missing.
  expect(imports.filter(({ to }) => !existsSync(join(root, to))).map(({ from, to }) => `${from}: ${to}`)).toEqual([]);
});

test('no layer imports one above it or beside it', () => {
  expect(
    broken((from, to) => {
      const isBeside = layerOf(from) === layerOf(to) && from.split('/')[0] !== to.split('/')[0];
      return layerOf(to) > layerOf(from) || isBeside;
    }),
  ).toEqual([]);
});

test('no room imports one above it', () => {
  expect(
    broken((from, to) => {
      const [room, other] = [roomOf(from), roomOf(to)];
      return room !== null && other !== null && rooms.indexOf(other) > rooms.indexOf(room);
    }),
  ).toEqual([]);
});

test('neither folders nor files form an import cycle', () => {
  const folders = imports.map(({ from, to }) => ({ from: dirname(from), to: dirname(to) }));
  expect(cyclic(folders.filter(({ from, to }) => from !== to))).toEqual([]);
  expect(cyclic(imports)).toEqual([]);
});

test('every stylesheet is in the cascade layer of its folder', () => {
  const order = /^@layer ([^;{]+);/m.exec(text('styles/base.css'))?.[1]?.split(', ') ?? [];
  expect(order).toEqual(['base', 'ui', 'platform', 'filter-bar', 'modules', 'timeline', 'pages', 'app']);
  expect(stylesheets.length).toBeGreaterThan(50);
  const misplaced = stylesheets
    .filter((path) => !path.startsWith('styles/'))
    .flatMap((path) =>
      [...text(path).matchAll(/^(?:@layer ([\w-]+)|[^\s@/}*])/gm)]
        .map(([start, layer]) => layer ?? start)
        .filter((layer) => layer !== path.split('/')[0])
        .map((layer) => `${path}: ${layer}`),
    );
  expect(misplaced).toEqual([]);
});

test('folders and files stay small', () => {
  const counts = new Map<string, number>();
  for (const path of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > MAX_FILES_OF_A_FOLDER)).toEqual([]);
  expect([...files, ...stylesheets].filter((path) => text(path).split('\n').length > MAX_LINES_OF_A_FILE + 1)).toEqual(
    [],
  );
});

interface Edge {
  from: string;
  to: string;
}

/** The edges that belong to a cycle or lead from one cycle to another; empty if the graph has none. */
function cyclic(edges: readonly Edge[]): readonly Edge[] {
  const sources = new Set(edges.map(({ from }) => from));
  const targets = new Set(edges.map(({ to }) => to));
  const left = edges.filter(({ from, to }) => targets.has(from) && sources.has(to));
  return left.length === edges.length ? left : cyclic(left);
}
