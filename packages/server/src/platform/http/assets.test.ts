import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { serveAssets } from './assets.ts';

const folder = mkdtempSync(join(tmpdir(), 'assets-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'secret.js'), 'secret');
for (const [name, content] of Object.entries({
  'a-1.js': 'plain',
  'a-1.js.br': 'brotli',
  'a-1.js.gz': 'gzip',
  'b.woff2': 'face',
}))
  writeFileSync(join(folder, 'assets', name), content);
const server = fastify();
serveAssets(server, folder);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const ask = (name: string, accepted = '') =>
  server.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': accepted } });

test('each browser gets the smallest form that it understands, for a year', async () => {
  const plain = await ask('a-1.js');
  expect(plain.body).toBe('plain');
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'accept-encoding',
  });
  expect(plain.headers['content-encoding']).toBeUndefined();
  const brotli = await ask('a-1.js', 'gzip, deflate, br;q=0.9');
  expect([brotli.body, brotli.headers['content-encoding']]).toEqual(['brotli', 'br']);
  const gzip = await ask('a-1.js', 'gzip');
  expect([gzip.body, gzip.headers['content-encoding']]).toEqual(['gzip', 'gzip']);
  const face = await ask('b.woff2', 'br, gzip');
  expect([face.body, face.headers['content-type']]).toEqual(['face', 'font/woff2']);
});

test('a file that a later build removed is missing, and its absence is not cached', async () => {
  const name = 'c.js';
  writeFileSync(join(folder, 'assets', name), 'old');
  const running = fastify();
  serveAssets(running, folder);
  rmSync(join(folder, 'assets', name));
  const answer = await running.inject({ url: `/assets/${name}` });
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, undefined]);
  await running.close();
});

test('nothing but what the build made is served', async () => {
  for (const name of ['other.js', '..%2Fsecret.js', 'a-1.js.br', '']) expect((await ask(name)).statusCode).toBe(404);
});
