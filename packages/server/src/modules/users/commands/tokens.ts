import { isScope, type Scope } from '@milepost/core/accounts/access-tokens';
import { parseDay } from '@milepost/core/days';
import { ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { TokenId, UserId } from '@milepost/core/ids';
import { recordAudit, type AuditedNamespace } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { randomLetters, sha256Of } from '../../../platform/util/tokens.ts';
import { findUser } from './accounts.ts';
import { requireFactorInTime } from './factor-requirement.ts';
import { accessTokenPolicy } from '../policy.ts';
import { pluggedRevocations } from '../sockets.ts';
import { accessTokenById, insertAccessToken, revokeAccessToken, type AccessToken } from '../store/tokens.ts';

/** The prefix of every token, so that people and scanners recognize a leaked one. */
const TOKEN_PREFIX = 'mp-';

export interface NewAccessToken {
  userId: UserId;
  name: string;
  scopes: readonly string[];
  /** `YYYY-MM-DD`, the first day on which it is no longer valid; null for one without expiry. */
  expiresAt?: string | null;
}

/** Valid values of a new token. */
export interface CheckedToken {
  name: string;
  scopes: readonly Scope[];
  expiresAt: string | null;
  /** Of a group or project: the role. */
  accessLevel?: number;
}

export interface CreatedAccessToken {
  token: AccessToken;
  /** Shown once; only its hash is stored. */
  secret: string;
}

/** Creates a token for oneself, or as an administrator for anyone. */
export async function createAccessToken(ctx: Context, input: NewAccessToken): Promise<CreatedAccessToken> {
  ctx.require(accessTokenPolicy.create, input);
  const user = await findUser(ctx, input.userId);
  if (user.isBot) throw new ForbiddenError();
  const values = checkedToken(input);
  return ctx.transaction(async (trx) => {
    const created = await insertNewToken(ctx.within(trx), values, user.id);
    await recordToken(ctx, trx, 'access_token_created', created.token);
    return created;
  });
}

/** The values of a new token. Throws ValidationError. */
export function checkedToken(input: Omit<NewAccessToken, 'userId'>): CheckedToken {
  const name = input.name.trim();
  const scopes = [...new Set(input.scopes)].filter(isScope);
  const problems = {
    ...(name === '' && { name: ["can't be blank"] }),
    ...(name.length > 255 && { name: ['is too long (maximum is 255 characters)'] }),
    ...(scopes.length === 0 && { scopes: ["can't be blank"] }),
    ...(scopes.length < new Set(input.scopes).size && { scopes: ['can only contain available scopes'] }),
    ...(input.expiresAt && !isFuture(input.expiresAt) && { expires_at: ['must be a day in the future'] }),
  };
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  return { name, scopes, expiresAt: input.expiresAt ?? null };
}

/** A token, for its owner and administrators. Throws NotFoundError for everyone else. */
export async function findAccessToken(ctx: Context, id: TokenId): Promise<AccessToken> {
  const token = await accessTokenById(ctx.db, id);
  if (!token || !ctx.can(accessTokenPolicy.read, token)) throw new NotFoundError('Token');
  return token;
}

/** Revokes a token. Throws NotFoundError when the viewer has no such token. */
export async function revokeToken(ctx: Context, id: TokenId): Promise<void> {
  await ctx.transaction(async (trx) => {
    const token = await findAccessToken(ctx.within(trx), id);
    ctx.require(accessTokenPolicy.revoke, token);
    await revokeAccessToken(trx, id);
    await recordToken(ctx, trx, 'access_token_revoked', token);
    for (const follow of pluggedRevocations) await follow(trx, token.userId);
  });
}

const WEEK_DAYS = 7;

/**
 * Revokes a token and creates one with the same name and scopes, valid for a week by default. Tokens of groups and projects are
 * rotated by `rotateNamespaceToken`, which limits their expiry.
 */
export async function rotateToken(ctx: Context, id: TokenId, expiresAt?: string | null): Promise<CreatedAccessToken> {
  return ctx.transaction(async (trx) => {
    const within = ctx.within(trx);
    const token = await findAccessToken(within, id);
    ctx.require(accessTokenPolicy.rotate, token);
    const created = await replaceToken(within, token, expiresAt);
    await recordToken(ctx, trx, 'access_token_rotated', token);
    return created;
  });
}

const tokenEvents = {
  access_token_created: 'Created',
  access_token_rotated: 'Rotated',
  access_token_revoked: 'Revoked',
} as const;

/** Records what happened to a token: of a group or project in `namespace`, else of its person. */
export async function recordToken(
  ctx: Context,
  trx: Db,
  kind: keyof typeof tokenEvents,
  { id, name, scopes, userId }: AccessToken,
  namespace?: AuditedNamespace,
): Promise<void> {
  await recordAudit(trx, ctx, {
    kind,
    of: namespace ? { namespace } : { user: userId },
    target: {
      type: namespace ? `${namespace.kind === 'group' ? 'Group' : 'Project'}AccessToken` : 'PersonalAccessToken',
      id,
      details: name,
    },
    what: `${tokenEvents[kind]} an access token with the scopes ${scopes.join(', ')}`,
  });
}

/** Revokes a token and creates one with the same name and scopes, without a permission check. */
export async function replaceToken(
  ctx: Context,
  token: AccessToken,
  expiresAt?: string | null,
): Promise<CreatedAccessToken> {
  const until = expiresAt ?? dayIn(WEEK_DAYS);
  if (!isFuture(until)) throw new ValidationError({ expires_at: ['must be a day in the future'] });
  const wasInForce = await revokeAccessToken(ctx.db, token.id);
  if (!wasInForce || !token.isActive) throw new ValidationError({ base: ['Token already revoked or expired'] });
  const { name, scopes, accessLevel } = token;
  const role = accessLevel === null ? {} : { accessLevel };
  return insertNewToken(ctx, { name, scopes, ...role, expiresAt: until }, token.userId);
}

/** Creates a token of an account, without a permission check. */
export async function insertNewToken(ctx: Context, values: CheckedToken, userId: UserId): Promise<CreatedAccessToken> {
  await requireFactorInTime(ctx);
  const secret = `${TOKEN_PREFIX}${randomLetters(40)}`;
  const token = await insertAccessToken(ctx.db, { ...values, userId, tokenHash: sha256Of(secret) });
  return { token, secret };
}

/** The day `days` from today, in UTC, as `YYYY-MM-DD`. */
export function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

function isFuture(day: string): boolean {
  return parseDay(day) !== null && day > new Date().toISOString().slice(0, 10);
}
