import { NotFoundError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import { recordAudit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { DEFAULT_SESSION_MINUTES } from '../../../platform/config/stored.ts';
import { derivedFrom, randomLetters, sha256Of } from '../../../platform/util/tokens.ts';
import {
  deleteSession,
  deleteSessionByHash,
  deleteSessions,
  insertSession,
  sessionsOf,
  type Session,
} from '../store/sessions.ts';

/** The unverified credential of a request. */
export type Credentials = { by: 'token'; secret: string } | { by: 'session'; secret: string } | { by: 'nothing' };

/** Where a session was started; shown to its owner in the list of sessions. */
export interface Origin {
  ip: string | null;
  userAgent: string | null;
}

/** Starts a session and returns the secret for its cookie, which is stored nowhere else. */
export async function beginSession(
  db: Db,
  userId: UserId,
  origin: Origin,
  idleMinutes: number = DEFAULT_SESSION_MINUTES,
): Promise<string> {
  const secret = randomLetters(43);
  const userAgent = origin.userAgent?.slice(0, 500) ?? null;
  await insertSession(db, { idHash: sha256Of(secret), userId, ip: origin.ip, userAgent, idleMinutes });
  return secret;
}

/** The CSRF token of a session, required for changes with its cookie: other sites cannot know it. */
export function csrfTokenOf(sessionSecret: string): string {
  return derivedFrom(sessionSecret, 'csrf');
}

export async function signOut(db: Db, sessionSecret: string, address: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const id = await deleteSessionByHash(trx, sha256Of(sessionSecret));
    if (id === null) return;
    await recordAudit(trx, { viewer: { id }, address }, { kind: 'signed_out', of: { user: id }, what: 'Signed out' });
  });
}

/** The viewer's active sessions, most recently used first. */
export async function listSessions(ctx: Context): Promise<Session[]> {
  return sessionsOf(ctx.db, ctx.viewer.requireId());
}

/** Ends one of the viewer's sessions. Throws NotFoundError when there is none of this id. */
export async function revokeSession(ctx: Context, publicId: string): Promise<void> {
  const user = ctx.viewer.requireId();
  await ctx.transaction(async (trx) => {
    if (!(await deleteSession(trx, user, publicId))) throw new NotFoundError('Session');
    await recordAudit(trx, ctx, { kind: 'session_ended', of: { user }, what: 'Ended a session' });
  });
}

/** Ends all of the viewer's sessions, except the one of the given secret. */
export async function revokeSessions(ctx: Context, except: string | null): Promise<void> {
  const user = ctx.viewer.requireId();
  await ctx.transaction(async (trx) => {
    await deleteSessions(trx, user, except === null ? null : sha256Of(except));
    const what = except === null ? 'Ended all sessions' : 'Ended all other sessions';
    await recordAudit(trx, ctx, { kind: 'session_ended', of: { user }, what });
  });
}
