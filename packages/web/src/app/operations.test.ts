import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = new URL('..', import.meta.url);
const list = readFileSync(new URL('../../../../docs/api/operations.md', import.meta.url), 'utf8');
const listed = [...list.matchAll(/^\| `(\w+)` \| (?:query|mutation) \|/gm)].map(([, name = '']) => name);

/** The names of all operations that are written anywhere in the web application. */
function written(): string[] {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('gen'),
  );
  return files.flatMap((file) =>
    [...readFileSync(new URL(file, sources), 'utf8').matchAll(/graphql\(\s*`\s*(?:query|mutation)\s+(\w+)/g)].map(
      ([, name = '']) => name,
    ),
  );
}

test('GQ-GN-04: the names of all operations are in camel case, each is used once, and one list holds them', () => {
  const names = written();
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z0-9]*$/);
  expect(new Set(names).size).toBe(names.length);
  // Written by `npm run generate`.
  expect(listed.toSorted()).toEqual(names.toSorted());
});

test.each([
  ['children of one epic', 'epicChildEpics'],
  ['groups for the filter token', 'filterGroups'],
  ['child items', 'childItems'],
  ['what is linked', 'workItemLinkedItems'],
  ['confidentiality', 'setIssueConfidentiality'],
  ['label preference', 'roadmapSettingsUpdate'],
])('GQ-GN-04: the documents give no name for %s; ours is %s', (_call, name) => {
  expect(listed).toContain(name);
});

/** The lines of the innermost selections around each `avatarUrl` of a source. */
function selectionsWithAvatars(source: string): string[][] {
  const open: string[][] = [];
  const found: string[][] = [];
  for (const line of source.split('\n').map((each) => each.trim())) {
    if (line.endsWith('{')) open.push([]);
    else if (line.startsWith('}')) {
      const closed = open.pop();
      if (closed?.includes('avatarUrl')) found.push(closed);
    } else open.at(-1)?.push(line);
  }
  return found;
}

test('OG-TK-11: every document that asks for an avatar of an account asks for its type, which marks service accounts', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('gen'),
  );
  const ofAccounts = files.flatMap((file) =>
    [...readFileSync(new URL(file, sources), 'utf8').matchAll(/graphql\(\s*`([^`]*)`/g)]
      .flatMap(([, document = '']) => selectionsWithAvatars(document))
      // Those of groups, projects and search results are not of accounts.
      .filter((fields) => !fields.some((field) => /^(fullPath|fullName|nameWithNamespace|passage)/.test(field)))
      .map((fields) => ({ file, isMarked: fields.includes('type') })),
  );
  expect(ofAccounts.length).toBeGreaterThan(20);
  expect(ofAccounts.filter(({ isMarked }) => !isMarked)).toEqual([]);
});
