import { readFileSync } from 'node:fs';

const known = new Map<string, string>();

/**
 * The persisted-document hash of a query or mutation of our page, so that a benchmark sends the same request. Throws for an
 * unknown name.
 */
export function persistedHash(operation: string): string {
  const hash = known.get(operation) ?? find(operation);
  known.set(operation, hash);
  return hash;
}

function find(operation: string): string {
  const manifest = new URL('../../../packages/web/dist/persisted-documents.json', import.meta.url);
  const documents = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>;
  const found = Object.entries(documents).find(([, text]) => new RegExp(`(query|mutation) ${operation}\\b`).test(text));
  if (!found) throw new Error(`No persisted document holds ${operation}`);
  return found[0];
}
