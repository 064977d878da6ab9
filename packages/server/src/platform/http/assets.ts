import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** The content encodings by preference: the name in the header, and the extension of the file that the build wrote. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * Serves the content-addressed files from memory, because a page needs a dozen of them at once, and checking the disk for each took
 * longer than the rest. `folder`: the parent of `assets/`.
 */
export function serveAssets(server: FastifyInstance, folder: string): void {
  serveNamedByContent(server, '/assets', join(folder, 'assets'));
}

/** Serves the texts and fonts of a folder below a path, cached for a year. `headers`: additional response headers. */
export function serveNamedByContent(
  server: FastifyInstance,
  address: string,
  assets: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const names = new Set(existsSync(assets) ? readdirSync(assets) : []);
  const read = new Map<string, Buffer>();
  const contentOf = (name: string): Buffer | null => {
    const path = join(assets, name);
    const content = read.get(name) ?? (existsSync(path) ? readFileSync(path) : null);
    if (content) read.set(name, content);
    return content;
  };
  server.get<{ Params: { name: string } }>(`${address}/:name`, (request, reply) => {
    const { name } = request.params;
    const type = types[extname(name)];
    if (!names.has(name) || type === undefined) return reply.callNotFound();
    const accepted = (request.headers['accept-encoding'] ?? '').split(/\s*[,;]\s*/);
    const encoding = encodings.find(([word, ending]) => accepted.includes(word) && names.has(name + ending));
    const content = contentOf(name + (encoding?.[1] ?? ''));
    // The build was replaced while the server ran.
    if (content === null) return reply.callNotFound();
    void reply
      .headers(headers)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
      .type(type);
    if (encoding) void reply.header('content-encoding', encoding[0]);
    return reply.send(content);
  });
}
