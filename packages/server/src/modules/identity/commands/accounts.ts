import { ValidationError } from '@milepost/core/errors';
import { anonymous } from '@milepost/core/roles';
import { limitsOfUsers, usernameProblems } from '@milepost/core/users';
import { recordAudit } from '../../../platform/audit.ts';
import { Context, type Services, type Trx } from '../../../platform/context.ts';
import { addUser } from '../../users/commands/accounts.ts';
import { recordingRefusal } from '../../users/commands/failed-sign-ins.ts';
import { sendLink } from '../../users/commands/links.ts';
import { isTakenName, saveUser, userByEmail, userById, type User } from '../../users/store.ts';
import {
  identitiesOf,
  identityByKey,
  insertIdentity,
  lockIdentity,
  touchIdentity,
  type Identity,
  type IdentityKey,
} from '../store.ts';
import { NoAccountError } from './errors.ts';

/** A person as a provider describes them. */
export interface Described {
  key: IdentityKey;
  username: string | null;
  name: string | null;
  email: string | null;
  /** Whether the provider vouches for the address. */
  isEmailVerified: boolean;
}

interface ProviderRules {
  label: string;
  createsAccounts: boolean;
  trustsEmail: boolean;
}

export interface SignedInIdentity {
  user: User;
  identity: Identity;
}

/** Numbers that are tried for a taken username. */
const MAX_NUMBER = 999;

/** What the account is called at the provider. */
export const shownAsOf = ({ username, email, key }: Described): string => username ?? email ?? key.subject;

/**
 * The account of an identity, which a first sign-in creates or links. Throws NoAccountError if it may not, which is recorded as a
 * failed sign-in. `address` is the one of the client.
 */
export function accountOf(
  services: Services,
  rules: ProviderRules,
  described: Described,
  address: string | null,
): Promise<SignedInIdentity> {
  const failed = { ip: address, userId: null, what: `Sign-in with ${described.key.provider}` };
  const ctx = new Context(services, anonymous);
  return recordingRefusal(services, failed, () =>
    ctx.transaction(async (trx) => {
      await lockIdentity(trx, described.key);
      const known = await identityByKey(trx, described.key);
      if (known) {
        await touchIdentity(trx, known.id, shownAsOf(described));
        const user = await userById(trx, known.userId);
        if (!user) throw new NoAccountError();
        return { user, identity: known };
      }
      const user = await firstAccount(services, trx, rules, described, address);
      const identity = await linkTo(trx, user, described, { viewer: user, address }, rules.label);
      return { user, identity };
    }),
  );
}

/** Links an identity to an account and records it. */
export async function linkTo(
  trx: Trx,
  user: User,
  described: Described,
  actor: { viewer: { id: User['id'] }; address: string | null },
  label: string,
): Promise<Identity> {
  const identity = await insertIdentity(trx, { ...described.key, userId: user.id, shownAs: shownAsOf(described) });
  await touchIdentity(trx, identity.id, identity.shownAs);
  const what = `Linked ${identity.shownAs} of ${label}`;
  await recordAudit(trx, actor, { kind: 'identity_linked', of: { user: user.id }, what });
  return identity;
}

async function firstAccount(
  services: Services,
  trx: Trx,
  { label, createsAccounts, trustsEmail }: ProviderRules,
  { key, username, name, email, isEmailVerified }: Described,
  address: string | null,
): Promise<User> {
  if (email === null) {
    if (!createsAccounts) throw new NoAccountError();
    throw new NoAccountError(`${label} did not send an email address. Ask an administrator.`);
  }
  const present = await userByEmail(trx, email);
  if (present && trustsEmail && isEmailVerified && !present.user.isBot) {
    const linked = await identitiesOf(trx, present.user.id);
    if (!linked.some(({ provider }) => provider === key.provider)) return present.user;
  }
  if (!createsAccounts) throw new NoAccountError();
  if (present)
    throw new NoAccountError(
      `An account with your email address exists. Sign in to it, then link ${label} in your profile.`,
    );
  const user = await createAccount(trx, usernameFrom(username ?? email), name, email);
  const mustConfirm = !isEmailVerified && services.instance.signUp.needsConfirmation && services.mailer !== null;
  const saved = mustConfirm ? await saveUser(trx, user.id, { confirmedAt: null }) : user;
  const what = `Created @${user.username} at the first sign-in with ${label}`;
  await recordAudit(trx, { viewer: user, address }, { kind: 'user_created', of: { user: user.id }, what });
  if (mustConfirm) await sendLink(services, trx, { userId: user.id, email, purpose: 'confirm' });
  return saved;
}

/** An account with this username, or with the next free number after it. */
async function createAccount(trx: Trx, wanted: string, name: string | null, email: string): Promise<User> {
  for (let number = 0; number <= MAX_NUMBER; number += 1) {
    const username = number === 0 ? wanted : `${wanted}${number}`;
    if (usernameProblems(username).length > 0 || (await isTakenName(trx, username))) continue;
    try {
      const shown = (name ?? username).slice(0, limitsOfUsers.name);
      return await trx.attempt(() => addUser(trx, { username, name: shown, email }));
    } catch (error) {
      // Taken between the two statements.
      if (error instanceof ValidationError && error.fields['username']) continue;
      if (error instanceof ValidationError && error.fields['email'])
        throw new NoAccountError('The email address of this sign-in is not valid. Ask an administrator.');
      throw error;
    }
  }
  throw new NoAccountError();
}

/** The part before `@`, in the characters of usernames. */
export function usernameFrom(text: string): string {
  const [local = ''] = text.split('@');
  const allowed = local
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .replace(/\.(git|atom|json)$/i, '')
    .slice(0, limitsOfUsers.username - String(MAX_NUMBER).length)
    .replace(/[-.]+$/, '');
  return allowed === '' ? 'user' : allowed;
}
