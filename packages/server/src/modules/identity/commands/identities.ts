import { NotFoundError } from '@milepost/core/errors';
import type { IdentityId } from '@milepost/core/ids';
import { recordAudit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { ownAccount } from '../../users/commands/accounts.ts';
import { requireFreshSignIn } from '../../users/commands/proof.ts';
import { passkeysOf } from '../../users/store/passkeys.ts';
import { lockUser } from '../../users/store.ts';
import { deleteIdentity, identitiesOf, identityByKey, lockIdentity, type Identity } from '../store.ts';
import { linkTo, type Described } from './accounts.ts';
import { LastSignInError, LinkedElsewhereError } from './errors.ts';
import { replaceGrantsOfUser, systemContext } from './grants.ts';

/** The names and labels of the providers, as the sign-in page and the profile show them. */
export function providersShown({ services: { identity } }: Pick<Context, 'services'>) {
  return {
    oidc: identity.oidc.map(({ name, label }) => ({ name, label })),
    ldap: identity.ldap && { name: identity.ldap.name, label: identity.ldap.label },
  };
}

/** The viewer's identities. */
export async function listIdentities(ctx: Context): Promise<Identity[]> {
  const { user } = await ownAccount(ctx);
  return identitiesOf(ctx.db, user.id);
}

/** Links a verified identity to the viewer's account. Throws LinkedElsewhereError. */
export async function linkIdentity(ctx: Context, described: Described, label: string): Promise<void> {
  const { user } = await ownAccount(ctx);
  await ctx.transaction(async (trx) => {
    await lockIdentity(trx, described.key);
    await lockUser(trx, user.id);
    const present = await identityByKey(trx, described.key);
    if (present && present.userId !== user.id) throw new LinkedElsewhereError(label, false);
    if (present) return;
    const own = await identitiesOf(trx, user.id);
    if (own.some(({ provider }) => provider === described.key.provider)) throw new LinkedElsewhereError(label, true);
    await linkTo(trx, user, described, { viewer: user, address: ctx.address }, label);
  });
}

/**
 * Removes an identity of the viewer, and the roles that it gave. Throws StaleSignInError, NotFoundError, or LastSignInError for the
 * last way to sign in.
 */
export async function unlinkIdentity(ctx: Context, id: IdentityId, session: Buffer | null): Promise<void> {
  const { id: userId } = await requireFreshSignIn(ctx, session);
  await ctx.transaction(async (trx) => {
    await lockUser(trx, userId);
    const removed = await deleteIdentity(trx, userId, id);
    if (!removed) throw new NotFoundError('Identity');
    const inTransaction = ctx.within(trx);
    if (!(await canSignInWithout(inTransaction))) throw new LastSignInError();
    await replaceGrantsOfUser(systemContext(ctx.services).within(trx), userId, removed.provider, new Map());
    const what = `Unlinked ${removed.shownAs} of ${removed.provider}`;
    await recordAudit(trx, ctx, { kind: 'identity_unlinked', of: { user: userId }, what });
  });
}

/** Whether the viewer has a password, a passkey or an identity at a provider that is set up. */
async function canSignInWithout(ctx: Context): Promise<boolean> {
  const { user, passwordHash } = await ownAccount(ctx);
  const { identity, instance } = ctx.services;
  if (passwordHash !== null && instance.passwordSignIn) return true;
  if ((await passkeysOf(ctx.db, user.id)).length > 0) return true;
  const names = new Set([...identity.oidc.map(({ name }) => name), identity.ldap?.name]);
  return (await identitiesOf(ctx.db, user.id)).some(({ provider }) => names.has(provider));
}
