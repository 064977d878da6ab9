import { existsSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const CALL = /\bgraphql\(\s*(?:\/\*[^*]*\*\/\s*)?`([^`]*)`\s*,?\s*\)/g;
/** The generator's lookup contains every document of the application: a build must not import it. */
const IMPORT = /^import \{ graphql \} from '[^']*\/gen\/gql\.ts';$/m;
const OPERATION = /^\s*(query|mutation)\s+(\w+)/;

/**
 * In a build, replaces documents with their hashes: pages carry forty bytes per document instead of its text, and the server
 * finds the text in the manifest, which is copied beside the build. `manifest`: the file that codegen writes.
 */
export function persistedDocuments(manifest: string): Plugin {
  let hashes = new Map<string, string>();
  return {
    name: 'milepost:persisted-documents',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      if (!existsSync(manifest)) this.error(`${manifest} is missing: run the code generator first`);
      hashes = hashesByOperation(readManifest(manifest));
    },
    transform(code, id) {
      if (!/\.tsx?$/.test(id) || id.includes('/src/gen/') || !code.includes('graphql(')) return null;
      const replaced = code.replaceAll(CALL, (_call, text: string) => {
        const name = OPERATION.exec(text)?.[2];
        if (name === undefined) return 'undefined';
        const hash = hashes.get(name);
        if (hash === undefined) this.error(`${id}: ${name} is not in the manifest: run the code generator again`);
        return `({ __meta__: { hash: '${hash}' } })`;
      });
      return { code: replaced.replace(IMPORT, ''), map: null };
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'persisted-documents.json', source: readFileSync(manifest) });
    },
  };
}

function readManifest(file: string): Record<string, string> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

/** A manifest maps a hash to its text; returns the hash of each operation by name. */
export function hashesByOperation(manifest: Record<string, string>): Map<string, string> {
  const hashes = new Map<string, string>();
  for (const [hash, text] of Object.entries(manifest)) {
    // Not within a selection, where a field may be named `query` too.
    const name = /(?:^|\}\s+)(?:query|mutation)\s+(\w+)\s*[({@]/m.exec(text)?.[1];
    if (name !== undefined) hashes.set(name, hash);
  }
  return hashes;
}
