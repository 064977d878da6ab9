import type { FastifyInstance } from 'fastify';
import { renderMarkdownSync } from '../../../platform/markdown/render.ts';
import { guidePage } from '../commands/guide.ts';

/** The pages of the guide, to which answers link: `/-/guide/NAME`. */
export function addGuidePages(server: FastifyInstance): void {
  server.get<{ Params: { page: string } }>('/-/guide/:page', { schema: { hide: true } }, (request, reply) => {
    const page = request.params.page.replace(/\.md$/, '');
    const source = guidePage(page);
    if (source === null) return reply.callNotFound();
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(documentOf(source));
  });
}

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;overflow-wrap:break-word}' +
  'pre{overflow-x:auto}table{border-collapse:collapse}td,th{border:1px solid GrayText;padding:.25rem .5rem;text-align:start}' +
  '.table-scroll{overflow-x:auto}img{max-width:100%}.heading-anchor{display:none}';

/** Headings have the ids to which answers link; pictures are not served. */
function documentOf(source: string): string {
  const withoutPictures = source.replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '');
  const html = renderMarkdownSync(withoutPictures).replaceAll('user-content-', '');
  const title = /^# (.*)$/m.exec(source)?.[1] ?? 'Guide';
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped}</title><style>${STYLE}</style></head><body><main>${html}</main></body></html>`;
}
