import { readFileSync } from 'node:fs';

/** The hashes of our persisted documents by operation name. */
export function persistedOperations(): Record<string, string> {
  const file = new URL('../../packages/web/dist/persisted-documents.json', import.meta.url);
  const documents = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(documents).map(([hash, text]) => [/(?:query|mutation) (\w+)/.exec(text)?.[1] ?? '', hash]),
  );
}
