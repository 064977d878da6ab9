import { sql } from 'kysely';
import type { Db } from '../database/tables.ts';

/**
 * Takes the turn at each of these for so long, or keeps it for so long from now; gives those it got. While one holds a turn
 * nobody else gets it, in this process or another; it ends by itself when its holder died. Who has its end (`now()` of the
 * transaction) to compare with calls this in a transaction.
 */
export async function acquireLeases(
  db: Db,
  holder: string,
  names: readonly string[],
  seconds: number,
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const { rows } = await sql<{ name: string }>`
    INSERT INTO turns (name, holder, ends_at)
    SELECT wanted.name, ${holder}::uuid, now() + make_interval(secs => ${seconds})
    FROM unnest(${names.toSorted()}::text[]) AS wanted (name)
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
      WHERE turns.holder = excluded.holder OR turns.ends_at <= now()
    RETURNING name`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Leaves a turn to the next. What came up since its holder looked last has nobody yet: look once more after this. */
export async function releaseLease(db: Db, holder: string, name: string): Promise<void> {
  await sql`DELETE FROM turns WHERE name = ${name} AND holder = ${holder}::uuid`.execute(db);
}
