/** Named errors of requests: pages choose their messages by class, never by status or text. */
export abstract class RequestError extends Error {
  /** Whether a retry may succeed although nothing was changed. */
  readonly mayPass: boolean = false;
}

/** The server could not be reached. */
export class NetworkError extends RequestError {
  override name = 'NetworkError';
  override readonly mayPass = true;
}

/** 503: the server is running, but its database is unavailable. */
export class DatabaseUnavailableError extends RequestError {
  override name = 'DatabaseUnavailableError';
  override readonly mayPass = true;
}

/** 503 of something else than the database: the primary site, a directory, a payment provider. The message says which. */
export class UnavailableError extends RequestError {
  override name = 'UnavailableError';
}

/** 507: the server's disk is full; reading still works. */
export class StorageFullError extends RequestError {
  override name = 'StorageFullError';
}

/** 401: not signed in, or the session has expired. */
export class UnauthenticatedError extends RequestError {
  override name = 'UnauthenticatedError';
}

/** 403: signed in, and not allowed. */
export class ForbiddenError extends RequestError {
  override name = 'ForbiddenError';
}

/** 404, or an object that GraphQL answers with null: not there, or not visible. */
export class NotFoundError extends RequestError {
  override name = 'NotFoundError';
}

/** 429. */
export class TooManyRequestsError extends RequestError {
  override name = 'TooManyRequestsError';
  constructor(
    message: string,
    /** From the header `Retry-After`; null if absent. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }
}

/** 400, 409 and 422: the input was refused; `fields` maps names of fields to sentences. */
export class ValidationError extends RequestError {
  override name = 'ValidationError';
  constructor(
    message: string,
    readonly fields: Readonly<Record<string, readonly string[]>> = {},
  ) {
    super(message);
  }
}

/** 409: the object changed in the meantime. */
export class ConflictError extends ValidationError {
  override name = 'ConflictError';
}

/** Any other status: a defect of the server. */
export class ServerError extends RequestError {
  override name = 'ServerError';
  /** As in the log of the server; null if it is not known. */
  requestId: string | null = null;
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** GraphQL answered with errors; the message joins theirs. */
export class GraphQLRequestError extends RequestError {
  override name = 'GraphQLRequestError';
  constructor(
    readonly messages: readonly string[],
    /** The server no longer knows this page's documents: a newer page is there. */
    readonly isOutdated = false,
  ) {
    super(messages.join(' '));
  }
}

/** A mutation's payload contained errors: messages for the user. */
export class ChangeRefusedError extends RequestError {
  override name = 'ChangeRefusedError';
  constructor(readonly messages: readonly string[]) {
    super(messages.join(' '));
  }
}
