/**
 * An error with a name and a code that every edge can translate. `kind` decides the HTTP status and the shape of the GraphQL
 * response. Anything else that is thrown is a bug, and answered with 500.
 */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'tooLarge'
  | 'not_allowed'
  | 'unprocessable'
  | 'limited'
  | 'full'
  | 'unavailable'
  | 'bad_gateway'
  | 'gateway_timeout';

export abstract class DomainError extends Error {
  abstract readonly code: string;
  abstract readonly kind: ErrorKind;
  /** Of an error that is answered without its message: the text to send instead of "403 Forbidden". */
  readonly publicMessage: string | undefined;
}

/** Field names (as the API calls them) to sentences without a subject: `{ title: ["can't be blank"] }`. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export class ValidationError extends DomainError {
  override name = 'ValidationError';
  readonly code = 'VALIDATION' as const;
  readonly kind = 'invalid' as const;
  constructor(readonly fields: FieldErrors) {
    super(sentencesOf(fields).join(', '));
  }
}

/** "Title can't be blank": each field error as a sentence, in order. */
export function sentencesOf(fields: FieldErrors): string[] {
  return Object.entries(fields).flatMap(([field, problems]) =>
    problems.map((problem) => (field === 'base' ? problem : `${humanNameOf(field)} ${problem}`)),
  );
}

function humanNameOf(field: string): string {
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The object does not exist, or the viewer may not know that it does; the error does not say which. */
export class NotFoundError extends DomainError {
  override name = 'NotFoundError';
  readonly code = 'NOT_FOUND' as const;
  readonly kind = 'missing' as const;
  /** `what` names the type: "Group", "Epic". */
  constructor(readonly what: string) {
    super(`${what} not found`);
  }
}

export class ForbiddenError extends DomainError {
  override name = 'ForbiddenError';
  readonly code = 'FORBIDDEN' as const;
  readonly kind = 'forbidden' as const;
  constructor(message = 'You do not have permission to do this') {
    super(message);
  }
}

/** A change of something that a job is moving to another group: it is read-only until the job has ended. */
export class TransferInProgressError extends DomainError {
  override name = 'TransferInProgressError';
  readonly code = 'TRANSFER_IN_PROGRESS' as const;
  readonly kind = 'conflict' as const;
  constructor(message = 'This group or project is being transferred. It is read-only until the transfer is complete.') {
    super(message);
  }
}

export class UnauthenticatedError extends DomainError {
  override name = 'UnauthenticatedError';
  readonly code = 'UNAUTHENTICATED' as const;
  readonly kind = 'unauthenticated' as const;
  constructor(message = 'Sign in to continue') {
    super(message);
  }
}

export class ConflictError extends DomainError {
  override name = 'ConflictError';
  readonly code = 'CONFLICT' as const;
  readonly kind = 'conflict' as const;
}

/** The state of the object does not allow this, for any viewer. */
export class NotAllowedError extends DomainError {
  override name = 'NotAllowedError';
  readonly code = 'NOT_ALLOWED' as const;
  readonly kind = 'not_allowed' as const;
}

/** Valid input that cannot be processed as things are. */
export class UnprocessableError extends DomainError {
  override name = 'UnprocessableError';
  readonly code = 'UNPROCESSABLE' as const;
  readonly kind = 'unprocessable' as const;
}

export class StaleVersionError extends DomainError {
  override name = 'StaleVersionError';
  readonly code = 'STALE_VERSION' as const;
  readonly kind = 'conflict' as const;
  constructor() {
    super('Someone edited this at the same time you did. Review their changes and save again.');
  }
}

/** For the default branch of a switch: the compiler reports a missing case. */
export function unreachable(value: never): never {
  throw new TypeError(`Unexpected case: ${JSON.stringify(value)}`);
}

/**
 * The server's message for a change with a session cookie but without its CSRF token; pages recognize the error by it.
 */
export const UNVERIFIED = 'This change could not be verified as yours. Reload the page and try again.';
