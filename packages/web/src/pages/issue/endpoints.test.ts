import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAddress, printAddress } from '../../app/addresses.ts';

const sources = join(import.meta.dirname, '../..');

function sourceOf(folder: string): { path: string; text: string }[] {
  return readdirSync(join(sources, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(sources, folder, path), 'utf8') }));
}

test('IS-NT-07: the page of an issue knows no path of an endpoint: what it calls begins with what the server told it', () => {
  const files = ['pages/issue', 'modules/work-items/edit', 'modules/work-items/actions'].flatMap(sourceOf);
  expect(files.length).toBeGreaterThan(20);
  const known = files.filter(({ text }) => /['"`]\/(?:api\/|-\/|groups\/|projects\/)/.test(text));
  expect(known.map(({ path }) => path)).toEqual([]);
});

test('IS-NT-08: the pages of issues and epics are below the path of their project or group', () => {
  const issue = { page: 'issue', fullPath: 'alpha/web', iid: '3' } as const;
  const epic = { page: 'epic', fullPath: 'alpha', iid: '5' } as const;
  expect([issue, epic].map(printAddress)).toEqual(['/alpha/web/-/issues/3', '/groups/alpha/-/epics/5']);
  expect(['/alpha/web/-/issues/3', '/groups/alpha/-/epics/5'].map(parseAddress)).toEqual([issue, epic]);
});
