import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { importsWithin, sourceFiles } from './grid.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { modules } from './modules.ts';

const MAX_FILES_IN_FOLDER = 30;
const MAX_LINES = 300;

const root = join(import.meta.dirname, '..');
const rooms = modules.map((module) => module.name);

test('every room stands in the order of app/modules.ts', () => {
  expect(readdirSync(join(root, 'modules')).sort()).toEqual([...rooms].sort());
});

test('every file of a room stands in a column', () => {
  const strays = importsWithin(join(root, 'modules'), rooms)
    .map((each) => each.from)
    .filter((place) => place.column < 0)
    .map((place) => place.path);
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

test('no room knows itself through another', () => {
  const known = new Map<string, Set<string>>();
  for (const { from, to } of importsWithin(join(root, 'modules'), rooms)) {
    const [one, other] = [from.path, to.path].map((path) => path.split(sep)[0] ?? '') as [string, string];
    if (one !== other && to.row >= 0) known.set(one, (known.get(one) ?? new Set()).add(other));
  }
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const room of known.get(from) ?? []) if (!seen.has(room)) reached(room, seen.add(room));
    return seen;
  };
  expect(rooms.filter((room) => reached(room).has(room))).toEqual([]);
});

test('the platform knows no room and no app', () => {
  const broken = importsWithin(root, [])
    .filter(({ from, to }) => from.path.startsWith('platform/') && /^(modules|app|cli)\//.test(to.path))
    .map(({ from, to }) => `${from.path} must not import ${to.path}`);
  expect(broken).toEqual([]);
});

test('the app knows rooms by their doors alone', () => {
  // The demo and the command line call the rooms' commands, as a client would.
  const broken = importsWithin(root, [])
    .filter(({ from, to }) => /^app\/[^/]+$/.test(from.path) && to.path.startsWith('modules/'))
    .filter(({ to }) => !/^modules\/[^/]+\/module\.ts$/.test(to.path))
    .map(({ from, to }) => `${from.path} must not import ${to.path}`);
  expect(broken).toEqual([]);
});

test('rooms know nothing of the app that joins them', () => {
  const broken = importsWithin(root, [])
    .filter(({ from, to }) => from.path.startsWith('modules/') && /^(app|cli)\//.test(to.path))
    .map(({ from, to }) => `${from.path} must not import ${to.path}`);
  expect(broken).toEqual([]);
});

test('the GraphQL of work items names no concept of higher rooms', () => {
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

test('no source file of server and core is longer than 300 lines', () => {
  const core = join(root, '../../core/src');
  const long = [root, core].flatMap((folder) =>
    sourceFiles(folder)
      .map((file) => ({ file: relative(folder, file), lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
      .filter(({ lines }) => lines > MAX_LINES)
      .map(({ file, lines }) => `${file} has ${lines} lines`),
  );
  expect(long).toEqual([]);
});

test('no folder holds more than 30 source files', () => {
  const files = [root, join(root, '../../core/src')].flatMap(sourceFiles);
  expect(files.length).toBeGreaterThan(500);
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  const crowded = [...counts].filter(([, count]) => count > MAX_FILES_IN_FOLDER);
  expect(crowded.map(([folder, count]) => `${relative(root, folder)} holds ${count} files`)).toEqual([]);
});
