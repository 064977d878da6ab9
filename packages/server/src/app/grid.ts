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

export interface Place {
  path: string;
  /** The room's position from the ground; -1 outside the rooms. */
  row: number;
  column: number;
}

export interface Import {
  from: Place;
  to: Place;
  isTypeOnly: boolean;
}

/**
 * Every import among source files below `folder` (without tests), with the grid position of each end. `declare module` counts:
 * it extends the other file's types.
 */
export function importsWithin(folder: string, rooms: readonly string[]): Import[] {
  return sourceFiles(folder).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [
      ...text.matchAll(
        /^(?:import|export)\s+(type\s+)?[^'";]*?from\s+'(\.[^']+)'|^(?:import|declare module)\s+'(\.[^']+)'/gm,
      ),
    ].map((match) => {
      const target = resolve(dirname(file), match[2] ?? match[3] ?? '');
      return {
        from: placeOf(relative(folder, file), rooms),
        to: placeOf(relative(folder, target), rooms),
        isTypeOnly: match[1] !== undefined,
      };
    });
  });
}

export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.split(sep).includes('gen'))
    .map((path) => join(folder, path));
}

function placeOf(path: string, rooms: readonly string[]): Place {
  const [room = '', file = ''] = path.split(sep);
  // `store.ts` and every file of the folder `store/` are in the column `store`.
  const column = columns.findIndex((names) => names.includes(file.replace(/\.tsx?$/, '')));
  return { path, row: rooms.indexOf(room), column };
}
