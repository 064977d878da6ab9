import { isScope, type Scope } from '@milepost/core/accounts/access-tokens';
import { parseDay } from '@milepost/core/days';
import {
  ForbiddenError,
  NotAllowedError,
  NotFoundError,
  UnauthenticatedError,
  ValidationError,
} from '@milepost/core/errors';
import type { TokenId, UserId } from '@milepost/core/ids';
import { recordAudit, type AuditedNamespace } from '../../../platform/audit.ts';
import type { Context, Trx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { randomLetters, sha256Of } from '../../../platform/util/tokens.ts';
import { findUser } from './accounts.ts';
import { requireFactorInTime } from './factor-requirement.ts';
import { accessTokenPolicy, requireOwnHands } from '../policy.ts';
import { pluggedRevocations } from '../sockets.ts';
import {
  accessTokenById,
  insertAccessToken,
  markRotated,
  revokeAccessToken,
  revokeFamily,
  rotatedToken,
  type AccessToken,
} from '../store/tokens.ts';

/** The prefix of every token, so that people and scanners recognize a leaked one. */
const TOKEN_PREFIX = 'mp-';

export interface NewAccessToken {
  userId: UserId;
  name: string;
  description?: string | null | undefined;
  scopes: readonly string[];
  /** `YYYY-MM-DD`, the first day on which it is no longer valid; null for one without expiry. */
  expiresAt?: string | null;
}

/** Valid values of a new token. */
export interface CheckedToken {
  name: string;
  description: string | null;
  scopes: readonly Scope[];
  expiresAt: string | null;
  /** Of a group or project: the role. */
  accessLevel?: number;
  /** Of a token that replaces another one. */
  familyId?: TokenId;
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
  const values = checkedToken({ ...input, expiresAt: input.expiresAt ?? defaultExpiry(ctx) });
  requireWithinLimit(ctx, values.expiresAt);
  return ctx.transaction((trx) => issueToken(ctx, trx, values, user.id));
}

/** The values of a new token. Throws ValidationError. */
function checkedToken(input: Omit<NewAccessToken, 'userId'>): CheckedToken {
  const name = input.name.trim();
  const description = input.description?.trim() || null;
  const scopes = [...new Set(input.scopes)].filter(isScope);
  const problems = {
    ...(name === '' && { name: ["can't be blank"] }),
    ...(name.length > 255 && { name: ['is too long (maximum is 255 characters)'] }),
    ...(description !== null &&
      description.length > 255 && { description: ['is too long (maximum is 255 characters)'] }),
    ...(scopes.length === 0 && { scopes: ["can't be blank"] }),
    ...(scopes.length < new Set(input.scopes).size && { scopes: ['can only contain available scopes'] }),
    ...(input.expiresAt && !isFuture(input.expiresAt) && { expires_at: ['must be a day in the future'] }),
  };
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  return { name, description, scopes, expiresAt: input.expiresAt ?? null };
}

/** The values of a new token of a group, project or service account: valid for a year at most, and by default. Throws ValidationError. */
export function checkedYearToken(input: Omit<NewAccessToken, 'userId'>): CheckedToken & { expiresAt: string } {
  const expiresAt = input.expiresAt ?? dayIn(MAX_TOKEN_DAYS);
  const values = checkedToken({ ...input, expiresAt });
  requireWithinAYear(expiresAt);
  return { ...values, expiresAt };
}

/** A token, for its owner and administrators. Throws NotFoundError for everyone else. */
export async function findAccessToken(ctx: Context, id: TokenId): Promise<AccessToken> {
  const token = await accessTokenById(ctx.db, id);
  if (!token || !ctx.can(accessTokenPolicy.read, token)) throw new NotFoundError('Token');
  return token;
}

/** Revokes a token. Throws NotFoundError when the viewer has no such token. */
export async function revokeToken(ctx: Context, id: TokenId): Promise<void> {
  requireOwnHands(ctx);
  await ctx.transaction(async (trx) => {
    const token = await findAccessToken(ctx.within(trx), id);
    ctx.require(accessTokenPolicy.revoke, token);
    await endToken(ctx, trx, token);
    for (const follow of pluggedRevocations) await follow(trx, token.userId);
  });
}

const WEEK_DAYS = 7;
/** Default and maximum validity of a token of a group, project or service account, in days. */
const MAX_TOKEN_DAYS = 365;

/**
 * Revokes a token and creates one with the same name and scopes, valid for a week by default. Throws NotAllowedError for tokens of groups
 * and projects: `rotateNamespaceToken` rotates them, and limits their expiry. Throws UnauthenticatedError for one that is not in force.
 */
export async function rotateToken(ctx: Context, id: TokenId, expiresAt?: string | null): Promise<CreatedAccessToken> {
  return rotated(ctx, async (trx) => {
    const within = ctx.within(trx);
    const token = await findAccessToken(within, id);
    if (token.accessLevel !== null) throw new NotAllowedError('The token is one of a group or project');
    ctx.require(accessTokenPolicy.rotate, token);
    if (expiresAt) requireWithinLimit(ctx, expiresAt);
    // Of a service account.
    if (expiresAt && (await findUser(within, token.userId)).isBot) requireWithinAYear(expiresAt);
    return replaceToken(ctx, trx, token, expiresAt ?? weekWithinLimit(ctx));
  });
}

/**
 * Commits a rotation. One of a token that is not in force creates nothing, but revokes its family if it was rotated before; that must be
 * kept although the call fails. Throws UnauthenticatedError then.
 */
export async function rotated(
  ctx: Context,
  rotate: (trx: Trx) => Promise<CreatedAccessToken | null>,
): Promise<CreatedAccessToken> {
  const created = await ctx.transaction(rotate);
  if (created === null) throw new UnauthenticatedError();
  return created;
}

/** Revokes the family of a token that was replaced, if this is the hash of one: somebody used it to rotate again. */
export async function endFamilyOfReused(ctx: Context, tokenHash: Buffer): Promise<void> {
  const token = await rotatedToken(ctx.db, tokenHash);
  if (token) await ctx.transaction((trx) => endFamily(ctx, trx, token));
}

async function endFamily(ctx: Context, trx: Trx, { familyId }: AccessToken): Promise<void> {
  if (familyId === null) return;
  for (const token of await revokeFamily(trx, familyId)) {
    await recordAudit(trx, ctx, {
      kind: 'access_token_revoked',
      of: { user: token.userId },
      target: { type: 'PersonalAccessToken', id: token.id, details: token.name },
      what: 'Revoked an access token, because one that it had replaced was used to rotate again',
    });
    for (const follow of pluggedRevocations) await follow(trx, token.userId);
  }
}

const tokenEvents = {
  access_token_created: 'Created',
  access_token_rotated: 'Rotated',
  access_token_revoked: 'Revoked',
} as const;

/** Records what happened to a token: of a group or project in `namespace`, else of its person. */
async function recordToken(
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

/** Creates a token of an account, in a transaction and without a permission check. `namespace`: whose audit log has it. */
export async function issueToken(
  ctx: Context,
  trx: Trx,
  values: CheckedToken,
  userId: UserId,
  namespace?: AuditedNamespace,
): Promise<CreatedAccessToken> {
  const created = await insertNewToken(ctx.within(trx), values, userId);
  await recordToken(ctx, trx, 'access_token_created', created.token, namespace);
  return created;
}

/** Revokes a token, likewise. */
export async function endToken(
  ctx: Context,
  trx: Trx,
  token: AccessToken,
  namespace?: AuditedNamespace,
): Promise<void> {
  await revokeAccessToken(trx, token.id);
  await recordToken(ctx, trx, 'access_token_revoked', token, namespace);
}

/**
 * Revokes a token and creates one with the same name and scopes, likewise. Null for one that is not in force: if it was rotated before,
 * every token of its family is revoked. Run it in `rotated`.
 */
export async function replaceToken(
  ctx: Context,
  trx: Trx,
  token: AccessToken,
  expiresAt: string | null = null,
  namespace?: AuditedNamespace,
): Promise<CreatedAccessToken | null> {
  const until = expiresAt ?? dayIn(WEEK_DAYS);
  if (!isFuture(until)) throw new ValidationError({ expires_at: ['must be a day in the future'] });
  const isReplaced = token.isActive && (await revokeAccessToken(trx, token.id));
  if (!isReplaced) {
    const now = await accessTokenById(trx, token.id);
    if (now?.isRotated) await endFamily(ctx, trx, now);
    return null;
  }
  const familyId = await markRotated(trx, token);
  const { name, description, scopes, accessLevel } = token;
  const role = accessLevel === null ? {} : { accessLevel };
  const values = { name, description, scopes, ...role, familyId, expiresAt: until };
  const created = await insertNewToken(ctx.within(trx), values, token.userId);
  await recordToken(ctx, trx, 'access_token_rotated', token, namespace);
  return created;
}

/** The expiry of a person's token if none is given: the maximum that the administrator sets, else none. */
function defaultExpiry(ctx: Context): string | null {
  const { tokenMaxDays } = ctx.services.instance;
  return tokenMaxDays === null ? null : dayIn(tokenMaxDays);
}

function weekWithinLimit(ctx: Context): string {
  return dayIn(Math.min(WEEK_DAYS, ctx.services.instance.tokenMaxDays ?? WEEK_DAYS));
}

/** Throws ValidationError for a day beyond the maximum that the administrator sets. */
function requireWithinLimit(ctx: Context, day: string | null): void {
  const { tokenMaxDays } = ctx.services.instance;
  if (tokenMaxDays === null || (day !== null && day <= dayIn(tokenMaxDays))) return;
  throw new ValidationError({ expires_at: [`must be within ${tokenMaxDays} ${tokenMaxDays === 1 ? 'day' : 'days'}`] });
}

async function insertNewToken(ctx: Context, values: CheckedToken, userId: UserId): Promise<CreatedAccessToken> {
  requireOwnHands(ctx);
  await requireFactorInTime(ctx);
  const secret = `${TOKEN_PREFIX}${randomLetters(40)}`;
  const token = await insertAccessToken(ctx.db, { ...values, userId, tokenHash: sha256Of(secret) });
  return { token, secret };
}

/** The day `days` from today, in UTC, as `YYYY-MM-DD`. */
export function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Throws ValidationError for a day that is too late for a token of a group, project or service account. */
export function requireWithinAYear(day: string): void {
  if (day > dayIn(MAX_TOKEN_DAYS)) throw new ValidationError({ expires_at: ['must be within a year'] });
}

function isFuture(day: string): boolean {
  return parseDay(day) !== null && day > new Date().toISOString().slice(0, 10);
}
