import { isReservedName } from '@milepost/core/namespaces';
import { addressWithScope } from '@milepost/core/settings/addresses';
import { unofferedFeatures } from '@milepost/core/settings/entitlements';
import { type Feature, featureOfPage, hasFeature } from '@milepost/core/settings/features';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { movedUrl } from '../../../platform/rest/moved.ts';
import { visibleNamespace } from '../commands.ts';
import type { NamespaceKind } from '../table.ts';

/** `/groups/FULL/PATH` and `/FULL/PATH`, optionally followed by `/-/` and more; the settings of a project are at `/FULL/PATH/edit`. */
const GROUP_PAGE = /^\/groups\/(?!new\/?$)(.+?)(?:\/-(?:\/.*)?)?\/?$/;
const PROJECT_PAGE = /^\/((?!-\/|groups\/)[^/]+\/.+?)(?:\/edit|\/-(?:\/.*)?)?\/?$/;

/** How long a cached namespace counts as public after it stopped being so; the data requests of its page then report 404. */
const PUBLIC_FOR_MS = 10_000;
const MAX_PUBLIC = 1_000;

/** Caches the switched-off features of public namespaces, so that pages for anonymous viewers need no query. */
const publicPages = new WeakMap<Db, LRUCache<string, readonly Feature[]>>();

interface NamespaceOfPage {
  missingNamespace: string | null;
  /** The current URL of a page whose group or project has moved, or whose URL is of the form before 2020. */
  movedTo: string | null;
  /** The features that are switched off there, or left out by the plan. */
  disabledFeatures: readonly Feature[];
  /** Set for a page of a feature that is switched off: it is answered with 404. */
  isFound?: false;
}

/** Bootstrap data about the group or project in the URL of a page. */
export async function namespaceOfPage(ctx: Context, url: string): Promise<NamespaceOfPage> {
  const { missingNamespace, disabledFeatures, isSwitchedOff } = await stateOfPage(ctx, url);
  const movedTo = missingNamespace === null ? movedUrl(url, ctx.movedPaths) : addressWithScope(url);
  return { missingNamespace, movedTo, disabledFeatures, ...(isSwitchedOff && { isFound: false }) };
}

/**
 * The full path of the group or project in a page's address, if the viewer can see no part of it or the page belongs to a
 * feature that is switched off there; null otherwise. The page then shows its error at once, without requests for missing data.
 */
export async function missingNamespaceOf(ctx: Context, url: string): Promise<string | null> {
  return (await stateOfPage(ctx, url)).missingNamespace;
}

type StateOfPage = Pick<NamespaceOfPage, 'missingNamespace' | 'disabledFeatures'> & { isSwitchedOff?: boolean };

async function stateOfPage(ctx: Context, url: string): Promise<StateOfPage> {
  const pathname = pathnameOf(url);
  const group = GROUP_PAGE.exec(pathname)?.[1];
  const fullPath = group ?? PROJECT_PAGE.exec(pathname)?.[1];
  // Other pages begin with a name that no group can have, such as `/users/sign_in`.
  const isOfNamespace =
    fullPath !== undefined && (group !== undefined || !isReservedName(fullPath.split('/', 1)[0] ?? ''));
  if (!isOfNamespace) return { missingNamespace: null, disabledFeatures: [] };
  const disabledFeatures = await disabledIn(ctx, group === undefined ? 'project' : 'group', fullPath);
  if (disabledFeatures === null) return { missingNamespace: fullPath, disabledFeatures: [] };
  const feature = featureOfPage(pathname.split('/-/')[1] ?? '');
  const isOff = feature !== null && !hasFeature({ disabledFeatures }, feature);
  return { missingNamespace: isOff ? fullPath : null, disabledFeatures, isSwitchedOff: isOff };
}

/** The features switched off in the group or project of a page; null if the viewer can see no part of it. */
async function disabledIn(ctx: Context, kind: NamespaceKind, fullPath: string): Promise<readonly Feature[] | null> {
  const cached = ctx.viewer.id === null ? publicPagesOf(ctx.services.db) : null;
  const key = `${kind} ${fullPath.toLowerCase()}`;
  const known = cached?.get(key);
  if (known) return known;
  const found = await visibleNamespace(ctx, fullPath);
  if (found?.kind !== kind) return null;
  // A lookup through a former path is not cached, so that the next request is redirected as well.
  const unoffered = unofferedFeatures(found);
  if (ctx.movedPaths.size === 0) cached?.set(key, unoffered);
  return unoffered;
}

/** Only what is visible is cached: a missing group must be found as soon as it exists, and guessed paths must not fill it. */
function publicPagesOf(db: Db): LRUCache<string, readonly Feature[]> {
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
