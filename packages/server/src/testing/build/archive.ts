import { gzipSync } from 'node:zlib';
import { pack, type Header } from 'tar-stream';

/** A file of an archive: its text or bytes, or any other kind of tar entry. */
export type EntryToPack =
  | { name: string; content: string | Buffer }
  | { name: string; type: Header['type']; linkname?: string; content?: undefined };

/** The bytes of a tar with these entries, in this order, valid or not. */
export async function buildTar(entries: readonly EntryToPack[]): Promise<Buffer> {
  const packing = pack();
  for (const entry of entries) {
    if (entry.content === undefined) packing.entry(entry);
    else packing.entry({ name: entry.name }, entry.content);
  }
  packing.finalize();
  const pieces: Buffer[] = [];
  for await (const piece of packing) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** The bytes of a `.tar.gz` with these files; a list becomes one JSON line per member. */
export async function buildArchive(files: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, content]) => ({ name, content: contentOf(content) }));
  return gzipSync(await buildTar(entries));
}

function contentOf(content: unknown): string | Buffer {
  if (typeof content === 'string' || Buffer.isBuffer(content)) return content;
  if (Array.isArray(content)) return content.map((line) => `${JSON.stringify(line)}\n`).join('');
  return JSON.stringify(content);
}
