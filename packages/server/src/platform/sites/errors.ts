import { DomainError } from '@milepost/core/errors';

export const UNREACHABLE = 'Read-only: the primary site is unreachable.';

/**
 * Only the primary can answer this request: it changes something, or needs a file that is not here yet. The server forwards it. Throw
 * this before anything is sent or changed.
 */
export class NotHereError extends Error {
  override name = 'NotHereError';
  constructor() {
    super('Only the primary site can answer this');
  }
}

/** A change while the primary is unreachable. */
export class PrimaryUnreachableError extends DomainError {
  override name = 'PrimaryUnreachableError';
  readonly code = 'PRIMARY_UNREACHABLE' as const;
  readonly kind = 'unavailable' as const;
  readonly retryAfter = 5;
  constructor() {
    super(UNREACHABLE);
  }
}

/** A change at a former primary. */
export class SiteDemotedError extends DomainError {
  override name = 'SiteDemotedError';
  readonly code = 'SITE_DEMOTED' as const;
  readonly kind = 'unavailable' as const;
  constructor() {
    super('This site was demoted.');
  }
}
