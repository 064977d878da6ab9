import { LRUCache } from 'lru-cache';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { movedUrl } from '../../../platform/rest/moved.ts';
import { visibleNamespace } from '../commands.ts';

/** `/groups/FULL/PATH` and `/FULL/PATH`, optionally followed by `/-/` and more; the settings of a project are at `/FULL/PATH/edit`. */
const GROUP_PAGE = /^\/groups\/(?!new\/?$)(.+?)(?:\/-(?:\/.*)?)?\/?$/;
const PROJECT_PAGE = /^\/((?!-\/|groups\/)[^/]+\/.+?)(?:\/edit|\/-(?:\/.*)?)?\/?$/;
const PLAIN_PAGES = new Set([
  'users/sign_in',
  'projects/new',
  'dashboard/todos',
  'users/sign_up',
  'users/password',
  'admin/abuse_reports',
  'admin/users',
  'admin/groups',
  'admin/projects',
  'admin/settings',
  'admin/jobs',
]);

/** How long a page may take a group or project for public that no longer is: its requests then report what is missing. */
const PUBLIC_FOR_MS = 10_000;
const MAX_PUBLIC = 1_000;

/** What anonymous viewers were found to see, so that their pages are sent without a statement. */
const publicPages = new WeakMap<Db, LRUCache<string, true>>();

interface NamespaceOfPage {
  missingNamespace: string | null;
  /** The present address of a page whose group or project has moved. */
  movedTo: string | null;
}

/** What a page should know of the group or project in its address. */
export async function namespaceOfPage(ctx: Context, url: string): Promise<NamespaceOfPage> {
  const missingNamespace = await missingNamespaceOf(ctx, url);
  return { missingNamespace, movedTo: missingNamespace === null ? movedUrl(url, ctx.movedPaths) : null };
}

/**
 * The full path of the group or project in a page's address, if the viewer can see no part of it; null otherwise. The page then
 * shows its error at once, without requests for missing data.
 */
export async function missingNamespaceOf(ctx: Context, url: string): Promise<string | null> {
  const pathname = pathnameOf(url);
  const group = GROUP_PAGE.exec(pathname)?.[1];
  const fullPath = group ?? PROJECT_PAGE.exec(pathname)?.[1];
  if (fullPath === undefined || PLAIN_PAGES.has(fullPath)) return null;
  const kind = group === undefined ? 'project' : 'group';
  const cached = ctx.viewer.id === null ? publicPagesOf(ctx.services.db) : null;
  const key = `${kind} ${fullPath.toLowerCase()}`;
  if (cached?.has(key)) return null;
  const found = await visibleNamespace(ctx, fullPath);
  if (found?.kind !== kind) return fullPath;
  // The next request for a former path is to be redirected as well.
  if (ctx.movedPaths.size === 0) cached?.set(key, true);
  return null;
}

/** Only what is visible is cached: a missing group must be found as soon as it exists, and guessed paths must not fill it. */
function publicPagesOf(db: Db): LRUCache<string, true> {
  let pages = publicPages.get(db);
  if (!pages) publicPages.set(db, (pages = new LRUCache({ max: MAX_PUBLIC, ttl: PUBLIC_FOR_MS })));
  return pages;
}

function pathnameOf(url: string): string {
  const pathname = url.split(/[?#]/, 1)[0] ?? '';
  try {
    return decodeURIComponent(pathname);
  } catch {
    return '';
  }
}
