import { type FieldErrors, ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import { type AccountFields, accountProblems } from '@milepost/core/users';
import type { Updateable } from 'kysely';
import { recordAudit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { checkPassword } from './attempts.ts';
import { commonPasswordProblems, hashPassword } from './passwords.ts';
import { mayCreateUsers, userPolicy } from '../policy.ts';
import { pluggedBans, pluggedDeletionChecks } from '../sockets.ts';
import { deleteSessions } from '../store/sessions.ts';
import {
  deleteUserRow,
  hasAdministrator,
  insertUser,
  isTakenName,
  lockAdministrators,
  lockUser,
  saveUser,
  userByEmail,
  userById,
  userWithPassword,
  type User,
  type UserWithPassword,
} from '../store.ts';
import type { UserTable } from '../table.ts';

export interface NewUser {
  username: string;
  name: string;
  email: string;
  /** Without a password the account cannot sign in. */
  password?: string;
  isAdmin?: boolean;
  publicEmail?: string | null;
  bio?: string;
}

/** Creates an account; for administrators. Throws ValidationError for an invalid field or one that is taken. */
export async function createUser(ctx: Context, input: NewUser): Promise<User> {
  if (!mayCreateUsers(ctx.viewer)) throw new ForbiddenError();
  return ctx.transaction(async (trx) => {
    const user = await addUser(trx, input);
    await recordAudit(trx, ctx, { kind: 'user_created', of: { user: user.id }, what: `Created @${user.username}` });
    if (user.isAdmin) await recordAdministrator(ctx, trx, user.id, true);
    return user;
  });
}

/** Creates an account without a permission check: for the first administrator. */
export async function addUser(db: Db, input: NewUser): Promise<User> {
  refuse(problemsOfAccount(input));
  refuse(await takenProblems(db, input));
  const { password, ...rest } = input;
  return insertUser(db, { ...rest, passwordHash: password === undefined ? null : await hashPassword(password) });
}

/** What of a new account is taken. The constraints would name only the first of both. */
async function takenProblems(db: Db, { username, email }: NewUser): Promise<FieldErrors> {
  const taken = ['has already been taken'];
  return {
    ...((await isTakenName(db, username)) && { username: taken }),
    ...((await userByEmail(db, email)) && { email: taken }),
  };
}

export type UserChanges = Partial<NewUser>;

/** Changes an account; for administrators. A new password ends the account's sessions. */
export async function updateUser(ctx: Context, id: UserId, input: UserChanges): Promise<User> {
  const before = await findUser(ctx, id);
  ctx.require(userPolicy.update, before);
  if (before.isBot && (input.password !== undefined || input.isAdmin === true))
    throw new ValidationError({ base: ['A bot has no password and cannot be an administrator'] });
  refuse(problemsOfAccount({ username: before.username, name: before.name, email: before.email, ...defined(input) }));
  const { password, ...rest } = input;
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  return ctx.transaction(async (trx) => {
    if (input.isAdmin === false) {
      await lockAdministrators(trx);
      await keepAnAdministrator(trx, before);
    }
    if (passwordHash !== undefined) {
      await deleteSessions(trx, id);
      await recordAudit(trx, ctx, { kind: 'password_changed', of: { user: id }, what: 'Set another password' });
    }
    if (input.isAdmin !== undefined && input.isAdmin !== before.isAdmin) {
      await recordAdministrator(ctx, trx, id, input.isAdmin);
    }
    if (input.email !== undefined && input.email !== before.email) {
      const what = { change: 'email', from: before.email, to: input.email };
      await recordAudit(trx, ctx, { kind: 'email_changed', of: { user: id }, what });
    }
    return saveUser(trx, id, defined({ ...rest, passwordHash }));
  });
}

/** The viewer's account, with the hash of its password. */
export async function ownAccount(ctx: Context): Promise<UserWithPassword> {
  const { id } = ctx.viewer;
  const account = id === null ? null : await userWithPassword(ctx.db, id);
  if (!account) throw new ForbiddenError();
  return account;
}

/** Throws ValidationError unless this is the viewer's password, and TooManyAttemptsError after repeated failures. */
export async function requireOwnPassword(
  ctx: Context,
  { user, passwordHash }: UserWithPassword,
  password: string,
  session: Buffer | null,
): Promise<void> {
  // Counted per session: a stolen session must not allow guessing the password, nor delay the owner's other sessions.
  const counted = ['password change', String(user.id), session?.toString('hex') ?? ''];
  if (!(await checkPassword(ctx.services, counted, password, passwordHash)))
    throw new ValidationError({ current_password: ['The current password is wrong.'] });
}

/** Blocks an account, or unblocks it; its data stays. */
export async function setBlocked(ctx: Context, id: UserId, isBlocked: boolean): Promise<User> {
  return ctx.transaction(async (trx) => {
    await lockAdministrators(trx);
    const user = await lockUser(trx, id);
    if (!user) throw new NotFoundError('User');
    ctx.require(userPolicy.block, user);
    if (user.state === 'banned')
      throw new ForbiddenError('A banned account cannot be blocked or unblocked. Unban it first');
    if (user.state === 'blocked_pending_approval')
      throw new ForbiddenError('An account that waits for approval is approved or rejected');
    if (user.state === 'ldap_blocked')
      throw new ForbiddenError('The directory blocks this account: it is unblocked when its entry is back');
    if (isBlocked) {
      await keepAnAdministrator(trx, user);
      await deleteSessions(trx, id);
    }
    const [kind, what] = isBlocked
      ? (['user_blocked', 'Blocked'] as const)
      : (['user_unblocked', 'Unblocked'] as const);
    await recordAudit(trx, ctx, { kind, of: { user: id }, what: `${what} @${user.username}` });
    return saveUser(trx, id, { state: isBlocked ? 'blocked' : 'active' });
  });
}

/** Bans an account and hides its content, or undoes both. */
export async function setBanned(ctx: Context, id: UserId, isBanned: boolean): Promise<User> {
  return ctx.transaction(async (trx) => {
    await lockAdministrators(trx);
    const user = await lockUser(trx, id);
    if (!user) throw new NotFoundError('User');
    ctx.require(userPolicy.ban, user);
    if ((user.state === 'banned') === isBanned || (isBanned && user.state !== 'active'))
      throw new ForbiddenError(isBanned ? 'Only an active account can be banned' : 'The account is not banned');
    if (isBanned) {
      await keepAnAdministrator(trx, user);
      await deleteSessions(trx, id);
    }
    const saved = await saveUser(trx, id, { state: isBanned ? 'banned' : 'active' });
    const [kind, what] = isBanned ? (['user_banned', 'Banned'] as const) : (['user_unbanned', 'Unbanned'] as const);
    await recordAudit(trx, ctx, { kind, of: { user: id }, what: `${what} @${user.username}` });
    for (const followBan of pluggedBans) await followBan(ctx.within(trx), trx, { userId: id, isBanned });
    return saved;
  });
}

/** Deletes the account. Its content stays, attributed to the ghost user. */
export async function deleteUser(ctx: Context, id: UserId): Promise<void> {
  await ctx.transaction(async (trx) => {
    await lockAdministrators(trx);
    const user = await lockUser(trx, id);
    if (!user) throw new NotFoundError('User');
    ctx.require(userPolicy.destroy, user);
    await keepAnAdministrator(trx, user);
    for (const check of pluggedDeletionChecks) await check(trx, id);
    await recordAudit(trx, ctx, { kind: 'user_deleted', of: { user: id }, what: `Deleted @${user.username}` });
    await deleteUserRow(trx, id);
  });
}

/** The account of this id. Throws NotFoundError when there is none. */
export async function findUser(ctx: Context, id: UserId): Promise<User> {
  const user = await userById(ctx.db, id);
  if (!user) throw new NotFoundError('User');
  return user;
}

async function recordAdministrator(ctx: Context, trx: Db, user: UserId, isAdmin: boolean): Promise<void> {
  const kind = isAdmin ? 'administrator_added' : 'administrator_removed';
  const what = { change: 'admin', from: String(!isAdmin), to: String(isAdmin) };
  await recordAudit(trx, ctx, { kind, of: { user }, what });
}

async function keepAnAdministrator(trx: Db, except: User): Promise<void> {
  if (except.isAdmin && !(await hasAdministrator(trx, except.id))) {
    throw new ValidationError({ base: ['The last administrator must stay one'] });
  }
}

/** The rules that the browser checks too, and the check for common passwords, whose list only the server has. */
export function problemsOfAccount(fields: AccountFields): FieldErrors {
  const problems = accountProblems(fields);
  const common = fields.password === undefined ? [] : commonPasswordProblems(fields.password);
  return common.length === 0 ? problems : { ...problems, password: [...(problems['password'] ?? []), ...common] };
}

/** Throws ValidationError if there are problems. */
export function refuse(problems: ReturnType<typeof accountProblems>): void {
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
}

function defined<Fields extends object>(fields: Fields): Fields & Updateable<UserTable> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields &
    Updateable<UserTable>;
}
