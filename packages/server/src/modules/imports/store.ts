import type { ImportId, NamespaceId, UserId } from '@milepost/core/ids';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { ImportReport, ImportState, ImportTable } from './table.ts';

/** An uploaded archive and its import. */
export type Import = Selectable<ImportTable>;

export interface NewImport {
  userId: UserId | null;
  /** The original file name. */
  fileName: string;
  /** Relative to the data folder. */
  storedAs: string;
  size: number;
  intoPath: string | null;
  name: string | null;
}

export async function insertImport(trx: Db, values: NewImport): Promise<Import> {
  const reservedId = sql<NamespaceId>`nextval(pg_get_serial_sequence('namespaces', 'id'))`;
  return trx
    .insertInto('imports')
    .values({ ...values, reservedId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function importById(db: Db, id: ImportId): Promise<Import | null> {
  return (await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The latest import into a namespace, existing or not; null when there was none. */
export async function latestImportOf(db: Db, namespaceId: NamespaceId): Promise<Import | null> {
  const found = await db
    .selectFrom('imports')
    .selectAll()
    .where((is) => is.or([is('namespaceId', '=', namespaceId), is('reservedId', '=', namespaceId)]))
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return found ?? null;
}

export async function latestImports(db: Db, limit: number, offset: number): Promise<{ rows: Import[]; total: number }> {
  const rows = await db
    .selectFrom('imports')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await db
    .selectFrom('imports')
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** Imports that were started or queued and have not ended. */
export async function unfinishedImports(db: Db): Promise<Import[]> {
  const waiting: ImportState[] = ['uploaded', 'running'];
  return db.selectFrom('imports').selectAll().where('state', 'in', waiting).orderBy('id').execute();
}

/** Finished imports whose archive still exists. */
export async function importsToTidy(db: Db): Promise<Import[]> {
  const over: ImportState[] = ['finished', 'failed'];
  return db.selectFrom('imports').selectAll().where('state', 'in', over).where('storedAs', 'is not', null).execute();
}

/** The archives that are still needed, relative to the data folder. */
export async function storedArchives(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('imports').select('storedAs').where('storedAs', 'is not', null).execute();
  return rows.flatMap(({ storedAs }) => storedAs ?? []);
}

/** Marks an import as running; returns the number of attempts including this one. */
export async function markImportStarted(db: Db, id: ImportId): Promise<number> {
  const { attempts } = await db
    .updateTable('imports')
    .set({
      state: 'running',
      attempts: sql`attempts + 1`,
      startedAt: sql`coalesce(started_at, now())`,
      phase: null,
      done: 0,
      total: 0,
    })
    .where('id', '=', id)
    .returning('attempts')
    .executeTakeFirstOrThrow();
  return attempts;
}

export async function saveImportProgress(
  db: Db,
  id: ImportId,
  at: { phase: string; done: number; total: number },
): Promise<void> {
  await db.updateTable('imports').set(at).where('id', '=', id).where('state', '=', 'running').execute();
}

/** Called in the merging transaction, so that the import is finished exactly when its data is committed. */
export async function markImportFinished(
  trx: Db,
  id: ImportId,
  { report, namespaceId }: { report: ImportReport; namespaceId: NamespaceId },
): Promise<void> {
  await trx
    .updateTable('imports')
    .set({
      state: 'finished',
      report: JSON.stringify(report) as unknown as ImportReport,
      namespaceId,
      phase: null,
      finishedAt: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function markImportFailed(db: Db, id: ImportId, error: string): Promise<void> {
  await db
    .updateTable('imports')
    .set({ state: 'failed', error, phase: null, finishedAt: sql`now()` })
    .where('id', '=', id)
    .where('state', '<>', 'finished')
    .execute();
}

/** Records that the archive was deleted. */
export async function markArchiveDeleted(db: Db, id: ImportId): Promise<void> {
  await db.updateTable('imports').set({ storedAs: null }).where('id', '=', id).execute();
}

const RUNNING = 7_205_012;

/**
 * Runs `work` while holding the lease of imports: they run one at a time across all servers, so that other jobs have capacity.
 * The lease is an advisory lock of the connection that `work` gets, so a killed server releases it at once. Returns false without
 * running when another process holds it.
 */
export async function withImportLease(db: Db, work: (connection: Db) => Promise<void>): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ held: boolean }>`SELECT pg_try_advisory_lock(${RUNNING}) AS held`.execute(connection);
    if (!rows[0]?.held) return false;
    try {
      await work(connection);
    } finally {
      await sql`SELECT pg_advisory_unlock(${RUNNING})`.execute(connection).catch(() => {});
    }
    return true;
  });
}
