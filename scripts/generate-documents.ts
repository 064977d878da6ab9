/**
 * Types and persisted documents for every graphql(`…`) of the web application, into packages/web/src/gen, and the list of their
 * names, docs/api/operations.md. Reads docs/api/schema.graphql, or the schema file named as the first argument.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import { preset } from '@graphql-codegen/client-preset';
import { buildSchema, type DocumentNode, GraphQLError, Kind, parse, validate } from 'graphql';
import { withFilterArguments } from './filter-arguments.ts';
import { withNeverNull } from './never-null.ts';

interface Source {
  location: string;
  document: DocumentNode;
  rawSDL: string;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = path.join(root, 'packages/web/src');
const output = path.join(sources, 'gen');
const CALL = /\bgraphql\(\s*(?:\/\*[^*]*\*\/\s*)?`([^`]*)`/g;

/** Every document in the web application, by path; throws on one that does not parse. */
function findDocuments(): Source[] {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('gen'))
    .toSorted();
  return files.flatMap((file) =>
    [...readFileSync(path.join(sources, file), 'utf8').matchAll(CALL)].map(([, text = '']) => {
      const location = path.join('packages/web/src', file);
      try {
        return { location, document: withFilterArguments(parse(text)), rawSDL: text };
      } catch (error) {
        throw new Error(`${location}: ${error instanceof GraphQLError ? error.message : String(error)}`, {
          cause: error,
        });
      }
    }),
  );
}

/** Validation errors of the documents under this schema, each as a line that names the file. */
function problemsOf(documents: readonly Source[], schemaText: string): string[] {
  const definitions = documents.flatMap((source) => source.document.definitions);
  const errors = validate(buildSchema(schemaText), { kind: 'Document', definitions } as DocumentNode, undefined, {
    maxErrors: 1000,
  });
  const fileOf = new Map(documents.map((source) => [source.rawSDL, source.location]));
  return errors.map((error) => `${fileOf.get(error.source?.body ?? '') ?? 'documents'}: ${error.message}`);
}

/** Every operation of the web application by name, with its file. */
function listOperations(documents: readonly Source[]): string {
  const rows = documents.flatMap(({ location, document }) =>
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION
        ? [`| \`${definition.name?.value ?? ''}\` | ${definition.operation} | ${location} |`]
        : [],
    ),
  );
  return `# Operations

The names of all GraphQL operations that the pages send, printed from the code by \`npm run generate\`. Names that the documents give are
used to the letter; the others are our own, in camel case, and each is used once.

| Name | Kind | Written in |
| --- | --- | --- |
${rows.toSorted().join('\n')}
`;
}

async function generate(schemaFile: string): Promise<void> {
  const schemaText = readFileSync(schemaFile, 'utf8');
  const documents = findDocuments();
  const problems = problemsOf(documents, schemaText);
  if (problems.length > 0) {
    console.error(problems.join('\n'));
    process.exitCode = 1;
    return;
  }
  const typesText = withNeverNull(schemaText);
  const sections = await preset.buildGeneratesSection({
    baseOutputDir: `${output}/`,
    schema: parse(typesText),
    schemaAst: buildSchema(typesText),
    documents,
    config: {
      scalars: scalarTypes(schemaText),
      enumsAsTypes: true,
      useTypeImports: true,
      documentMode: 'string',
      strictScalars: false,
      defaultScalarType: 'unknown',
    },
    presetConfig: {
      persistedDocuments: { hashAlgorithm: (text: string) => createHash('sha256').update(text).digest('hex') },
      fragmentMasking: false,
    },
    pluginMap: {},
    plugins: [],
    pluginContext: {},
  });
  mkdirSync(output, { recursive: true });
  for (const section of sections) await write(section.filename, withExtensions(await codegen(section)));
  await write(path.join(root, 'docs/api/operations.md'), listOperations(documents));
  console.log(`${documents.length} documents in packages/web/src/gen`);
}

/** Atomically, so that a concurrent build or test never reads a partial file. */
async function write(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text);
  await rename(draft, file);
}

/** The TypeScript types of the schema's scalars: strings, except JSON, which may be anything. */
function scalarTypes(schemaText: string): Record<string, string> {
  const names = [...schemaText.matchAll(/^scalar (\w+)/gm)].map(([, name = '']) => name);
  return Object.fromEntries([...names, 'ID'].map((name) => [name, name === 'JSON' ? 'unknown' : 'string']));
}

/** Our relative imports include the file extension. */
function withExtensions(code: string): string {
  return code.replaceAll(/(from\s+['"]\.\/[\w-]+)(['"])/g, '$1.ts$2').replaceAll('.js.ts', '.ts');
}

await generate(path.resolve(process.argv[2] ?? path.join(root, 'docs/api/schema.graphql')));
