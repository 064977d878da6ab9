import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { describe, expect, test as base } from 'vitest';
import { pixel } from '../../testing/build/uploads.ts';
import { fetchImage } from './fetch.ts';
import { presentHtml, proxyAddress, type RemoteImageMode } from './present.ts';
import { serveRemoteImages } from './serve.ts';

const secret = 's'.repeat(40);
const far = 'https://far.example/a.png?x=1&amp;y=2';

describe('images of other servers in rendered texts', () => {
  const shown = (mode: RemoteImageMode, html: string): string =>
    presentHtml({ remoteImages: { mode, limit: 1 }, baseUrl: 'http://milepost.test', secret }, html);

  base('are left as they are, led through the proxy, or become links', () => {
    const html = `<p><img src="${far}" alt="a plan" loading="lazy"></p>`;
    expect(shown('allow', html)).toBe(html);
    const address = proxyAddress(secret, 'https://far.example/a.png?x=1&y=2');
    expect(shown('proxy', html)).toBe(`<p><img src="${address}" alt="a plan" loading="lazy"></p>`);
    expect(shown('link', html)).toBe(`<p><a href="${far}" rel="nofollow noopener noreferrer">a plan</a></p>`);
    expect(shown('link', `<img src="${far}" alt="">`)).toContain(`>${far}</a>`);
  });

  base('are not linked within a link', () => {
    const html = `<a href="https://b.example"><img alt="plan" src="${far}"></a><img alt="other" src="${far}">`;
    expect(shown('link', html)).toBe(
      `<a href="https://b.example">plan</a><a href="${far}" rel="nofollow noopener noreferrer">other</a>`,
    );
  });

  base.each(['/-/project/1/uploads/x/a.png', 'http://milepost.test/a.png', 'data:image/png;base64,AAAA', 'a.png'])(
    '%s is a local image',
    (source) => {
      const html = `<img src="${source}" alt="x">`;
      expect(shown('proxy', html)).toBe(html);
      expect(shown('link', html)).toBe(html);
    },
  );

  base('other attributes are not taken for a URL', () => {
    const html = `<img alt="https://far.example/b.png" title=" src=" src="https://far.example/b.png">`;
    expect(shown('proxy', html)).not.toContain('src="https:');
  });
});

/** An image server, and a proxy that may call this machine. */
const test = base.extend<{ origin: { url: string; asked: string[]; answer: RequestListener } }>({
  // oxlint-disable-next-line no-empty-pattern
  origin: async ({}, use) => {
    const asked: string[] = [];
    const origin = {
      url: '',
      asked,
      answer: ((_request, response) => void response.end(pixel)) as RequestListener,
    };
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      origin.answer(request, response);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    origin.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await use(origin);
    server.closeAllConnections();
    server.close();
  },
});

describe('the proxy', () => {
  const proxy = (isLocalAllowed = true) => {
    const server = fastify({ routerOptions: { maxParamLength: 2_000 } });
    serveRemoteImages(server, { remoteImages: { mode: 'proxy', limit: 10_000 }, secret, isLocalAllowed });
    return (address: string, by = secret) => server.inject(proxyAddress(by, address));
  };

  test('passes an image on, and asks for it once', async ({ origin }) => {
    const get = proxy();
    const first = await get(`${origin.url}/a.png`);
    expect(first).toMatchObject({ statusCode: 200, rawPayload: Buffer.from(pixel) });
    expect(first.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, max-age=3600',
    });
    await Promise.all([get(`${origin.url}/a.png`), get(`${origin.url}/b.png`), get(`${origin.url}/b.png`)]);
    expect(origin.asked).toEqual(['/a.png', '/b.png']);
  });

  test('serves signed addresses alone', async ({ origin }) => {
    expect((await proxy()(`${origin.url}/a.png`, 'another secret')).statusCode).toBe(404);
    expect(origin.asked).toEqual([]);
  });

  test('calls neither this machine nor private networks, by digits, by name or by a redirect', async ({ origin }) => {
    const get = proxy(false);
    const { port } = new URL(origin.url);
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '10.0.0.1',
      '169.254.169.254',
      '[::ffff:127.0.0.1]',
      '0x7f.1',
    ])
      expect((await get(`http://${host}:${port}/a.png`)).statusCode).toBe(404);
    expect(origin.asked).toEqual([]);
    await expect(fetchImage('ftp://far.example/a.png', { limit: 1 })).rejects.toThrow('not an http or https address');
  });

  test('checks where a redirect leads, and follows few of them', async ({ origin }) => {
    origin.answer = (request, response) => {
      if (request.url === '/end') response.end(pixel);
      else response.writeHead(302, { location: request.url === '/one' ? '/end' : (request.url ?? '') }).end();
    };
    expect((await proxy()(`${origin.url}/one`)).statusCode).toBe(200);
    expect((await proxy()(`${origin.url}/round`)).statusCode).toBe(404);
    expect(origin.asked.filter((path) => path === '/round')).toHaveLength(4);
    origin.answer = (_request, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    await expect(fetchImage(origin.url, { limit: 1_000, isLocalAllowed: true })).rejects.toThrow(
      'not an http or https address',
    );
  });

  test('passes on only images within the size limit, whatever the headers say', async ({ origin }) => {
    const get = proxy();
    const answers: Record<string, [object, string | Uint8Array]> = {
      '/page': [{ 'content-type': 'image/png' }, '<script>alert(1)</script>'],
      '/drawing': [{ 'content-type': 'image/svg+xml' }, '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      '/large': [{}, Buffer.concat([pixel, Buffer.alloc(20_000)])],
      '/empty': [{}, ''],
    };
    origin.answer = ({ url = '' }, response) => {
      const [headers, body] = answers[url] ?? [{}, ''];
      // Chunked, without a content length.
      response.writeHead(200, headers as Record<string, string>).write(body || ' ');
      response.end();
    };
    for (const path of Object.keys(answers)) expect((await get(`${origin.url}${path}`)).statusCode).toBe(404);
    origin.answer = (_request, response) => void response.writeHead(500).end(pixel);
    expect((await get(`${origin.url}/broken`)).statusCode).toBe(404);
    // A failure is cached for a while too.
    expect((await get(`${origin.url}/broken`)).statusCode).toBe(404);
    expect(origin.asked.filter((path) => path === '/broken')).toHaveLength(1);
  });

  test('limits the number of concurrent fetches', async ({ origin }) => {
    const get = proxy();
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    origin.answer = (_request, response) => void held.then(() => response.end(pixel));
    const waiting = Array.from({ length: 16 }, (_, index) => get(`${origin.url}/${index}`));
    await expect.poll(() => origin.asked.length).toBe(16);
    expect((await get(`${origin.url}/one-more`)).statusCode).toBe(503);
    release();
    expect((await Promise.all(waiting)).every(({ statusCode }) => statusCode === 200)).toBe(true);
  });
});
