import { sql } from 'kysely';
import type { Db } from '../platform/database/tables.ts';

/**
 * A checksum per table: two databases (or moments) with equal checksums have equal rows. Unlogged tables are left out: they are in no
 * backup, and a standby cannot read them.
 */
export async function fingerprint(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p' ORDER BY 1`.execute(db);
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ sum: string }>`
      SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '' ORDER BY t::text)), '') AS sum FROM ${sql.table(name)} t`.execute(
      db,
    );
    sums[name] = rows[0]?.sum ?? '';
  }
  return sums;
}
