import type { Context } from '../../../platform/context.ts';
import { visibleNamespace } from '../commands.ts';

/** `/groups/FULL/PATH` and `/FULL/PATH`, optionally followed by `/-/` and more. */
const GROUP_PAGE = /^\/groups\/(?!new\/?$)(.+?)(?:\/-(?:\/.*)?)?\/?$/;
const PROJECT_PAGE = /^\/((?!-\/|groups\/)[^/]+\/.+?)(?:\/-(?:\/.*)?)?\/?$/;
const PLAIN_PAGES = new Set(['users/sign_in', 'projects/new', 'dashboard/todos', 'admin/abuse_reports']);

/**
 * The full path of the group or project in a page's address, if the viewer can see no part of it; null otherwise. The page then
 * shows its error at once, without requests for missing data.
 */
export async function missingNamespaceOf(ctx: Context, url: string): Promise<string | null> {
  const pathname = pathnameOf(url);
  const group = GROUP_PAGE.exec(pathname)?.[1];
  const fullPath = group ?? PROJECT_PAGE.exec(pathname)?.[1];
  if (fullPath === undefined || PLAIN_PAGES.has(fullPath)) return null;
  const found = await visibleNamespace(ctx, fullPath);
  return found?.kind === (group === undefined ? 'project' : 'group') ? null : fullPath;
}

function pathnameOf(url: string): string {
  const pathname = url.split(/[?#]/, 1)[0] ?? '';
  try {
    return decodeURIComponent(pathname);
  } catch {
    return '';
  }
}
