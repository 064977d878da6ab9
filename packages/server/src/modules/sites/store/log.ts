import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

/** The timeline that this database writes; each promotion of a standby starts the next one. Not for standbys. */
export async function timelineOf(db: Db): Promise<number> {
  const { rows } = await sql<{ file: string }>`SELECT pg_walfile_name(pg_current_wal_lsn()) AS file`.execute(db);
  return Number.parseInt(rows[0]?.file.slice(0, 8) ?? '0', 16);
}

/** Makes a standby accept changes and waits until it does, at most a minute. Returns whether it does. */
export async function promoteDatabase(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isPromoted: boolean }>`SELECT pg_promote(true, 60) AS is_promoted`.execute(db);
  return rows[0]?.isPromoted ?? false;
}
