import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { serveNamedByContent } from './assets.ts';

/**
 * The frame may only run Milepost's own files. It has an opaque origin, so no cookies or storage, and may neither send requests nor
 * navigate. The policy of pages is unaffected.
 */
const POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self'",
  // Diagrams contain styles.
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Serves the frame in which diagrams are drawn, at `/assets/diagrams/frame.html`. `folder`: its built files. */
export function serveDiagramFrame(server: FastifyInstance, folder: string): void {
  const file = join(folder, 'frame.html');
  if (!existsSync(file)) return;
  const html = readFileSync(file, 'utf8');
  server.get('/assets/diagrams/frame.html', (_request, reply) =>
    reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'public, max-age=300')
      .type('text/html; charset=utf-8')
      .send(html),
  );
  // A frame without an origin requests its own files cross-origin; they are the same for everyone.
  serveNamedByContent(server, '/assets/diagrams', folder, { 'access-control-allow-origin': '*' });
}
