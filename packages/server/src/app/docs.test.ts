import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
/** All files but those that are installed, built or written by tests. */
const files = filesOf('');
const known = new Set(files);
const pages = files.filter((path) => /^[A-Z]+\.md$|^docs\/.*\.md$/.test(path));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
/** Text without blocks of code, whose links are examples. */
const proseOf = (page: string): string => read(page).replace(/^```[^]*?^```/gm, '');

test('links in the documentation lead to files and headings', () => {
  expect(pages.length).toBeGreaterThan(60);
  const broken = pages.flatMap((page) =>
    [...proseOf(page).matchAll(/\]\(([^)\s#]*)(?:#([^)\s]*))?\)/g)]
      .filter(([, path = '']) => !/^[a-z]+:|^\//.test(path))
      .filter(([, path = '', heading]) => {
        const target = path === '' ? page : normalize(join(dirname(page), path));
        if (!known.has(target) && !files.some((file) => file.startsWith(`${target.replace(/\/$/, '')}/`))) return true;
        return heading !== undefined && target.endsWith('.md') && !headingsOf(target).includes(heading);
      })
      .map(([link]) => `${page}: ${link.slice(1)}`),
  );
  expect(broken).toEqual([]);
});

test('source files that the documentation names exist', () => {
  // Paths are relative to a package or a room; in capitals are placeholders.
  const missing = pages.flatMap((page) =>
    [...proseOf(page).matchAll(/`([\w@./-]+\/[\w.-]+\.(?:tsx?|mjs|css))`/g)]
      .map(([, path = '']) => path.replace(/^(core|server|web)\/(?!src\/)/, '$1/src/'))
      .filter((path) => !/\b[A-Z]{3,}\b/.test(path) && !files.some((file) => `/${file}`.endsWith(`/${path}`)))
      .map((path) => `${page}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('decisions that code and documentation name exist', () => {
  const numbers = new Set(files.map((path) => Number(/^docs\/decisions\/(\d{4})-/.exec(path)?.[1])));
  const named = files
    .filter((path) => /\.(?:tsx?|mjs|css|sql|md)$/.test(path) && path !== 'docs/decisions/README.md')
    .flatMap((path) =>
      [...read(path).matchAll(/\bdecisions?(?: |\/)0*(\d{1,4})\b/gi)].map(([name, number]) => ({ path, name, number })),
    );
  expect(named.length).toBeGreaterThan(20);
  expect(
    named.filter(({ number }) => !numbers.has(Number(number))).map(({ path, name }) => `${path}: ${name}`),
  ).toEqual([]);
});

/** The anchors of a page's headings, as GitHub makes them. */
function headingsOf(page: string): string[] {
  return [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function filesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return /^(?:node_modules|dist|gen|test-results|\.git)$/.test(entry.name) ? [] : filesOf(path);
    return [path];
  });
}

interface Table {
  /** The heading above it. */
  section: string;
  /** By the titles of the columns. */
  rows: Record<string, string>[];
}

function tablesOf(page: string): Table[] {
  const tables: Table[] = [];
  let section = '';
  let titles: string[] | null = null;
  for (const line of proseOf(page).split('\n')) {
    section = /^#+ (.*)/.exec(line)?.[1] ?? section;
    const cells = line.startsWith('|')
      ? line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim())
      : null;
    if (!cells) titles = null;
    else if (!titles) {
      titles = cells;
      tables.push({ section, rows: [] });
    } else if (!cells.every((cell) => /^-+$/.test(cell))) {
      const named = titles.map((title, index): [string, string] => [title, cells[index] ?? '']);
      tables.at(-1)?.rows.push(Object.fromEntries(named));
    }
  }
  return tables;
}

test('OG-ST-20: each figure of the guide to scaling names the machine and the command that measured it, or is an estimate', () => {
  const page = 'docs/guide/scaling.md';
  const tables = tablesOf(page);
  const rowsOf = (title: string) => tables.filter(({ section }) => section === title).flatMap(({ rows }) => rows);
  const machines = rowsOf('Machines').map((row) => row['Machine']);
  const measured = rowsOf('Measured');
  expect(machines.length).toBeGreaterThan(0);
  expect(measured.length).toBeGreaterThan(5);
  for (const row of measured) {
    expect(row).toMatchObject({ Figure: expect.stringMatching(/\d|\]\(/), Machine: expect.stringMatching(/^\w$/) });
    expect(machines).toContain(row['Machine']);
    const [, command = ''] = /^`([^`]+)`$/.exec(row['Command'] ?? '') ?? [];
    const bench = /^npm run bench(?: -- ([\w-]+))?$|(e2e\/bench\/[\w-]+\.bench\.ts)/.exec(command);
    expect([row['Command'], bench !== null]).toEqual([row['Command'], true]);
    const file = bench?.[2] ?? (bench?.[1] && `e2e/bench/${bench[1]}.bench.ts`);
    expect([command, file === undefined || known.has(file)]).toEqual([command, true]);
  }
  // Every other figure: in the table of estimates, in a sentence that says so, or a fact about a machine.
  expect(rowsOf('Estimates').length).toBeGreaterThan(3);
  expect(new Set(tables.map(({ section }) => section))).toEqual(new Set(['Machines', 'Measured', 'Estimates']));
  const stated = proseOf(page)
    .split(/\n\n|(?<=\.)\s/)
    .filter((sentence) => !/^\s*[|#]/.test(sentence) && /\d/.test(sentence.replaceAll(/`[^`]*`|\]\([^)]*\)/g, '')));
  expect(stated.filter((sentence) => !/estimate/i.test(sentence))).toEqual([]);
});
