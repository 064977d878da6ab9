import type { SavedViewId } from '@milepost/core/ids';
import { parseQuery, type Query } from '@milepost/core/query';
import { utcDayOf } from '@milepost/core/days';
import { openingFactsOf, type OpeningFacts } from '@milepost/core/roadmap/opening/facts';
import { isOverview } from '@milepost/core/roadmap/overview';
import type { StoredSettings } from '@milepost/core/roadmap/stored-settings';
import { filterQuery } from '@milepost/core/filters/address';
import { viewIdOf, type ViewKind } from '@milepost/core/views/views';
import type { Context, Services } from '../../../platform/context.ts';
import { snapshotOf } from '../../../platform/database/snapshot.ts';
import { ResponseCache } from '../../../platform/graphql/response-cache.ts';
import type { PublicBootstrap } from '../../../platform/rooms/module.ts';
import { nullIfNotFound } from '../../../platform/util/errors.ts';
import { NotFoundError, ValidationError } from '@milepost/core/errors';
import { visibleNamespace } from '../../namespaces/commands.ts';
import { mayUpdateView, visibleView } from '../../views/commands.ts';
import { openRoadmapLink } from '../commands/links.ts';
import { openingSampleOf } from '../store/opening.ts';
import { latestSettingsOf } from '../store/settings.ts';
import { listingOf, roadmapQueryOf } from './listing.ts';

/** Number of groups whose settings are sent with a page, so that navigating to one of them needs no request. */
const GROUPS = 30;

/** Roadmap data embedded in the page, so that its first query is the right one. */
export interface RoadmapBoot {
  /** The viewer's settings, by full path of the group. */
  settings: Record<string, StoredSettings>;
  /** The view in the address. */
  view: BootView | null;
  /** How the overview of the group in the address opens; null for any other address. The page does not wait for it. */
  overview: Promise<BootOverview | null> | null;
}

type BootOverview = OpeningFacts & { fullPath: string };

export interface BootView {
  id: string;
  kind: ViewKind;
  name: string;
  query: string;
  shared: boolean;
  lockVersion: number;
  mayUpdate: boolean;
}

/** `url`: path and parameters of the page. */
export async function bootOfRoadmaps(ctx: Context, url: string): Promise<RoadmapBoot> {
  const { pathname, search } = new URL(url, 'http://localhost');
  const fullPath = /^\/groups\/(.+)\/-\/roadmap\/?$/.exec(pathname)?.[1];
  const path = fullPath === undefined ? null : decoded(fullPath);
  const address = parseQuery(search);
  // If it fails, the page asks for it and shows why.
  const overview = path === null || !isOverview(address) ? null : bootOverview(ctx, path, address).catch(() => null);
  const [settings, view] = await Promise.all([
    ctx.viewer.id === null ? {} : latestSettingsOf(ctx.db, ctx.viewer.id, path, GROUPS),
    path === null ? null : bootView(ctx, viewIdOf(address)),
  ]);
  return { settings, view, overview };
}

/** Null for a group that the viewer cannot see, and for filters that no list can have: the page explains them. */
async function bootOverview(ctx: Context, fullPath: string, address: Query): Promise<BootOverview | null> {
  const filters = filterQuery('epics', address);
  const today = utcDayOf(new Date());
  const key = JSON.stringify([ctx.viewer.key, fullPath, filters, today]);
  try {
    const overview = await cached(ctx.services, key, async () => {
      // Until the next commit the viewer sees the same groups.
      const group = await visibleNamespace(ctx, fullPath);
      if (group?.kind !== 'group') throw new NotFoundError('Group');
      const listing = await listingOf(ctx, roadmapQueryOf(group, filters), { isWithinDates: false });
      const facts = openingFactsOf(await openingSampleOf(ctx, group, listing), today);
      return JSON.stringify({ fullPath: group.fullPath, ...facts });
    });
    return JSON.parse(overview) as BootOverview;
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof ValidationError) return null;
    throw error;
  }
}

/** Facts of overviews: groups are opened more often than they change. */
const caches = new WeakMap<Services, ResponseCache>();
const MAX_CHARACTERS = 2 * 1024 * 1024;
/** Of what depends on time only the day matters, and that is a part of the key. */
const MAX_AGE_MS = 3_600_000;

/** The text that `compute` returned since the last commit, else a new one. */
async function cached(services: Services, key: string, compute: () => Promise<string>): Promise<string> {
  const snapshot = () => snapshotOf(services.db);
  const cache =
    caches.get(services) ?? new ResponseCache({ snapshot, maxCharacters: MAX_CHARACTERS, maxAgeMs: MAX_AGE_MS });
  caches.set(services, cache);
  const found = await cache.get(key);
  if (typeof found !== 'function') return found.text;
  let text: string | null = null;
  try {
    text = await compute();
    return text;
  } finally {
    found(text === null ? null : { text, contentType: 'application/json' });
  }
}

async function bootView(ctx: Context, id: string | null): Promise<BootView | null> {
  const key = { id: Number(id) as SavedViewId, kind: 'roadmap' } as const;
  const view = id === null ? null : await visibleView(ctx, key);
  if (!view) return null;
  const { kind, name, query, isShared, lockVersion } = view;
  const mayUpdate = await mayUpdateView(ctx, view);
  return { id: String(view.id), kind, name, query, shared: isShared, lockVersion, mayUpdate };
}

/** The data of a page behind a public link. */
export interface SharedBoot {
  name: string;
  groupName: string;
  /** The group's name in the link's answers, without its ancestors. */
  fullPath: string;
  query: string;
}

/** The secret in the address of a shared page; null for any other page. */
function secretInPath(url: string): string | null {
  const secret = /^\/-\/shared\/roadmap\/([^/?#]+)\/?(?:[?#]|$)/.exec(url)?.[1];
  return secret === undefined ? null : decoded(secret);
}

/** Behind a public link every viewer is anonymous, even when signed in. */
export async function publicBootstrap(services: Services, url: string): Promise<PublicBootstrap | null> {
  const secret = secretInPath(url);
  if (secret === null) return null;
  const sharedRoadmap = await bootOfShared(services, secret);
  return { isFound: sharedRoadmap !== null, parts: { sharedRoadmap } };
}

/** Null for an invalid link, or one that is not a page. */
async function bootOfShared(services: Services, secret: string): Promise<SharedBoot | null> {
  const opened = await nullIfNotFound(openRoadmapLink(services, secret));
  if (opened?.link.kind !== 'page') return null;
  const { link, group } = opened;
  return { name: link.name, groupName: group.name, fullPath: group.path, query: link.query };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
