import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** The files of a room, in import order. */
const columns: readonly (readonly string[])[] = [
  ['table', 'sockets'],
  ['policy'],
  ['store'],
  ['commands'],
  ['widget', 'filter', 'reference', 'actions', 'suggestions', 'listeners', 'jobs'],
  ['graphql', 'rest'],
  ['module'],
];

export interface Position {
  path: string;
  /** The index of the room in `app/modules.ts`; -1 outside the rooms. */
  row: number;
  column: number;
}

export interface Import {
  from: Position;
  to: Position;
}

/** `from '…'`, `import '…'`, `import('…')`, and `declare module '…'`, which extends the other file's types. */
const IMPORT = /(?:\bfrom\s+|\bimport\s*\(?\s*|^declare module\s+)'(\.[^']+)'/gm;

/** Every import among source files below `folder` (without tests), with the grid position of each end. */
export function importsWithin(folder: string, rooms: readonly string[]): Import[] {
  return sourceFiles(folder).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, specifier = '']) => ({
      from: positionOf(relative(folder, file), rooms),
      to: positionOf(relative(folder, resolve(dirname(file), specifier)), rooms),
    })),
  );
}

/** The edges that belong to a cycle or lead from one cycle to another; empty if the graph has none. */
export function cyclicEdges(edges: readonly (readonly [string, string])[]): (readonly [string, string])[] {
  const sources = new Set(edges.map(([from]) => from));
  const targets = new Set(edges.map(([, to]) => to));
  const left = edges.filter(([from, to]) => targets.has(from) && sources.has(to));
  return left.length === edges.length ? left : cyclicEdges(left);
}

export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !/\.(?:test|spec)\.tsx?$/.test(path))
    .filter((path) => !/(?:^|\/)(?:gen|node_modules|dist)\//.test(path))
    .map((path) => join(folder, path));
}

function positionOf(path: string, rooms: readonly string[]): Position {
  const [room = '', file = ''] = path.split(sep);
  // `store.ts` and every file of the folder `store/` are in the column `store`.
  const column = columns.findIndex((names) => names.includes(file.replace(/\.tsx?$/, '')));
  return { path, row: rooms.indexOf(room), column };
}
