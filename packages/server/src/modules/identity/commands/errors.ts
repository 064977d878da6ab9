import { ConflictError, DomainError } from '@milepost/core/errors';

/** No provider of this kind, or none of this name, is set up. */
export class NotConfiguredError extends DomainError {
  override name = 'NotConfiguredError';
  readonly code = 'NOT_CONFIGURED' as const;
  readonly kind = 'missing' as const;
  constructor(feature: 'Single sign-on' | 'LDAP') {
    super(`${feature} is not configured.`);
  }
}

/** The provider or the directory does not answer, or not in time. */
export class ProviderUnavailableError extends DomainError {
  override name = 'ProviderUnavailableError';
  readonly code = 'PROVIDER_UNAVAILABLE' as const;
  readonly kind = 'unavailable' as const;
  /** `label`: as on the button, or `The directory`. */
  constructor(label: string, options?: ErrorOptions) {
    super(`${label} is unavailable. Try again later.`);
    if (options) this.cause = options.cause;
  }
}

/** State, token or claims of an answer are missing, forged, expired or used. The message does not say which. */
export class UnverifiedSignInError extends DomainError {
  override name = 'UnverifiedSignInError';
  readonly code = 'UNVERIFIED_SIGN_IN' as const;
  readonly kind = 'invalid' as const;
  constructor() {
    super('Sign-in could not be verified. Start again.');
  }
}

/** The provider answered that the person or the provider refused the sign-in. */
export class SignInCanceledError extends DomainError {
  override name = 'SignInCanceledError';
  readonly code = 'SIGN_IN_CANCELED' as const;
  readonly kind = 'forbidden' as const;
  constructor(label: string) {
    super(`${label} did not allow the sign-in.`);
  }
}

/** The person is known to the provider, but has no account here and gets none. */
export class NoAccountError extends DomainError {
  override name = 'NoAccountError';
  readonly code = 'NO_ACCOUNT' as const;
  readonly kind = 'forbidden' as const;
  constructor(message = 'No account exists for this sign-in. Ask an administrator.') {
    super(message);
  }
}

/** The link of an identity was used before. */
export class UsedLinkError extends DomainError {
  override name = 'UsedLinkError';
  readonly code = 'LINK_CLOSED' as const;
  readonly kind = 'missing' as const;
  constructor() {
    super('This link is no longer valid');
  }
}

/** The identity belongs to another account, or the account has another identity of this provider. */
export class LinkedElsewhereError extends ConflictError {
  override name = 'LinkedElsewhereError';
  constructor(label: string, isOwn: boolean) {
    super(
      isOwn
        ? `Your account is linked to another account of ${label}. Unlink it first.`
        : `This account of ${label} is linked to another account here.`,
    );
  }
}

/** The identity is the only way to sign in. */
export class LastSignInError extends ConflictError {
  override name = 'LastSignInError';
  constructor() {
    super('Set a password or add a passkey first.');
  }
}
