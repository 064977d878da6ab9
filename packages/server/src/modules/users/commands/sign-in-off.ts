import { DomainError } from '@milepost/core/errors';

/** An administrator turned sign-in with passwords off. */
export class PasswordSignInOffError extends DomainError {
  override name = 'PasswordSignInOffError';
  readonly code = 'PASSWORD_SIGN_IN_OFF' as const;
  readonly kind = 'forbidden' as const;
  override readonly publicMessage = 'Sign-in with a password is turned off.';
  constructor() {
    super('Sign-in with a password is turned off.');
  }
}
