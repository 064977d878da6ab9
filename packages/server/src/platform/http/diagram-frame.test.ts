import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { serveDiagramFrame } from './diagram-frame.ts';
import { httpServer } from './server.ts';

const folder = mkdtempSync(join(tmpdir(), 'diagrams-'));
writeFileSync(join(folder, 'frame.html'), '<title>Diagrams</title>');
writeFileSync(join(folder, 'frame-1.js'), 'draw()');
const server = await httpServer({ logLevel: 'silent', secret: 'x'.repeat(32), isSecure: false, fileLimit: 1 });
serveDiagramFrame(server, folder);
server.get('/page', (_request, reply) => reply.type('text/html').send('page'));
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

test('the frame that draws diagrams has no origin and can fetch nothing but its own scripts', async () => {
  const { headers, body } = await server.inject('/assets/diagrams/frame.html');
  expect(body).toBe('<title>Diagrams</title>');
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toContain('sandbox allow-scripts');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("frame-ancestors 'self'");
  // The policy allows no requests, no other files and no navigation.
  expect(policy.join(' ')).not.toMatch(/connect-src|img-src|unsafe-eval|allow-same-origin|allow-top|https?:/);
});

test('its scripts are readable by a frame without an origin, and by nothing else', async () => {
  const script = await server.inject('/assets/diagrams/frame-1.js');
  expect([script.body, script.headers['access-control-allow-origin']]).toEqual(['draw()', '*']);
  expect((await server.inject('/page')).headers['access-control-allow-origin']).toBeUndefined();
  expect((await server.inject('/assets/diagrams/frame.js')).statusCode).toBe(404);
});

test('the policy of pages allows neither scripts of others nor frames of others', async () => {
  const { headers } = await server.inject('/page');
  const policy = String(headers['content-security-policy']).split(';');
  expect(policy).toEqual(expect.arrayContaining(["default-src 'self'", "script-src 'self'", "frame-ancestors 'none'"]));
  expect(policy.join(' ')).not.toMatch(/frame-src|child-src|blob:|unsafe-eval/);
});
