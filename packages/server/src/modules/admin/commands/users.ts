import { NotFoundError, ValidationError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { randomLetters } from '../../../platform/util/tokens.ts';
import { findVisibleGroup } from '../../namespaces/commands.ts';
import { addMember, updateMember } from '../../members/commands.ts';
import { groupsOnlyOwnedBy, requireOtherOwners, type OwnedGroup } from '../../members/store/only-owners.ts';
import { membershipOf } from '../../members/store/writing.ts';
import { deleteNote } from '../../notes/commands.ts';
import { createUser, deleteUser, findUser } from '../../users/commands/accounts.ts';
import { sendLink } from '../../users/commands/links.ts';
import { userByUsername, type User } from '../../users/store.ts';
import { deleteWorkItem } from '../../work-items/commands.ts';
import { requireAdministrator } from '../policy.ts';
import { contributionsOf, itemsOfAuthor, notesOfAuthor, type ContributionCounts } from '../store/contributions.ts';

export interface NewAccount {
  name: string;
  username: string;
  email: string;
  /** `link`: the person gets a mail. `generated`: the administrator sees it once. */
  password: 'link' | 'generated';
}

/** Creates an account; returns the generated password, or null if a link was mailed. */
export async function createAccount(
  ctx: Context,
  { password: kind, ...account }: NewAccount,
): Promise<{ user: User; password: string | null }> {
  requireAdministrator(ctx.viewer);
  if (kind === 'link' && ctx.services.mailer === null)
    throw new ValidationError({ password: ['cannot be set by mail: no mail server is set'] });
  const password = kind === 'generated' ? randomLetters(16) : null;
  return ctx.transaction(async (trx) => {
    const user = await createUser(ctx.within(trx), { ...account, ...(password !== null && { password }) });
    if (password === null)
      await sendLink(ctx.services, trx, { userId: user.id, email: user.email, purpose: 'welcome' });
    return { user, password };
  });
}

/** Mails a link to set a new password: administrators set none themselves. */
export async function sendPasswordLink(ctx: Context, id: UserId): Promise<void> {
  requireAdministrator(ctx.viewer);
  const user = await findUser(ctx, id);
  if (ctx.services.mailer === null) throw new ValidationError({ base: ['No mail server is set.'] });
  await ctx.transaction((trx) => sendLink(ctx.services, trx, { userId: id, email: user.email, purpose: 'welcome' }));
}

/** What the deletion dialog of an account shows: its contributions, and the groups that need a new owner. */
export async function deletionOf(
  ctx: Context,
  id: UserId,
): Promise<{ contributions: ContributionCounts; onlyOwned: OwnedGroup[] }> {
  requireAdministrator(ctx.viewer);
  await findUser(ctx, id);
  return { contributions: await contributionsOf(ctx.db, id), onlyOwned: await groupsOnlyOwnedBy(ctx.db, id) };
}

export interface Deletion {
  /** Typed to confirm. */
  username: string;
  contributions: 'keep' | 'delete';
  /** Username of the new owner by group id, for groups that would have no owner. */
  newOwners: Readonly<Record<string, string>>;
}

const BATCH = 100;

/**
 * Deletes an account, in one transaction with all that goes with it. Throws ValidationError, OnlyOwnerError, and ForbiddenError for
 * the last administrator.
 */
export async function deleteAccount(ctx: Context, id: UserId, deletion: Deletion): Promise<void> {
  requireAdministrator(ctx.viewer);
  const user = await findUser(ctx, id);
  if (deletion.username.trim().toLowerCase() !== user.username.toLowerCase())
    throw new ValidationError({ username: ['is not that of the account'] });
  await ctx.transaction(async (trx) => {
    const within = ctx.within(trx);
    for (const group of await groupsOnlyOwnedBy(trx, id)) {
      const username = deletion.newOwners[String(group.id)]?.trim().replace(/^@/, '');
      if (username) await makeOwner(within, group, username, id);
    }
    await requireOtherOwners(trx, id);
    if (deletion.contributions === 'delete') await deleteContributions(within, id);
    await deleteUser(within, id);
  });
}

async function makeOwner(ctx: Context, group: OwnedGroup, username: string, formerId: UserId): Promise<void> {
  const owner = await userByUsername(ctx.db, username);
  if (!owner || owner.state !== 'active' || owner.id === formerId) throw new NotFoundError(`@${username}`);
  const namespace = await findVisibleGroup(ctx, group.id);
  const wanted = { userId: owner.id, accessLevel: 50, expiresAt: null };
  const isMember = (await membershipOf(ctx.db, group.id, owner.id)) !== null;
  await (isMember ? updateMember(ctx, namespace, wanted) : addMember(ctx, namespace, wanted));
}

async function deleteContributions(ctx: Context, id: UserId): Promise<void> {
  for (
    let notes = await notesOfAuthor(ctx.db, id, BATCH);
    notes.length > 0;
    notes = await notesOfAuthor(ctx.db, id, BATCH)
  )
    for (const note of notes) await deleteNote(ctx, note);
  // Deleting a parent may delete nothing else, but an item of the list may be gone with another one.
  for (
    let items = await itemsOfAuthor(ctx.db, id, BATCH);
    items.length > 0;
    items = await itemsOfAuthor(ctx.db, id, BATCH)
  )
    for (const item of items) await deleteWorkItem(ctx, item);
}
