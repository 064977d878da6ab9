import { NotFoundError, UnauthenticatedError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { derivedFrom, randomLetters, sha256Of } from '../../../platform/tokens.ts';
import {
  deleteSession,
  deleteSessionByHash,
  deleteSessions,
  insertSession,
  sessionsOf,
  type Session,
} from '../store/sessions.ts';

/** How a request says who it is from; the secret is still to be checked. */
export type Credentials = { by: 'token'; secret: string } | { by: 'session'; secret: string } | { by: 'nothing' };

/** Where a session was begun from; shown to its owner in the list of sessions. */
export interface Origin {
  ip: string | null;
  userAgent: string | null;
}

/** Begins a session and gives the secret for its cookie, which is kept nowhere else. */
export async function beginSession(db: Db, userId: UserId, origin: Origin): Promise<string> {
  const secret = randomLetters(43);
  const userAgent = origin.userAgent?.slice(0, 500) ?? null;
  await insertSession(db, { idHash: sha256Of(secret), userId, ip: origin.ip, userAgent });
  return secret;
}

/** The token that changes made with this session's cookie must carry: no other site can know it. */
export function csrfTokenOf(sessionSecret: string): string {
  return derivedFrom(sessionSecret, 'csrf');
}

export async function signOut(db: Db, sessionSecret: string): Promise<void> {
  await deleteSessionByHash(db, sha256Of(sessionSecret));
}

/** The viewer's own sessions that still hold, the last used first. */
export async function listSessions(ctx: Context): Promise<Session[]> {
  return sessionsOf(ctx.db, ownId(ctx));
}

/** Ends one of the viewer's own sessions. Throws NotFoundError when there is none of this id. */
export async function revokeSession(ctx: Context, publicId: string): Promise<void> {
  const isGone = await deleteSession(ctx.db, ownId(ctx), publicId);
  if (!isGone) throw new NotFoundError('Session');
}

/** Ends all of the viewer's own sessions, but for the one where a secret is given. */
export async function revokeSessions(ctx: Context, besides: string | null): Promise<void> {
  await deleteSessions(ctx.db, ownId(ctx), besides === null ? null : sha256Of(besides));
}

function ownId(ctx: Context): UserId {
  if (ctx.viewer.id === null) throw new UnauthenticatedError();
  return ctx.viewer.id;
}
