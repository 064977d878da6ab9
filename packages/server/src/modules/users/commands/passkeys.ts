import { recordAudit } from '../../../platform/audit.ts';
import { randomBytes } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { ConflictError, DomainError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { PasskeyId, UserId } from '@milepost/core/ids';
import { anonymous } from '@milepost/core/roles';
import { Context, type Services, type Trx } from '../../../platform/context.ts';
import { violatedUniqueness } from '../../../platform/database/violations.ts';
import { networkOf } from '../../../platform/http/client-address.ts';
import { limiterByDatabase } from '../../../platform/http/rate-limit.ts';
import { sha256Of } from '../../../platform/util/tokens.ts';
import { ownAccount } from './accounts.ts';
import { codesOfFirstFactor, removeFactor } from './factor-settings.ts';
import { requireProof, type Proof } from './proof.ts';
import { recordFailedSignIn, recordingRefusal } from './failed-sign-ins.ts';
import { passFirstFactor, type SignInProgress } from './first-factor.ts';
import { TooManyLinksError } from './links.ts';
import { completeSignIn, completing, pendingUser } from './second-factor.ts';
import type { SignedIn } from './first-factor.ts';
import type { Origin } from './sessions.ts';
import {
  consumeChallenge,
  deletePasskey,
  insertChallenge,
  insertPasskey,
  lockPasskey,
  passkeysOf,
  recordPasskeyUse,
  savePasskeyName,
  type Challenge,
  type Passkey,
} from '../store/passkeys.ts';
import { settleFactors } from '../store/second-factors.ts';
import { lockUser, userById } from '../store.ts';

const CHALLENGE_BYTES = 32;
const CHALLENGE_MINUTES = 5;
const MAX_PASSKEYS = 20;
const MAX_NAME_LENGTH = 255;

/** Rate limit for challenges that visitors of one network request. */
const limiterOf = limiterByDatabase({ burst: 60, perMinute: 30 });

/** The response of the authenticator was not accepted; the error does not say why. */
export class PasskeyRefusedError extends DomainError {
  override name = 'PasskeyRefusedError';
  readonly code = 'PASSKEY_REFUSED' as const;
  readonly kind = 'unauthenticated' as const;
  constructor() {
    super('The passkey was not accepted. Try again, or use another way to sign in.');
  }
}

type Options = Awaited<ReturnType<typeof generateAuthenticationOptions>>;

/** Options for a new passkey of the viewer. Throws ConflictError at the limit, or what `requireProof` throws. */
export async function startPasskey(ctx: Context, proof: Proof) {
  const user = await requireProof(ctx, proof);
  const existing = await passkeysOf(ctx.db, user.id);
  requireRoom(existing.length);
  return generateRegistrationOptions({
    rpName: ctx.services.instance.name,
    rpID: relyingPartyOf(ctx.services).rpID,
    userName: user.username,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(`milepost user ${user.id}`),
    challenge: await makeChallenge(ctx.services, { purpose: 'add', userId: user.id }),
    timeout: CHALLENGE_MINUTES * 60_000,
    attestationType: 'none',
    excludeCredentials: existing.map((passkey) => descriptorOf(passkey)),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** Adds the passkey that an authenticator made. The result has recovery codes if the account had none. Throws PasskeyRefusedError. */
export async function addPasskey(
  ctx: Context,
  input: { name: string; response: unknown },
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> {
  const { user } = await ownAccount(ctx);
  const name = checkedName(input.name);
  const info = await unlessRefused(async () => {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: input.response as RegistrationResponseJSON,
      expectedChallenge: await takeChallenge(ctx.services, input.response, { purpose: 'add', userId: user.id }),
      ...expectedOf(ctx.services),
      requireUserVerification: false,
    });
    return registrationInfo?.credential;
  });
  return ctx.transaction(async (trx) => {
    await lockUser(trx, user.id);
    requireRoom((await passkeysOf(trx, user.id)).length);
    const passkey = await insertUnlessTaken(trx, {
      userId: user.id,
      name,
      credentialId: Buffer.from(info.id, 'base64url'),
      publicKey: Buffer.from(info.publicKey),
      counter: info.counter,
      transports: info.transports ?? [],
    });
    await settleFactors(trx, user.id);
    const what = `Added the passkey ${name}`;
    await recordAudit(trx, ctx, { kind: 'second_factor_added', of: { user: user.id }, what });
    return { passkey, recoveryCodes: await codesOfFirstFactor(trx, user.id) };
  });
}

export async function renamePasskey(ctx: Context, id: PasskeyId, name: string): Promise<Passkey> {
  const { user } = await ownAccount(ctx);
  const saved = await savePasskeyName(ctx.db, user.id, id, checkedName(name));
  if (!saved) throw new NotFoundError('Passkey');
  return saved;
}

/** Removes a passkey. Throws NotFoundError, LastFactorError, or what `requireProof` throws. */
export async function removePasskey(ctx: Context, id: PasskeyId, proof: Proof): Promise<void> {
  const user = await requireProof(ctx, proof);
  await removeFactor(ctx, user.id, 'Removed a passkey', async (trx) => {
    if (!(await deletePasskey(trx, user.id, id))) throw new NotFoundError('Passkey');
    await settleFactors(trx, user.id);
  });
}

/** Options for a sign-in with a passkey alone: the authenticator offers the accounts that it knows. Throws TooManyLinksError. */
export async function startPasskeySignIn(services: Services, ip: string): Promise<Options> {
  const wait = limiterOf(services.db).take(networkOf(ip));
  if (wait !== null) throw new TooManyLinksError(wait);
  return generateAuthenticationOptions({
    rpID: relyingPartyOf(services).rpID,
    challenge: await makeChallenge(services, { purpose: 'sign_in', userId: null }),
    timeout: CHALLENGE_MINUTES * 60_000,
    userVerification: 'required',
  });
}

/** Options for a passkey as the second factor. Throws SignInExpiredError. */
export async function startPasskeyStep(services: Services, stepToken: string): Promise<Options> {
  const { user } = await pendingUser(services, stepToken);
  return generateAuthenticationOptions({
    rpID: relyingPartyOf(services).rpID,
    challenge: await makeChallenge(services, { purpose: 'second_factor', userId: user.id }),
    timeout: CHALLENGE_MINUTES * 60_000,
    allowCredentials: (await passkeysOf(services.db, user.id)).map((passkey) => descriptorOf(passkey)),
    userVerification: 'preferred',
  });
}

/**
 * Signs in with a passkey alone, which counts as both factors because it verified its user. Throws PasskeyRefusedError, or what
 * `passFirstFactor` throws.
 */
export async function signInWithPasskey(
  services: Services,
  { response, isRemembered }: { response: unknown; isRemembered: boolean },
  origin: Origin,
): Promise<SignInProgress> {
  const passkey = await usePasskey(services, response, { purpose: 'sign_in', userId: null }, origin);
  const user = passkey.isUserVerified ? await userById(services.db, passkey.userId) : null;
  if (!user) {
    const failed = { ip: origin.ip, userId: passkey.userId, what: 'The passkey did not verify its user' };
    await recordFailedSignIn(services, failed);
    throw new PasskeyRefusedError();
  }
  return passFirstFactor(services, user, origin, { by: 'passkey', hasSeveralFactors: true, isRemembered });
}

/** Completes a sign-in with a passkey as its second factor. Throws SignInExpiredError or PasskeyRefusedError. */
export async function passPasskeyStep(
  services: Services,
  stepToken: string,
  response: unknown,
  origin: Origin,
): Promise<SignedIn> {
  const pending = await pendingUser(services, stepToken);
  await usePasskey(services, response, { purpose: 'second_factor', userId: pending.user.id }, origin);
  return completing(services, pending.user, origin, (trx) => completeSignIn(services, trx, stepToken, pending, origin));
}

/** Verifies the response of an authenticator and records the use of its passkey. Throws PasskeyRefusedError, which is recorded. */
async function usePasskey(
  services: Services,
  given: unknown,
  wanted: Omit<Challenge, 'challengeHash'>,
  { ip }: Origin,
): Promise<{ userId: UserId; isUserVerified: boolean }> {
  const failed = { ip, userId: wanted.userId, what: 'Sign-in with a passkey' };
  return recordingRefusal(services, failed, async () => {
    const expectedChallenge = await unlessRefused(() => takeChallenge(services, given, wanted));
    const response = given as AuthenticationResponseJSON;
    return new Context(services, anonymous).transaction((trx) =>
      unlessRefused(async () => {
        const passkey = await lockPasskey(trx, Buffer.from(response.id, 'base64url'));
        const isOwn = passkey && (wanted.userId === null || wanted.userId === passkey.userId);
        if (!isOwn) return null;
        failed.userId = passkey.userId;
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response,
          expectedChallenge,
          ...expectedOf(services),
          credential: {
            ...descriptorOf(passkey),
            publicKey: new Uint8Array(passkey.publicKey),
            counter: passkey.counter,
          },
          requireUserVerification: false,
        });
        if (!verified) return null;
        await recordPasskeyUse(trx, passkey.id, authenticationInfo.newCounter);
        return { userId: passkey.userId, isUserVerified: authenticationInfo.userVerified };
      }),
    );
  });
}

/** The library throws plain errors for every invalid response; only errors of the database are ours. */
async function unlessRefused<Result>(verify: () => Promise<Result | null | undefined>): Promise<Result> {
  let result: Result | null | undefined;
  try {
    result = await verify();
  } catch (error) {
    if (error instanceof Error && 'severity' in error) throw error;
    throw new PasskeyRefusedError();
  }
  if (result === null || result === undefined) throw new PasskeyRefusedError();
  return result;
}

async function makeChallenge(
  services: Services,
  purpose: Omit<Challenge, 'challengeHash'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = randomBytes(CHALLENGE_BYTES);
  const challengeHash = sha256Of(challenge.toString('base64url'));
  await insertChallenge(services.db, { ...purpose, challengeHash }, CHALLENGE_MINUTES);
  return new Uint8Array(challenge);
}

/** Uses up the challenge of a response, also if the response is then refused for another reason. Throws PasskeyRefusedError. */
async function takeChallenge(
  services: Services,
  given: unknown,
  wanted: Omit<Challenge, 'challengeHash'>,
): Promise<string> {
  const { response } = given as AuthenticationResponseJSON;
  const { challenge } = decodeClientDataJSON(response.clientDataJSON);
  const isOpen = await consumeChallenge(services.db, { ...wanted, challengeHash: sha256Of(challenge) });
  if (!isOpen) throw new PasskeyRefusedError();
  return challenge;
}

function relyingPartyOf({ baseUrl }: Services): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(baseUrl);
  return { rpID: hostname, origin };
}

function expectedOf(services: Services): { expectedOrigin: string; expectedRPID: string } {
  const { rpID, origin } = relyingPartyOf(services);
  return { expectedOrigin: origin, expectedRPID: rpID };
}

function descriptorOf({ credentialId, transports }: Passkey) {
  return { id: credentialId.toString('base64url'), transports: transports as never };
}

function requireRoom(count: number): void {
  if (count >= MAX_PASSKEYS)
    throw new ConflictError(`You have ${MAX_PASSKEYS} passkeys, which is the maximum. Remove one first.`);
}

function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw new ValidationError({ name: ["can't be blank"] });
  if (trimmed.length > MAX_NAME_LENGTH)
    throw new ValidationError({ name: [`is too long (maximum is ${MAX_NAME_LENGTH} characters)`] });
  return trimmed;
}

async function insertUnlessTaken(trx: Trx, values: Parameters<typeof insertPasskey>[1]): Promise<Passkey> {
  try {
    return await insertPasskey(trx, values);
  } catch (error) {
    if (violatedUniqueness(error) === 'passkeys_credential_is_unique') throw new PasskeyRefusedError();
    throw error;
  }
}
