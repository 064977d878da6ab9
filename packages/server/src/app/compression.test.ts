import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { test } from '../testing/http.ts';

test('long responses are compressed for clients that accept it, in GraphQL and REST', async ({ server }) => {
  const query = '{ __schema { types { name description fields { name description } } } }';
  const ask = (encoding?: string) =>
    server.inject({
      method: 'POST',
      url: '/api/graphql',
      headers: encoding ? { 'accept-encoding': encoding } : {},
      payload: { query },
    });
  const plain = await ask();
  expect(plain.headers['content-encoding']).toBeUndefined();
  const brotli = await ask('gzip, deflate, br');
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
  expect(brotli.rawPayload.length * 5).toBeLessThan(plain.body.length);
  const gzip = await ask('gzip');
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);

  const description = await server.inject({ url: '/api/v4/openapi.json', headers: { 'accept-encoding': 'br' } });
  expect(description.headers['content-encoding']).toBe('br');
});

test('short responses are not compressed, and neither are pages, whose CSRF token compression could reveal', async ({
  server,
}) => {
  const headers = { 'accept-encoding': 'br, gzip' };
  const version = await server.inject({ url: '/api/v4/version', headers });
  expect(version.headers['content-encoding']).toBeUndefined();
  const page = await server.inject({ url: '/users/sign_in', headers: { ...headers, accept: 'text/html' } });
  expect(page.headers['content-encoding']).toBeUndefined();
});
