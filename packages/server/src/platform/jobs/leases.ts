import { sql } from 'kysely';
import type { Db } from '../database/tables.ts';

/**
 * Acquires each of these leases for a duration, or extends it; returns those it got. A held lease excludes all other holders,
 * in this process and others; it expires if its holder dies. A caller that compares other times with
 * its end (based on `now()`) must call this in the same transaction.
 */
export async function acquireLeases(
  db: Db,
  holder: string,
  names: readonly string[],
  seconds: number,
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const { rows } = await sql<{ name: string }>`
    INSERT INTO leases (name, holder, ends_at)
    SELECT wanted.name, ${holder}::uuid, now() + make_interval(secs => ${seconds})
    FROM unnest(${names.toSorted()}::text[]) AS wanted (name)
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
      WHERE leases.holder = excluded.holder OR leases.ends_at <= now()
    RETURNING name`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Releases a lease. The caller must then check once more for work that arrived since its last check: nobody else processes it. */
export async function releaseLease(db: Db, holder: string, name: string): Promise<void> {
  await sql`DELETE FROM leases WHERE name = ${name} AND holder = ${holder}::uuid`.execute(db);
}
