import type { UserId } from '@milepost/core/ids';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { SessionTable } from '../table.ts';

export type Session = Omit<
  Selectable<SessionTable>,
  'data' | 'idleMinutes' | 'impersonatorId' | 'impersonationReason'
> & {
  /** The administrator who acts as this person; null for a session of their own. */
  impersonatorName: string | null;
};

const sessionColumns = [
  'idHash',
  'publicId',
  'userId',
  'ip',
  'userAgent',
  'createdAt',
  'lastSeenAt',
  'expiresAt',
] as const;

/** Maximum age of a session, in days; longer if the configured idle time is longer. */
export const MAX_SESSION_DAYS = 90;

export async function insertSession(
  db: Db,
  {
    impersonation,
    ...session
  }: {
    idHash: Buffer;
    userId: UserId;
    ip: string | null;
    userAgent: string | null;
    idleMinutes: number;
    impersonation?: { byId: UserId; reason: string };
  },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      ...session,
      ...(impersonation && { impersonatorId: impersonation.byId, impersonationReason: impersonation.reason }),
      expiresAt: sql<Date>`now() + make_interval(mins => ${session.idleMinutes}::int)`,
    })
    .execute();
}

/** Records the use of a session, which extends it, unless an administrator acts as its person. */
export async function touchSession(db: Db, idHash: Buffer): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      lastSeenAt: sql<Date>`now()`,
      expiresAt: sql<Date>`CASE WHEN impersonator_id IS NOT NULL THEN expires_at ELSE least(now() + make_interval(mins => idle_minutes),
        created_at + greatest(make_interval(mins => idle_minutes), make_interval(days => ${MAX_SESSION_DAYS}::int))) END`,
    })
    .where('idHash', '=', idHash)
    .execute();
}

/** Seconds since the sign-in of a session; null when it has ended. */
export async function sessionAge(db: Db, idHash: Buffer): Promise<number | null> {
  const row = await db
    .selectFrom('sessions')
    .select(sql<number>`extract(epoch FROM now() - created_at)::int`.as('seconds'))
    .where('idHash', '=', idHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.seconds ?? null;
}

/** Active sessions, most recently used first. */
export async function sessionsOf(db: Db, userId: UserId): Promise<Session[]> {
  return db
    .selectFrom('sessions')
    .select(sessionColumns)
    .select(sql<string | null>`(SELECT name FROM users u WHERE u.id = impersonator_id)`.as('impersonatorName'))
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('publicId')
    .execute();
}

/** Deletes a session of a person by its public id; false when there is none. */
export async function deleteSession(db: Db, userId: UserId, publicId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where(sql`public_id::text`, '=', publicId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes a session; returns its person, null when there is none. */
export async function deleteSessionByHash(db: Db, idHash: Buffer): Promise<UserId | null> {
  const row = await db.deleteFrom('sessions').where('idHash', '=', idHash).returning('userId').executeTakeFirst();
  return row?.userId ?? null;
}

/** Whether this is an active session of this person. */
export async function isSessionOf(db: Db, idHash: Buffer, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('publicId')
    .where('idHash', '=', idHash)
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Ends every session of a person, except the one of the given hash: also those in which they act as others, and sign-ins that wait for
 * a second factor.
 */
export async function deleteSessions(db: Db, userId: UserId, except: Buffer | null = null): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((is) => is.or([is('userId', '=', userId), is('impersonatorId', '=', userId)]))
    .where(sql<boolean>`id_hash IS DISTINCT FROM ${except}::bytea`)
    .execute();
  await db.deleteFrom('pendingSignIns').where('userId', '=', userId).execute();
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute();
}
