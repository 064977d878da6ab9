import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Plugin } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashesByOperation, persistedDocuments } from './persisted-documents.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'documents-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The parts of a Rollup plugin's arguments that this plugin uses. */
interface Hooks {
  buildStart(this: unknown): void;
  transform(this: unknown, code: string, id: string): { code: string } | null;
  generateBundle(this: unknown): void;
}

const context = {
  emitted: [] as { fileName: string; source: unknown }[],
  error(message: string): never {
    throw new Error(message);
  },
  emitFile(file: { fileName: string; source: unknown }): void {
    this.emitted.push(file);
  },
};

function pluginWith(manifest: Record<string, string> | null): Hooks {
  const file = path.join(folder, 'persisted-documents.json');
  if (manifest) writeFileSync(file, JSON.stringify(manifest));
  const plugin: Plugin = persistedDocuments(file);
  return plugin as unknown as Hooks;
}

const manifest = {
  abc123: 'query groupEpics($fullPath: ID!) { group(fullPath: $fullPath) { id } }',
  def456: 'mutation createEpic { x }',
};
const page = `import { graphql } from '../../gen/gql.ts';
const a = graphql(\`
  query groupEpics($fullPath: ID!) { group(fullPath: $fullPath) { ...Part } }
\`);
graphql(\`fragment Part on Group { id }\`);
const b = graphql(\`mutation createEpic { x }\`);
`;

test('each document is replaced with its hash, and the generator’s lookup is no longer imported', () => {
  const plugin = pluginWith(manifest);
  plugin.buildStart.call(context);
  const code = plugin.transform.call(context, page, '/src/pages/epics/api.ts')?.code ?? '';
  expect(code).toContain("const a = ({ __meta__: { hash: 'abc123' } });");
  expect(code).toContain("const b = ({ __meta__: { hash: 'def456' } });");
  expect(code).not.toMatch(/gen\/gql|fragment|query/);
});

test('generated code, and code without documents, is unchanged', () => {
  const plugin = pluginWith(manifest);
  plugin.buildStart.call(context);
  expect(plugin.transform.call(context, page, '/src/gen/gql.ts')).toBeNull();
  expect(plugin.transform.call(context, 'const a = 1;', '/src/app/a.ts')).toBeNull();
});

test('a document missing from the manifest, or a missing manifest, fails the build', () => {
  const plugin = pluginWith({ abc123: 'query groupEpics { x }' });
  plugin.buildStart.call(context);
  expect(() => plugin.transform.call(context, page, '/src/pages/epics/api.ts')).toThrow(
    /createEpic is not in the manifest/,
  );
  rmSync(path.join(folder, 'persisted-documents.json'));
  expect(() => pluginWith(null).buildStart.call(context)).toThrow(/is missing: run the code generator first/);
});

test('the manifest is part of the build output, so that the server finds the texts', () => {
  const plugin = pluginWith(manifest);
  plugin.generateBundle.call(context);
  expect(context.emitted.map(({ fileName, source }) => [fileName, JSON.parse(String(source)) as unknown])).toEqual([
    ['persisted-documents.json', manifest],
  ]);
});

test('operations are found by name, whatever surrounds them', () => {
  expect([...hashesByOperation({ a: 'fragment F on Epic { id } query one { x }', b: 'mutation two { y }' })]).toEqual([
    ['one', 'a'],
    ['two', 'b'],
  ]);
});

test('a field named query is not an operation', () => {
  const text =
    'fragment View on RoadmapView { author { id } query shared } query roadmapViews($id: ID!) { view(id: $id) { id } }';
  expect([...hashesByOperation({ abc123: text })]).toEqual([['roadmapViews', 'abc123']]);
});
