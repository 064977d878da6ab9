import type { FastifyReply } from 'fastify';

/**
 * A URL with the current full paths of groups and projects instead of former ones, as a segment of REST (`/groups/old%2Fpath`) or as the
 * path of a page (`/groups/old/path/-/epics`). The rest of the URL stays, including the query. Null if there is nothing to replace.
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

/** Replaces whole segments only, ignoring case. */
function replaceSegments(pathname: string, from: string, to: string): string {
  // Skips the prefix, because a group may be named like its segments.
  const start = pathname.startsWith('/api/v4/') ? '/api/v4'.length : 0;
  const at = `${pathname}/`.toLowerCase().indexOf(`/${from}/`.toLowerCase(), start);
  return at === -1 ? pathname : `${pathname.slice(0, at)}/${to}${pathname.slice(at + 1 + from.length)}`;
}

/** Redirects permanently, but without caching, because another group may take the former path. */
export function redirectMoved(reply: FastifyReply, url: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(url, 301);
}
