import type { Services } from '../../../platform/context.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { callSite } from '../../../platform/sites/call.ts';
import { parsePosition, readLogState } from '../../../platform/sites/position.ts';
import { readMark } from '../../repositories/store/replicas.ts';
import { storedSize } from '../../uploads/store/copies.ts';
import { allSites, lockSites, makePrimary } from '../store.ts';
import { repositoriesAfter, uploadsAfter } from '../store/copies.ts';
import { promoteDatabase } from '../store/log.ts';
import { stateOfSite } from './call.ts';
import { currentSite } from './current.ts';
import { clearDemotion } from './follow.ts';

export type Promotion =
  | { outcome: 'is primary' }
  | { outcome: 'unknown site' }
  /** Files and repositories that the rows name and this site lacks. */
  | { outcome: 'incomplete'; uploads: number; repositories: number }
  /** `unreachable`: why the former primary could not be notified; null if it was. */
  | { outcome: 'promoted'; name: string; unreachable: unknown };

const DEMOTE_TIMEOUT_MS = 5_000;
const CATCH_UP_MS = 10_000;
const BATCH = 1_000;

/**
 * Makes this secondary the primary. `isForced`: even if files are missing. Continues a promotion that was interrupted after the database
 * accepted changes. Throws if the database cannot be promoted.
 */
export async function promoteSite(services: Services, { isForced }: { isForced: boolean }): Promise<Promotion> {
  const { db, site, baseUrl, dataDir } = services;
  const sites = await allSites(db);
  const { isStandby } = await readLogState(db);
  const row = currentSite(sites, { siteName: site.configuredName, baseUrl });
  if (!isStandby && (row === null || row.isPrimary)) return { outcome: 'is primary' };
  if (!row) return { outcome: 'unknown site' };
  site.name = row.name;
  if (!isForced) {
    const missing = await countMissing(services);
    if (missing.uploads + missing.repositories > 0) return { outcome: 'incomplete', ...missing };
  }
  const former = sites.find(({ isPrimary, id }) => isPrimary && id !== row.id);
  let unreachable: unknown = null;
  try {
    if (former) {
      const call = { method: 'POST', body: {}, signal: AbortSignal.timeout(DEMOTE_TIMEOUT_MS) } as const;
      await callSite(services, former.internalUrl, '/-/sites/demote', call);
      // It accepts no more changes: what it accepted before comes along.
      const { position } = await stateOfSite(services, former.internalUrl);
      await site.replayed.reaches(parsePosition(position) ?? 0n, CATCH_UP_MS);
    }
  } catch (error) {
    unreachable = error;
  }
  await clearDemotion(dataDir);
  if (isStandby && !(await promoteDatabase(db))) throw new Error('The database was not promoted within a minute');
  await db.transaction().execute(async (trx) => {
    await lockSites(trx);
    await makePrimary(trx, row.id);
    await recordAudit(
      trx,
      { viewer: { id: null }, address: null },
      { kind: 'site_changed', of: null, what: `Promoted the site ${row.name}` },
    );
  });
  return { outcome: 'promoted', name: row.name, unreachable };
}

/** Everything counts, whatever the site was limited to: the primary has to have it. */
async function countMissing({ db, dataDir, files }: Services): Promise<{ uploads: number; repositories: number }> {
  const everything = { id: 0 as never, selectiveSyncType: null };
  let uploads = 0;
  for (let after = 0; ;) {
    const rows = await uploadsAfter(db, everything, after, BATCH);
    for (const { secret, byteSize } of rows) if ((await storedSize(files, secret)) !== byteSize) uploads += 1;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH) break;
  }
  let repositories = 0;
  for (let after = 0; ;) {
    const rows = await repositoriesAfter(db, everything, { after, since: null, limit: BATCH });
    for (const { projectId, pushedAt } of rows) {
      const mark = await readMark(dataDir, projectId);
      if (mark?.pushedAt !== (pushedAt?.toISOString() ?? null)) repositories += 1;
    }
    after = rows.at(-1)?.projectId ?? after;
    if (rows.length < BATCH) break;
  }
  return { uploads, repositories };
}
