import { DomainError } from '@milepost/core/errors';
import { recordAudit } from '../../../platform/audit.ts';
import type { Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { randomLetters, sha256Of } from '../../../platform/util/tokens.ts';
import { addUser } from './accounts.ts';
import { startSession, type SignedIn } from './first-factor.ts';
import type { Origin } from './sessions.ts';
import { deleteSetUpTokens, insertSetUpToken, isSetUpToken, lockSetUp, consumeSetUpToken } from '../store/sign-in.ts';
import { hasAccount, hasAdministrator } from '../store.ts';

/** The link was already used, is not valid, or the site has an administrator. */
export class SetUpClosedError extends DomainError {
  override name = 'SetUpClosedError';
  readonly code = 'SET_UP_CLOSED' as const;
  readonly kind = 'missing' as const;
  constructor() {
    super(
      'This set-up link is no longer valid. If the site has no administrator yet, restart Milepost to get a new one.',
    );
  }
}

/** A one-time link that creates the first administrator; null when there is one. Called at every start. */
export async function ensureSetUpAddress(services: { db: Db; baseUrl: string }): Promise<string | null> {
  if (await hasAdministrator(services.db)) return null;
  const secret = randomLetters(43);
  await insertSetUpToken(services.db, sha256Of(secret));
  return `${services.baseUrl}/-/set-up/${secret}`;
}

/** Databases known to have an administrator: that stays true while this process runs. */
const setUpBefore = new WeakSet<Db>();

/** Whether the site has no administrator yet, so that visitors are sent to the set-up page. */
export async function needsSetUp(db: Db): Promise<boolean> {
  if (setUpBefore.has(db)) return false;
  const isDone = await hasAdministrator(db);
  if (isDone) setUpBefore.add(db);
  return !isDone;
}

/** Databases known to have an account that can sign in. */
const openedBefore = new WeakSet<Db>();

/** Whether nobody can sign in yet, so that every page leads to set-up. */
export async function isEmptySite(db: Db): Promise<boolean> {
  if (openedBefore.has(db)) return false;
  const isOpen = await hasAccount(db);
  if (isOpen) openedBefore.add(db);
  return !isOpen;
}

/** Whether this link still creates the first administrator. */
export async function isOpenSetUp(db: Db, token: string): Promise<boolean> {
  return !(await hasAdministrator(db)) && (await isSetUpToken(db, sha256Of(token)));
}

/** Creates the first administrator and signs them in. Throws SetUpClosedError or ValidationError. */
export async function setUp(
  services: Pick<Services, 'db' | 'instance'>,
  input: { token: string; username: string; name: string; email: string; password: string },
  origin: Origin,
): Promise<SignedIn> {
  const { token, ...account } = input;
  return services.db.transaction().execute(async (trx) => {
    await lockSetUp(trx);
    const isKnown = await consumeSetUpToken(trx, sha256Of(token));
    if (!isKnown || (await hasAdministrator(trx))) throw new SetUpClosedError();
    const user = await addUser(trx, { ...account, isAdmin: true });
    await deleteSetUpTokens(trx);
    const actor = { viewer: user, address: origin.ip };
    const what = 'Set up the installation';
    await recordAudit(trx, actor, { kind: 'user_created', of: { user: user.id }, what });
    return startSession(services, user, origin, { db: trx });
  });
}
