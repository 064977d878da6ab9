import { scopesAllow, type Access, type Scope } from '@milepost/core/accounts/access-tokens';
import { DomainError, NotFoundError } from '@milepost/core/errors';
import type { TokenId, UserId } from '@milepost/core/ids';
import { anonymous, Viewer } from '@milepost/core/roles';
import type { Impersonator } from '../../../platform/audit.ts';
import { defineLoader } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { unlessUnwritable } from '../../../platform/files/unwritable.ts';
import { sha256Of } from '../../../platform/util/tokens.ts';
import type { Credentials } from '../../users/commands/sessions.ts';
import { touchSession } from '../../users/store/sessions.ts';
import { touchAccessToken } from '../../users/store/tokens.ts';
import type { User } from '../../users/store.ts';
import {
  ownerOfToken,
  peopleOfAccounts,
  personOfAccount,
  personOfSession,
  type KnownPerson,
  type TokenOwner,
} from '../store/identity.ts';

/** The viewer of a request, and the scopes of its token. */
export interface Identity {
  viewer: Viewer;
  user: User | null;
  scopes: readonly Scope[];
  /** The token of the request; null for a session or an anonymous request. */
  tokenId: TokenId | null;
  /** Of a session: until when the person must set up a second factor. Null for one who has it or does not need it. */
  twoFactorDeadline: Date | null;
  /** The administrator who acts as the user. */
  impersonator: Impersonator | null;
  /** The request has the cookie of a session that has ended. */
  hasEndedSession?: boolean;
}

/** The token is unknown, revoked or expired, or its owner is blocked. */
export class InvalidTokenError extends DomainError {
  override name = 'InvalidTokenError';
  readonly code = 'INVALID_TOKEN' as const;
  readonly kind = 'unauthenticated' as const;
  constructor() {
    super('Invalid token');
  }
}

/** The session of the cookie has ended: it was signed out, revoked or expired, or its person is blocked. */
class EndedSessionError extends DomainError {
  override name = 'EndedSessionError';
  readonly code = 'SESSION_ENDED' as const;
  readonly kind = 'unauthenticated' as const;
  constructor() {
    super('Your session has ended. Sign in again.');
  }
}

/** The token is valid, but lacks the scope: a read-only token cannot change anything. */
class InsufficientScopeError extends DomainError {
  override name = 'InsufficientScopeError';
  readonly code = 'INSUFFICIENT_SCOPE' as const;
  readonly kind = 'forbidden' as const;
  constructor() {
    super('The request requires higher privileges than provided by the access token.');
  }
}

/** A group requires a second factor, and the time to set it up is over. */
export class TwoFactorRequiredError extends DomainError {
  override name = 'TwoFactorRequiredError';
  readonly code = 'TWO_FACTOR_REQUIRED' as const;
  readonly kind = 'forbidden' as const;
  override readonly publicMessage = 'Set up two-factor authentication to continue.';
  constructor() {
    super('Set up two-factor authentication to continue.');
  }
}

/** Whether this request may do nothing but set up a second factor. */
export function mustSetUpFactor({ twoFactorDeadline }: Identity): boolean {
  return twoFactorDeadline !== null && twoFactorDeadline <= new Date();
}

/** An anonymous request has no token that could restrict it. */
const nobody: Identity = {
  viewer: anonymous,
  user: null,
  scopes: ['api'],
  tokenId: null,
  twoFactorDeadline: null,
  impersonator: null,
};

/** Use is recorded at most this often, because every read would otherwise be a write. */
const NOTED_EVERY_MS = 5 * 60_000;

/**
 * Identifies the viewer of a request in one statement. An ended session is anonymous, see `requireSession`; an invalid token throws
 * InvalidTokenError, because its sender expects an identity. `address`: from where; it is kept with the token.
 */
export async function identify(
  { db }: { db: Db },
  credentials: Credentials,
  address: string | null = null,
): Promise<Identity> {
  if (credentials.by === 'nothing') return nobody;
  const hash = sha256Of(credentials.secret);
  if (credentials.by === 'session') {
    const person = await personOfSession(db, hash);
    if (!person) return { ...nobody, hasEndedSession: true };
    if (isStale(person)) await unlessUnwritable(touchSession(db, hash));
    const { user, twoFactorDeadline, impersonator } = person;
    return { viewer: viewerOf(person), user, scopes: ['api'], tokenId: null, twoFactorDeadline, impersonator };
  }
  const holder = await ownerOfToken(db, hash);
  if (!holder) throw new InvalidTokenError();
  if (isStale(holder) || isNewAddress(holder, address)) noteUse(db, holder.tokenId, address);
  const { user, scopes, tokenId } = holder;
  return { viewer: viewerOf(holder), user, scopes, tokenId, twoFactorDeadline: null, impersonator: null };
}

/** Throws EndedSessionError for the cookie of a session that has ended. */
export function requireSession({ hasEndedSession }: Identity): void {
  if (hasEndedSession) throw new EndedSessionError();
}

/** Throws InsufficientScopeError when the request's token lacks the scope. */
export function requireScope(identity: Identity, access: Access): void {
  if (!scopesAllow(identity.scopes, access)) throw new InsufficientScopeError();
}

/** A person as a viewer, by account: for jobs and the command line. Throws NotFoundError if they cannot sign in. */
export async function viewerOfAccount(db: Db, userId: UserId): Promise<Viewer> {
  const person = await personOfAccount(db, userId);
  if (!person) throw new NotFoundError('User');
  return viewerOf(person);
}

/** Several people as viewers, to check what each may see; those who cannot sign in are left out. */
export async function viewersOfAccounts(db: Db, userIds: readonly UserId[]): Promise<Viewer[]> {
  if (userIds.length === 0) return [];
  return (await peopleOfAccounts(db, userIds)).map(viewerOf);
}

/** The same by account. */
export const viewersById = defineLoader<UserId, Viewer>('viewersById', async (ctx, ids) => {
  const viewers = await viewersOfAccounts(ctx.db, ids);
  return new Map(viewers.flatMap((viewer) => (viewer.id === null ? [] : [[viewer.id, viewer]])));
});

function viewerOf({ user, memberships }: KnownPerson): Viewer {
  return new Viewer(user.id, user.isAdmin, new Map(memberships), null, user.isBot);
}

function isNewAddress({ usedFrom }: TokenOwner, address: string | null): boolean {
  return address !== null && !usedFrom.includes(address);
}

/** The tokens whose use is being recorded, by database. */
const noting = new WeakMap<Db, Set<TokenId>>();

/** Records the use of a token. The request does not wait for it, and each token has one such statement at a time. */
function noteUse(db: Db, id: TokenId, address: string | null): void {
  const ids = noting.get(db) ?? new Set<TokenId>();
  noting.set(db, ids);
  if (ids.has(id)) return;
  ids.add(id);
  touchAccessToken(db, id, address)
    // The next use records it; a request does not fail for it.
    .catch(() => undefined)
    .finally(() => ids.delete(id));
}

function isStale({ usedAt }: KnownPerson): boolean {
  return usedAt === null || Date.now() - usedAt.getTime() > NOTED_EVERY_MS;
}
