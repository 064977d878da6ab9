import { recordAudit } from '../../../../platform/audit.ts';
import type { LdapConfig } from '../../../../platform/config/identity.ts';
import type { Context, Services } from '../../../../platform/context.ts';
import { networkOf } from '../../../../platform/http/client-address.ts';
import { requireAttempt } from '../../../users/commands/attempts.ts';
import { recordFailedSignIn } from '../../../users/commands/failed-sign-ins.ts';
import { passFirstFactor, type SignInProgress } from '../../../users/commands/first-factor.ts';
import { requireFreshSignIn } from '../../../users/commands/proof.ts';
import type { Origin } from '../../../users/commands/sessions.ts';
import { WrongPasswordError } from '../../../users/commands/sign-in.ts';
import { lockUser, saveUser, type User } from '../../../users/store.ts';
import { userIdShownAs } from '../../store.ts';
import { accountOf, type Described } from '../accounts.ts';
import { NoAccountError, NotConfiguredError, ProviderUnavailableError } from '../errors.ts';
import { systemContext } from '../grants.ts';
import { linkIdentity } from '../identities.ts';
import { verifyEntry } from './directory.ts';
import type { DirectoryEntry } from './entries.ts';

/** The directory. Throws NotConfiguredError. */
export function requireLdap({ identity }: Services): LdapConfig {
  if (!identity.ldap) throw new NotConfiguredError('LDAP');
  return identity.ldap;
}

interface Credentials {
  username: string;
  password: string;
}

/**
 * Signs in through the directory, or begins a second step. Throws WrongPasswordError, TooManyAttemptsError, ProviderUnavailableError,
 * NoAccountError, or what `passFirstFactor` throws.
 */
export async function signInWithLdap(
  services: Services,
  credentials: Credentials,
  isRemembered: boolean,
  origin: Origin,
): Promise<SignInProgress> {
  const config = requireLdap(services);
  const entry = await verify(services, config, credentials, origin.ip);
  const { user } = await accountOf(services, config, describedBy(config, entry), origin.ip);
  const unblocked = user.state === 'ldap_blocked' ? await unblock(services, user) : user;
  return passFirstFactor(services, unblocked, origin, { by: config.name, hasSeveralFactors: false, isRemembered });
}

/** Links an account of the directory to that of the viewer. Throws StaleSignInError, LinkedElsewhereError, or as `signInWithLdap`. */
export async function linkLdap(ctx: Context, credentials: Credentials, session: Buffer | null): Promise<void> {
  const config = requireLdap(ctx.services);
  await requireFreshSignIn(ctx, session);
  const entry = await verify(ctx.services, config, credentials, ctx.address);
  await linkIdentity(ctx, describedBy(config, entry), config.label);
}

async function verify(
  services: Services,
  config: LdapConfig,
  { username, password }: Credentials,
  ip: string | null,
): Promise<DirectoryEntry> {
  const login = username.trim();
  // A bind with a name and no password succeeds as an anonymous one (RFC 4513, 5.1.2).
  if (login === '' || password === '') throw new WrongPasswordError();
  const attempt = await requireAttempt(services, ['ldap', networkOf(ip ?? ''), login.toLowerCase()]);
  const refused = async (what: string): Promise<void> => {
    const userId = await userIdShownAs(services.db, config.name, login);
    await recordFailedSignIn(services, { ip, userId, what });
  };
  let entry: DirectoryEntry | null;
  try {
    entry = await verifyEntry(config, login, password);
  } catch (error) {
    // Nobody guessed a password.
    if (error instanceof ProviderUnavailableError) await attempt.succeed();
    throw error;
  }
  if (!entry) {
    await refused(`Wrong username or password of ${config.name}`);
    throw new WrongPasswordError();
  }
  await attempt.succeed();
  if (entry.isDisabled) {
    await refused(`The account in ${config.name} is disabled`);
    throw new NoAccountError('Your account in the directory is disabled. Ask an administrator.');
  }
  return entry;
}

export function describedBy(config: LdapConfig, { subject, username, name, email }: DirectoryEntry): Described {
  return {
    key: { provider: config.name, issuer: '', subject },
    username,
    name,
    email,
    isEmailVerified: true,
  };
}

/** The entry is back. */
function unblock(services: Services, { id }: User): Promise<User> {
  const ctx = systemContext(services);
  return ctx.transaction(async (trx) => {
    const user = await lockUser(trx, id);
    if (user?.state !== 'ldap_blocked') throw new NoAccountError();
    const what = `Unblocked @${user.username}: its entry in the directory is back`;
    await recordAudit(trx, ctx, { kind: 'user_unblocked', of: { user: id }, what });
    return saveUser(trx, id, { state: 'active' });
  });
}
