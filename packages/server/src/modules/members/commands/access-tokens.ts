import { ForbiddenError, NotAllowedError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { TokenId, UserId } from '@milepost/core/ids';
import { accessLevelOf, roleOfAccessLevel } from '@milepost/core/roles';
import type { Context, Trx } from '../../../platform/context.ts';
import { randomLetters } from '../../../platform/util/tokens.ts';
import type { PageRequest } from '../../../platform/rest/paging.ts';
import { namespaceById, type Namespace } from '../../namespaces/store.ts';
import {
  checkedYearToken,
  endToken,
  issueToken,
  replaceToken,
  requireWithinAYear,
  rotated,
  type CreatedAccessToken,
  type NewAccessToken,
} from '../../users/commands/tokens.ts';
import { insertUser, saveUser } from '../../users/store.ts';
import {
  accessTokenById,
  hasTokenInForce,
  listAccessTokens,
  type AccessToken,
  type AccessTokenFilter,
  type TokenSort,
} from '../../users/store/tokens.ts';
import { hasExpired, lockNamespaceForMembers } from '../commands.ts';
import { mayGrant, namespaceTokenPolicy } from '../policy.ts';
import { levelsOf } from '../store.ts';
import { botOf, deleteMembershipsOf, membershipOf, saveMembership } from '../store/writing.ts';

export interface NewNamespaceToken extends Omit<NewAccessToken, 'userId'> {
  /** Maintainer by default. */
  accessLevel?: number;
}

/** The tokens of a group or project with their current roles. */
export async function namespaceTokens(
  ctx: Context,
  namespace: Namespace,
  filter: Omit<AccessTokenFilter, 'userId' | 'botOfId'>,
  page: Pick<PageRequest, 'offset' | 'perPage'>,
  sort?: TokenSort,
): Promise<{ tokens: AccessToken[]; total: number }> {
  ctx.require(namespaceTokenPolicy.read, namespace);
  const found = await listAccessTokens(ctx.db, { ...filter, userId: null, botOfId: namespace.id }, page, sort);
  return { ...found, tokens: await withRoles(ctx, namespace, found.tokens) };
}

/** A token of the group or project. Throws NotFoundError for others, including personal tokens. */
export async function findNamespaceToken(ctx: Context, namespace: Namespace, id: TokenId): Promise<AccessToken> {
  ctx.require(namespaceTokenPolicy.read, namespace);
  return tokenOf(ctx, namespace, id);
}

/** Creates a token together with its account, a member of the group or project. Throws ForbiddenError or ValidationError. */
export function createNamespaceToken(
  ctx: Context,
  namespace: Namespace,
  input: NewNamespaceToken,
): Promise<CreatedAccessToken> {
  return ctx.transaction(async (trx) => {
    const locked = await lockNamespaceForMembers(trx, namespace);
    ctx.require(namespaceTokenPolicy.create, locked);
    const accessLevel = input.accessLevel ?? accessLevelOf.maintainer;
    if (roleOfAccessLevel(accessLevel) === null)
      throw new ValidationError({ access_level: ['is not included in the list'] });
    if (!mayGrant(ctx.viewer, locked, accessLevel))
      throw new ValidationError({ access_level: ['cannot be above your own role'] });
    const values = checkedYearToken(input);
    const username = `${locked.kind}_${locked.id}_bot_${randomLetters(16).toLowerCase()}`;
    const bot = await insertUser(trx, {
      username,
      name: values.name,
      email: `${username}@noreply.invalid`,
      botOfId: locked.id,
      confirmedAt: new Date(),
    });
    await saveMembership(trx, {
      namespaceId: locked.id,
      userId: bot.id,
      accessLevel,
      createdById: ctx.viewer.id,
      expiresAt: values.expiresAt,
    });
    trx.announce({ name: 'member.added', namespaceId: locked.id, data: { userId: bot.id, accessLevel } });
    return issueToken(ctx, trx, { ...values, accessLevel }, bot.id, locked);
  });
}

/** Revokes a token. Its account is blocked and loses every role; its contributions stay. */
export function revokeNamespaceToken(ctx: Context, namespace: Namespace, id: TokenId): Promise<void> {
  return ctx.transaction(async (trx) => {
    const locked = await lockNamespaceForMembers(trx, namespace);
    ctx.require(namespaceTokenPolicy.revoke, locked);
    const token = await tokenOf(ctx.within(trx), locked, id);
    await endToken(ctx, trx, token, locked);
    await retireBot(trx, locked, token.userId);
  });
}

/** Retires the account of a group's or project's token that was revoked as a personal token: by itself or an administrator. */
export async function retireBotOfToken(trx: Trx, userId: UserId): Promise<void> {
  const namespaceId = await botOf(trx, userId);
  const namespace = namespaceId && (await namespaceById(trx, namespaceId));
  if (namespace) await retireBot(trx, await lockNamespaceForMembers(trx, namespace), userId);
}

async function retireBot(trx: Trx, namespace: Namespace, userId: UserId): Promise<void> {
  // The token was rotated: the account belongs to its successor.
  if (await hasTokenInForce(trx, userId)) return;
  await deleteMembershipsOf(trx, userId);
  await saveUser(trx, userId, { state: 'blocked' });
  trx.announce({ name: 'member.removed', namespaceId: namespace.id, data: { userId, unassigns: false } });
}

/** Revokes a token and creates one with the same role and scopes, valid for a week by default. A token may rotate itself. */
export function rotateNamespaceToken(
  ctx: Context,
  namespace: Namespace,
  id: TokenId,
  expiresAt?: string | null,
): Promise<CreatedAccessToken> {
  return rotated(ctx, async (trx) => {
    const within = ctx.within(trx);
    const locked = await lockNamespaceForMembers(trx, namespace);
    if (!ctx.viewer.isBot) ctx.require(namespaceTokenPolicy.create, locked);
    const token = await tokenOf(within, locked, id);
    const present = await membershipOf(trx, locked.id, token.userId);
    const level = present?.accessLevel ?? token.accessLevel ?? 0;
    // The person who rotates a token gets its secret, and with it its role.
    const may = ctx.viewer.isBot
      ? ctx.viewer.is(token.userId) && present !== null && !hasExpired(present)
      : mayGrant(ctx.viewer, locked, level);
    if (!may) throw new ForbiddenError();
    if (expiresAt) requireWithinAYear(expiresAt);
    const created = await replaceToken(ctx, trx, token, expiresAt, locked);
    if (created === null) return null;
    // A bot must not extend a membership whose expiry was set by hand.
    const isLimited = ctx.viewer.isBot && present !== null && present.expiresAt !== token.expiresAt;
    await saveMembership(trx, {
      namespaceId: locked.id,
      userId: token.userId,
      accessLevel: level,
      createdById: ctx.viewer.id,
      expiresAt: isLimited ? present.expiresAt : created.token.expiresAt,
    });
    return created;
  });
}

/** The same for the token of the request. Throws NotAllowedError for one that is not of this group or project. */
export async function rotateOwnNamespaceToken(
  ctx: Context,
  namespace: Namespace,
  id: TokenId,
  expiresAt?: string | null,
): Promise<CreatedAccessToken> {
  const token = await accessTokenById(ctx.db, id);
  if (!token || (await botOf(ctx.db, token.userId)) !== namespace.id)
    throw new NotAllowedError(`The token is not one of this ${namespace.kind}`);
  return rotateNamespaceToken(ctx, namespace, id, expiresAt);
}

async function tokenOf(ctx: Context, namespace: Namespace, id: TokenId): Promise<AccessToken> {
  const token = await accessTokenById(ctx.db, id);
  if (!token || (await botOf(ctx.db, token.userId)) !== namespace.id) throw new NotFoundError('Token');
  const [found] = await withRoles(ctx, namespace, [token]);
  return found ?? token;
}

/** The role of an account may have changed since its token was created. */
async function withRoles(ctx: Context, namespace: Namespace, tokens: AccessToken[]): Promise<AccessToken[]> {
  const userIds = tokens.map(({ userId }) => userId);
  const levels = await levelsOf(ctx.db, namespace, userIds);
  return tokens.map((token) => ({ ...token, accessLevel: levels.get(token.userId) ?? token.accessLevel }));
}
