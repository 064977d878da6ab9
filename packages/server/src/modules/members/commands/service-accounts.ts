import { ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { TokenId, UserId } from '@milepost/core/ids';
import { accountProblems } from '@milepost/core/users';
import { recordAudit } from '../../../platform/audit.ts';
import type { Context, Trx } from '../../../platform/context.ts';
import type { PageRequest } from '../../../platform/rest/paging.ts';
import { randomLetters } from '../../../platform/util/tokens.ts';
import type { Namespace } from '../../namespaces/store.ts';
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
import { pluggedDeletionChecks } from '../../users/sockets.ts';
import { deleteUserRow, insertUser, lockUser, saveUser, type User, userById } from '../../users/store.ts';
import { serviceAccounts, type ServiceAccountListing } from '../../users/store/service-accounts.ts';
import {
  accessTokenById,
  listAccessTokens,
  type AccessToken,
  type AccessTokenFilter,
  type TokenSort,
} from '../../users/store/tokens.ts';
import { managesServiceAccounts } from '../policy.ts';

/** The top-level group that service accounts belong to; null: the installation. */
export type ServiceAccountOwner = Namespace | null;

export interface ServiceAccountFields {
  name?: string;
  username?: string;
  email?: string;
}

const DEFAULT_NAME = 'Service account user';

/** An account without a mail address has one that receives nothing. */
const noMailOf = (username: string): string => `${username}@noreply.invalid`;

/** Throws ForbiddenError, or ValidationError for a group below another one. */
function requireManager(ctx: Context, owner: ServiceAccountOwner): void {
  if (!managesServiceAccounts(ctx.viewer, owner)) throw new ForbiddenError();
  if (owner && owner.id !== owner.rootId)
    throw new ValidationError({ base: ['Service accounts belong to top-level groups'] });
}

/** The service accounts of the installation or of a group. */
export async function listServiceAccounts(
  ctx: Context,
  owner: ServiceAccountOwner,
  listing: ServiceAccountListing,
): Promise<{ users: User[]; total: number }> {
  requireManager(ctx, owner);
  return serviceAccounts(ctx.db, owner?.id ?? null, listing);
}

/** Creates an account of a program. It cannot sign in. Throws ForbiddenError or ValidationError. */
export function createServiceAccount(
  ctx: Context,
  owner: ServiceAccountOwner,
  input: ServiceAccountFields,
): Promise<User> {
  requireManager(ctx, owner);
  const prefix = owner ? `service_account_group_${owner.id}` : 'service_account';
  const username = input.username?.trim() || `${prefix}_${randomLetters(16).toLowerCase()}`;
  const fields = {
    username,
    name: input.name?.trim() || DEFAULT_NAME,
    email: input.email?.trim() || noMailOf(username),
  };
  refuse(fields);
  return ctx.transaction(async (trx) => {
    const user = await insertUser(trx, {
      ...fields,
      isServiceAccount: true,
      serviceAccountOfId: owner?.id ?? null,
      confirmedAt: new Date(),
    });
    await record(ctx, trx, owner, 'user_created', user, `Created the service account @${user.username}`);
    return user;
  });
}

/** Changes name, username or email. Throws NotFoundError, ForbiddenError or ValidationError. */
export function updateServiceAccount(
  ctx: Context,
  owner: ServiceAccountOwner,
  id: UserId,
  input: ServiceAccountFields,
): Promise<User> {
  requireManager(ctx, owner);
  return ctx.transaction(async (trx) => {
    const { username, name, email } = await lockServiceAccount(trx, owner, id);
    const fields = {
      username: input.username?.trim() ?? username,
      name: input.name?.trim() ?? name,
      email: input.email === undefined ? email : input.email.trim() || noMailOf(input.username?.trim() ?? username),
    };
    refuse(fields);
    return saveUser(trx, id, fields);
  });
}

/** Deletes the account with its tokens and roles. Its content stays, attributed to the ghost user. */
export function deleteServiceAccount(ctx: Context, owner: ServiceAccountOwner, id: UserId): Promise<void> {
  requireManager(ctx, owner);
  return ctx.transaction(async (trx) => {
    const user = await lockServiceAccount(trx, owner, id);
    for (const check of pluggedDeletionChecks) await check(trx, id);
    await record(ctx, trx, owner, 'user_deleted', user, `Deleted the service account @${user.username}`);
    await deleteUserRow(trx, id);
  });
}

/** The tokens of a service account. */
export async function serviceAccountTokens(
  ctx: Context,
  { owner, id }: { owner: ServiceAccountOwner; id: UserId },
  filter: Omit<AccessTokenFilter, 'userId' | 'botOfId'>,
  page: Pick<PageRequest, 'offset' | 'perPage'>,
  sort?: TokenSort,
): Promise<{ tokens: AccessToken[]; total: number }> {
  requireManager(ctx, owner);
  ownedAccount(await userById(ctx.db, id), owner);
  return listAccessTokens(ctx.db, { ...filter, userId: id }, page, sort);
}

/** Creates a token of a service account, valid for a year at most. */
export function createServiceAccountToken(
  ctx: Context,
  owner: ServiceAccountOwner,
  { userId, ...input }: NewAccessToken,
): Promise<CreatedAccessToken> {
  requireManager(ctx, owner);
  const values = checkedYearToken(input);
  return ctx.transaction(async (trx) => {
    await lockServiceAccount(trx, owner, userId);
    return issueToken(ctx, trx, values, userId, owner ?? undefined);
  });
}

/** Revokes a token of a service account. */
export function revokeServiceAccountToken(
  ctx: Context,
  { owner, id }: { owner: ServiceAccountOwner; id: UserId },
  tokenId: TokenId,
): Promise<void> {
  requireManager(ctx, owner);
  return ctx.transaction(async (trx) => {
    await endToken(ctx, trx, await tokenOf(trx, owner, id, tokenId), owner ?? undefined);
  });
}

/** Replaces a token of a service account, as `rotateToken` does. */
export function rotateServiceAccountToken(
  ctx: Context,
  { owner, id }: { owner: ServiceAccountOwner; id: UserId },
  tokenId: TokenId,
  expiresAt?: string | null,
): Promise<CreatedAccessToken> {
  requireManager(ctx, owner);
  if (expiresAt) requireWithinAYear(expiresAt);
  return rotated(ctx, async (trx) => {
    const token = await tokenOf(trx, owner, id, tokenId);
    return replaceToken(ctx, trx, token, expiresAt, owner ?? undefined);
  });
}

async function tokenOf(trx: Trx, owner: ServiceAccountOwner, id: UserId, tokenId: TokenId): Promise<AccessToken> {
  await lockServiceAccount(trx, owner, id);
  const token = await accessTokenById(trx, tokenId);
  if (token?.userId !== id) throw new NotFoundError('Token');
  return token;
}

async function lockServiceAccount(trx: Trx, owner: ServiceAccountOwner, id: UserId): Promise<User> {
  return ownedAccount(await lockUser(trx, id), owner);
}

/** Throws NotFoundError unless this is a service account of the owner. */
function ownedAccount(user: User | null, owner: ServiceAccountOwner): User {
  const isOfOwner = user?.isServiceAccount === true && user.serviceAccountOfId === (owner?.id ?? null);
  if (!isOfOwner) throw new NotFoundError('User');
  return user;
}

function refuse(fields: Required<ServiceAccountFields>): void {
  const problems = accountProblems(fields);
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
}

async function record(
  ctx: Context,
  trx: Trx,
  owner: ServiceAccountOwner,
  kind: 'user_created' | 'user_deleted',
  user: User,
  what: string,
): Promise<void> {
  const target = { type: 'User', id: user.id, details: user.name };
  await recordAudit(trx, ctx, { kind, of: owner ? { namespace: owner } : { user: user.id }, target, what });
}
