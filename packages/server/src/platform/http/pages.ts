import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { addressOfPublished } from '@milepost/core/settings/addresses';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serveAssets } from './assets.ts';
import { serveDiagramFrame } from './diagram-frame.ts';
import { redirectMoved } from '../rest/moved.ts';

/**
 * The bootstrap data of a page. `movedTo`: its current URL, if the requested one contains a former path. `redirectTo`: the page to which
 * the visitor is redirected first. `late`: data that takes longer and follows at the end of the page, which does not wait for it.
 */
export type PageStart = object & {
  movedTo?: string | null;
  redirectTo?: string | undefined;
  late?: Promise<object | null>;
};

export interface PagesOptions {
  /** The folder of the built web application; holds index.html and assets/. */
  folder: string;
  /** The folder of the built frame that draws diagrams. */
  diagrams: string;
  /** The bootstrap data of a page: the viewer and the CSRF token. */
  bootstrap: (request: FastifyRequest, reply: FastifyReply) => Promise<PageStart>;
}

/** Serves the built web application: content-addressed files, cached for a year, and index.html with bootstrap data for other URLs. */
export async function servePages(server: FastifyInstance, options: PagesOptions): Promise<void> {
  const index = join(options.folder, 'index.html');
  if (!existsSync(index)) {
    server.setNotFoundHandler((request, reply) => notFound(request, reply));
    return;
  }
  const html = readFileSync(index, 'utf8');
  const sources = inlineScripts(html);
  const preloads = readPreloads(join(options.folder, 'preloads.json'));
  await server.register(fastifyStatic, {
    root: options.folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['assets/**'],
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=300'),
  });
  serveAssets(server, options.folder);
  serveDiagramFrame(server, options.diagrams);
  server.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (!wantsPage || isForMachines(request)) return notFound(request, reply);
    const known = addressOfPublished(request.url);
    if (known !== null) return redirectMoved(reply, known);
    const { movedTo, redirectTo, late, ...bootstrap } = await options.bootstrap(request, reply);
    if (movedTo) return redirectMoved(reply, movedTo);
    if (redirectTo) return reply.header('cache-control', 'no-store').redirect(redirectTo, 302);
    const page = html.replace(
      '<!--bootstrap-->',
      () => dataTag('bootstrap', bootstrap) + preloadTags(preloads, request.url),
    );
    return allowInline(reply, sources)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(late ? Readable.from(withLate(page, late)) : page);
  });
}

/** Hash sources of the inline scripts of a page, so that its content security policy allows no others. */
function inlineScripts(html: string): string {
  const scripts = [...html.matchAll(/<script>(?<code>.*?)<\/script>/gs)];
  return scripts
    .map(
      ({ groups }) =>
        ` 'sha256-${createHash('sha256')
          .update(groups?.['code'] ?? '')
          .digest('base64')}'`,
    )
    .join('');
}

function allowInline(reply: FastifyReply, sources: string): FastifyReply {
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  return policy === ''
    ? reply
    : reply.header(
        'content-security-policy',
        policy.replace("script-src 'self'", (own) => own + sources),
      );
}

/** Files that a page needs in addition to those of every page, by a pattern of its path; the build writes the list. */
interface Preload {
  path: RegExp;
  tags: string;
}

function readPreloads(file: string): Preload[] {
  if (!existsSync(file)) return [];
  const pages = JSON.parse(readFileSync(file, 'utf8')) as {
    path: string;
    headStart: string;
    modules: string[];
    styles: string[];
  }[];
  // The head-start script requests the data of the page, so it must not wait for other code to load.
  return pages.map(({ path, headStart, modules, styles }) => ({
    path: new RegExp(path),
    tags: [
      `<script type="module" async crossorigin fetchpriority="high" src="${headStart}"></script>`,
      ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
      ...modules.map((href) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${href}">`),
    ].join(''),
  }));
}

/** Preload tags for the code of a page, so that the browser fetches it before the application runs. */
function preloadTags(preloads: readonly Preload[], url: string): string {
  const [path = ''] = url.split('?');
  return preloads.find((preload) => preload.path.test(path))?.tags ?? '';
}

/**
 * A request for a file or for data, which gets no page. Browsers name HTML when they open a page: a project may be called
 * `vue.js`, and there is a page for `app.css` of a repository.
 */
function isForMachines({ url, headers }: FastifyRequest): boolean {
  const [path = ''] = url.split('?', 1);
  if (path.startsWith('/api/') || path.startsWith('/assets/')) return true;
  const isFile = /\.(js|css|map|woff2?|png|svg|ico|json)$/.test(path);
  return isFile && !(headers.accept ?? '').includes('text/html');
}

function notFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ message: '404 Not Found', error: '404 Not Found' });
}

/** The browser loads scripts and styles while the data is computed. */
async function* withLate(page: string, late: Promise<object | null>): AsyncGenerator<string> {
  const end = page.lastIndexOf('</body>');
  yield page.slice(0, end);
  yield dataTag('late', await late) + page.slice(end);
}

/** Data as an inert script element; `<` is escaped, so that no text can end the element. */
function dataTag(id: string, data: object | null): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}
