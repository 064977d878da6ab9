import { DomainError } from '@milepost/core/errors';
import type { Services } from '../../../platform/context.ts';
import { networkOf } from '../../../platform/http/client-address.ts';
import { checkPassword } from './attempts.ts';
import type { KnownDevice } from './devices.ts';
import { recordFailedSignIn, recordingRefusal } from './failed-sign-ins.ts';
import { requireUsable } from './first-factor.ts';
import { PasswordSignInOffError } from './sign-in-off.ts';
import { userByLogin, type User } from '../store.ts';

/** Thrown for an unknown name and for a wrong password alike, so that it does not reveal which accounts exist. */
export class WrongPasswordError extends DomainError {
  override name = 'WrongPasswordError';
  readonly code = 'WRONG_PASSWORD' as const;
  readonly kind = 'unauthenticated' as const;
  constructor() {
    super('Wrong username or password');
  }
}

interface PasswordInput {
  /** A username or an email address. */
  login: string;
  password: string;
}

/**
 * The account of a correct password, without a session. `device`: the device cookie of the request. Throws WrongPasswordError,
 * PasswordSignInOffError or TooManyAttemptsError, and with the correct password what `requireUsable` throws.
 */
export async function verifyPassword(
  services: Services,
  input: PasswordInput,
  ip: string | null,
  device: KnownDevice | null = null,
): Promise<User> {
  if (!services.instance.passwordSignIn) throw new PasswordSignInOffError();
  const login = input.login.trim();
  const found = await userByLogin(services.db, login);
  // Counted per typed login: counting per account would reveal which username and email address belong together.
  const counted =
    found && device?.userIds.includes(found.user.id)
      ? ['device', device.id, String(found.user.id)]
      : ['name', networkOf(ip ?? ''), login.toLowerCase()];
  const isRight = await checkPassword(services, counted, input.password, found?.passwordHash ?? null);
  if (!found || !isRight) {
    const userId = found?.user.id ?? null;
    const what = found ? 'Wrong password' : 'Unknown username or email address';
    await recordFailedSignIn(services, { ip, userId, what });
    throw new WrongPasswordError();
  }
  const { user } = found;
  const failed = { ip, userId: user.id, what: 'Correct password, but' };
  await recordingRefusal(services, failed, () => requireUsable(services, user));
  return user;
}
