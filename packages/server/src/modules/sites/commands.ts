import { NotFoundError, ValidationError } from '@milepost/core/errors';
import type { NamespaceId, SiteId } from '@milepost/core/ids';
import { recordAudit } from '../../platform/audit.ts';
import type { Context, Trx } from '../../platform/context.ts';
import { violatedUniqueness } from '../../platform/database/violations.ts';
import type { Db } from '../../platform/database/tables.ts';
import { followerOf } from './commands/follow.ts';
import { sitePolicy } from './policy.ts';
import {
  allSites,
  deleteSite as deleteRow,
  groupsAmong,
  insertSite,
  lockSites,
  namespacesOfSites,
  setNamespaces,
  siteById,
  updateSite as updateRow,
} from './store.ts';
import type { Site } from './table.ts';

/** A site with the groups that it copies; null for everything. */
export interface SiteWithScope extends Site {
  namespaceIds: readonly NamespaceId[];
}

export interface SiteChanges {
  name?: string;
  url?: string;
  internalUrl?: string | null;
  isPrimary?: boolean;
  isEnabled?: boolean;
  filesMaxCapacity?: number;
  reposMaxCapacity?: number;
  verificationMaxCapacity?: number;
  containerRepositoriesMaxCapacity?: number;
  minimumReverificationInterval?: number;
  syncObjectStorage?: boolean;
  /** Null or empty: everything. */
  selectiveSyncType?: string | null;
  namespaceIds?: readonly NamespaceId[];
}

/** Every site. Throws ForbiddenError for everyone but administrators. */
export async function listSites(ctx: Context): Promise<SiteWithScope[]> {
  ctx.require(sitePolicy.manage, null);
  return withScopes(ctx.db, await allSites(ctx.db));
}

/** Throws NotFoundError, and ForbiddenError for everyone but administrators. */
export async function findSite(ctx: Context, id: SiteId): Promise<SiteWithScope> {
  ctx.require(sitePolicy.manage, null);
  const [site] = await withScopes(ctx.db, [await existing(ctx.db, id)]);
  if (!site) throw new NotFoundError('Site');
  return site;
}

/** Throws ValidationError, and ForbiddenError for everyone but administrators. */
export async function createSite(ctx: Context, changes: SiteChanges): Promise<SiteWithScope> {
  ctx.require(sitePolicy.manage, null);
  const { namespaceIds = [], ...values } = changes;
  const { name = '', url = '' } = values;
  requireValid({ ...changes, name, url });
  return change(ctx, name, async (trx) => {
    if (values.isPrimary && (await allSites(trx)).some(({ isPrimary }) => isPrimary)) {
      throw new ValidationError({ primary: ['is another site already'] });
    }
    const site = await insertSite(trx, {
      ...columnsOf(values),
      name: name.trim(),
      url,
      internalUrl: values.internalUrl || url,
      isPrimary: values.isPrimary ?? false,
    });
    await saveScope(trx, site.id, namespaceIds);
    return site.id;
  });
}

/** Throws NotFoundError, ValidationError, and ForbiddenError for everyone but administrators. */
export async function updateSite(ctx: Context, id: SiteId, changes: SiteChanges): Promise<SiteWithScope> {
  ctx.require(sitePolicy.manage, null);
  requireValid(changes);
  const { namespaceIds, isPrimary, ...values } = changes;
  return change(ctx, null, async (trx) => {
    const before = await existing(trx, id);
    if (isPrimary !== undefined && isPrimary !== before.isPrimary) {
      throw new ValidationError({ primary: ['cannot be changed: run "milepost site promote" at the other site'] });
    }
    if (before.isPrimary && values.isEnabled === false) {
      throw new ValidationError({ enabled: ['cannot be false for the primary'] });
    }
    const url = values.url ?? before.url;
    await updateRow(trx, id, {
      ...columnsOf(values),
      ...(values.name !== undefined && { name: values.name.trim() }),
      ...(values.url !== undefined && { url }),
      ...(values.internalUrl !== undefined && { internalUrl: values.internalUrl || url }),
    });
    if (namespaceIds) await saveScope(trx, id, namespaceIds);
    return id;
  });
}

/** Throws NotFoundError, ValidationError for the primary, and ForbiddenError for everyone but administrators. */
export async function deleteSite(ctx: Context, id: SiteId): Promise<void> {
  ctx.require(sitePolicy.manage, null);
  await ctx.transaction(async (trx) => {
    await lockSites(trx);
    const site = await existing(trx, id);
    if (site.isPrimary) throw new ValidationError({ primary: ['cannot be deleted'] });
    await deleteRow(trx, id);
    await recordAudit(trx, ctx, { kind: 'site_changed', of: null, what: `Removed the site ${site.name}` });
  });
  rereadRole(ctx);
}

/** Reads the role of this process at once: a server of a single site does so every few seconds, and meanwhile refuses what a new site forwards. */
function rereadRole({ services }: Context): void {
  void followerOf(services)?.beat();
}

/** Asks a secondary to try again what failed. Throws NotFoundError, and ForbiddenError for everyone but administrators. */
export async function retrySite(ctx: Context, id: SiteId): Promise<SiteWithScope> {
  ctx.require(sitePolicy.manage, null);
  await ctx.transaction(async (trx) => {
    await existing(trx, id);
    await updateRow(trx, id, { retryAt: new Date() });
  });
  return findSite(ctx, id);
}

async function existing(db: Db, id: SiteId): Promise<Site> {
  const site = await siteById(db, id);
  if (!site) throw new NotFoundError('Site');
  return site;
}

async function withScopes(db: Db, sites: readonly Site[]): Promise<SiteWithScope[]> {
  const scopes = await namespacesOfSites(
    db,
    sites.map(({ id }) => id),
  );
  return sites.map((site) => ({ ...site, namespaceIds: scopes.get(site.id) ?? [] }));
}

/** Runs a change that returns the id of its site. `created`: the name of a new one. */
async function change(
  ctx: Context,
  created: string | null,
  work: (trx: Trx) => Promise<SiteId>,
): Promise<SiteWithScope> {
  try {
    const id = await ctx.transaction(async (trx) => {
      await lockSites(trx);
      const changed = await work(trx);
      const { name } = await existing(trx, changed);
      const what = created === null ? `Changed the site ${name}` : `Added the site ${name}`;
      await recordAudit(trx, ctx, { kind: 'site_changed', of: null, what });
      return changed;
    });
    rereadRole(ctx);
    return await findSite(ctx, id);
  } catch (error) {
    if (violatedUniqueness(error) === 'geo_sites_name_is_unique') {
      throw new ValidationError({ name: ['has already been taken'] });
    }
    throw error;
  }
}

async function saveScope(trx: Trx, id: SiteId, namespaceIds: readonly NamespaceId[]): Promise<void> {
  const ids = [...new Set(namespaceIds)];
  const known = await groupsAmong(trx, ids);
  if (known.size < ids.length) throw new ValidationError({ selective_sync_namespace_ids: ['must be groups'] });
  await setNamespaces(trx, id, ids);
}

function columnsOf(values: Omit<SiteChanges, 'namespaceIds'>) {
  const {
    name: _name,
    url: _url,
    internalUrl: _internal,
    isPrimary: _primary,
    selectiveSyncType: type,
    ...rest
  } = values;
  const selectiveSyncType: 'namespaces' | null = type === 'namespaces' ? type : null;
  return type === undefined ? rest : { ...rest, selectiveSyncType };
}

const MAX_LENGTH = 255;

function requireValid({ name, url, internalUrl, selectiveSyncType }: SiteChanges): void {
  const problems: Record<string, string[]> = {};
  if (name !== undefined && name.trim() === '') problems['name'] = ["can't be blank"];
  else if (name !== undefined && name.length > MAX_LENGTH)
    problems['name'] = [`is too long (maximum is ${MAX_LENGTH} characters)`];
  if (url !== undefined && !isSiteUrl(url)) problems['url'] = ['must be an http or https URL'];
  if (internalUrl && !isSiteUrl(internalUrl)) problems['internal_url'] = ['must be an http or https URL'];
  if (selectiveSyncType && selectiveSyncType !== 'namespaces') {
    problems['selective_sync_type'] = ['must be namespaces'];
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
}

function isSiteUrl(text: string): boolean {
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
