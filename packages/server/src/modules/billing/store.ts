import type { NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { countSeats } from '../members/store/seats.ts';
import type { Plan } from '../entitlements/store.ts';

/** Raises the highest number of seats in the running term; a new term begins with this number. */
export async function raisePeak(db: Db, { namespaceId, startsOn }: Plan, seats: number): Promise<void> {
  await db
    .insertInto('seatPeaks')
    .values({ namespaceId, startsOn, seats })
    .onConflict((conflict) =>
      conflict.column('namespaceId').doUpdateSet({
        startsOn,
        seats: sql<number>`CASE WHEN seat_peaks.starts_on = excluded.starts_on
          THEN greatest(seat_peaks.seats, excluded.seats) ELSE excluded.seats END`,
      }),
    )
    .execute();
}

/** The seats in use, and the highest number of the running term. Without a plan there is no term. */
export async function seatsOf(
  db: Db,
  rootId: NamespaceId,
  plan: Plan | null,
): Promise<{ inUse: number; maxUsed: number }> {
  const inUse = await countSeats(db, rootId);
  if (!plan) return { inUse, maxUsed: inUse };
  const peak = await db
    .selectFrom('seatPeaks')
    .select('seats')
    .where('namespaceId', '=', rootId)
    .where('startsOn', '=', plan.startsOn)
    .executeTakeFirst();
  return { inUse, maxUsed: Math.max(inUse, peak?.seats ?? 0) };
}

/** All plans, for the daily count. */
export async function plansAfter(db: Db, after: NamespaceId, limit: number): Promise<Plan[]> {
  return db
    .selectFrom('plans')
    .selectAll()
    .where('namespaceId', '>', after)
    .orderBy('namespaceId')
    .limit(limit)
    .execute();
}
