import type { NamespaceId, SiteId } from '@milepost/core/ids';
import { sql, type Insertable, type Updateable } from 'kysely';
import { isOneOf } from '../../platform/database/one-of.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Site, SiteReport, SiteTable } from './table.ts';

/** Every site, in the order of their ids. */
export async function allSites(db: Db): Promise<Site[]> {
  return db.selectFrom('geoSites').selectAll().orderBy('id').execute();
}

export async function siteById(db: Db, id: SiteId): Promise<Site | null> {
  return (await db.selectFrom('geoSites').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Serializes changes of sites. */
export async function lockSites(trx: Db): Promise<void> {
  await sql`LOCK TABLE geo_sites IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
}

export async function insertSite(trx: Db, values: Insertable<SiteTable>): Promise<Site> {
  return trx.insertInto('geoSites').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function updateSite(trx: Db, id: SiteId, values: Updateable<SiteTable>): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await trx.updateTable('geoSites').set(values).where('id', '=', id).execute();
}

export async function deleteSite(trx: Db, id: SiteId): Promise<void> {
  await trx.deleteFrom('geoSites').where('id', '=', id).execute();
}

/** The groups that each site copies, by site; only for those of selective sync. */
export async function namespacesOfSites(db: Db, ids: readonly SiteId[]): Promise<ReadonlyMap<SiteId, NamespaceId[]>> {
  const rows = await db
    .selectFrom('geoSiteNamespaces')
    .selectAll()
    .where(isOneOf('siteId', ids))
    .orderBy('namespaceId')
    .execute();
  const found = new Map<SiteId, NamespaceId[]>();
  for (const { siteId, namespaceId } of rows) found.set(siteId, [...(found.get(siteId) ?? []), namespaceId]);
  return found;
}

export async function setNamespaces(trx: Db, siteId: SiteId, ids: readonly NamespaceId[]): Promise<void> {
  await trx.deleteFrom('geoSiteNamespaces').where('siteId', '=', siteId).execute();
  if (ids.length === 0) return;
  await trx
    .insertInto('geoSiteNamespaces')
    .values(ids.map((namespaceId) => ({ siteId, namespaceId })))
    .execute();
}

/** Those of these ids that are groups. */
export async function groupsAmong(db: Db, ids: readonly NamespaceId[]): Promise<ReadonlySet<NamespaceId>> {
  const rows = await db
    .selectFrom('namespaces')
    .select('id')
    .where(isOneOf('id', ids))
    .where('kind', '=', 'group')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Stores what a secondary reported. False if there is no secondary of this name. */
export async function saveReport(db: Db, name: string, report: SiteReport): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('geoSites')
    .set({ status: JSON.stringify(report), statusAt: sql<Date>`now()` })
    .where('name', '=', name)
    .where('isPrimary', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes one site the primary, and all others secondaries. */
export async function makePrimary(trx: Db, id: SiteId): Promise<void> {
  await trx.updateTable('geoSites').set({ isPrimary: false }).where('isPrimary', '=', true).execute();
  await trx
    .updateTable('geoSites')
    .set({ isPrimary: true, status: null, statusAt: null })
    .where('id', '=', id)
    .execute();
}

export async function countProjects(db: Db): Promise<number> {
  const row = await db
    .selectFrom('namespaces')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('kind', '=', 'project')
    .executeTakeFirstOrThrow();
  return row.count;
}
