import type { FastifyReply } from 'fastify';

/**
 * A URL with the present full paths of groups and projects instead of former ones, as a segment of REST (`/groups/old%2Fpath`) or as the
 * path of a page (`/groups/old/path/-/epics`). Everything else of the URL stays, the query included. Null if there is nothing to replace.
 */
export function movedUrl(url: string, movedPaths: ReadonlyMap<string, string>): string | null {
  const end = url.search(/[?#]/);
  const pathname = end === -1 ? url : url.slice(0, end);
  let moved = pathname;
  for (const [from, to] of movedPaths) {
    moved = replaceSegments(moved, encodeURIComponent(from), encodeURIComponent(to));
    moved = replaceSegments(moved, encoded(from), encoded(to));
  }
  return moved === pathname ? null : moved + url.slice(pathname.length);
}

function encoded(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** Replaces whole segments only, wherever the letter case differs. */
function replaceSegments(pathname: string, from: string, to: string): string {
  // A group may be called like the version in REST's prefix.
  const start = pathname.startsWith('/api/v4/') ? '/api/v4'.length : 0;
  const at = `${pathname}/`.toLowerCase().indexOf(`/${from}/`.toLowerCase(), start);
  return at === -1 ? pathname : `${pathname.slice(0, at)}/${to}${pathname.slice(at + 1 + from.length)}`;
}

/** Browsers keep a 301 for ever, but a former path may be taken by another group: so this one is not stored. */
export function redirectMoved(reply: FastifyReply, url: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(url, 301);
}
