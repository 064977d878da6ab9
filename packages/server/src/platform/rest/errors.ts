import { DomainError, NotFoundError, ValidationError, type ErrorKind } from '@milepost/core/errors';
import type { FastifyReply } from 'fastify';
import { InvalidCursorError } from '../cursors.ts';
import { InputError } from './input.ts';

/** The HTTP status of each kind of named error. */
export const statusOfKind: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  not_allowed: 405,
  conflict: 409,
  tooLarge: 413,
  unprocessable: 422,
  limited: 429,
  full: 507,
  unavailable: 503,
  bad_gateway: 502,
  gateway_timeout: 504,
};

/** The HTTP status of a named error; null for anything unnamed, which is a bug. */
export function statusOfError(error: unknown): number | null {
  if (error instanceof InputError) return 400;
  return error instanceof DomainError ? statusOfKind[error.kind] : null;
}

/** Sends a named error in the published form; false for an unnamed error. */
export function sendError(reply: FastifyReply, error: unknown): boolean {
  const status = statusOfError(error);
  if (status === null) return false;
  // The reason is for the log: its text may name hosts and paths.
  if (error instanceof DomainError && error.cause !== undefined)
    reply.log.warn({ err: error.cause }, `${error.name}: ${error.message}`);
  const { retryAfter } = error as { retryAfter?: number };
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  void reply.code(status).send(bodyOf(error));
  return true;
}

function bodyOf(error: unknown): object {
  if (error instanceof InputError) return { error: error.message };
  if (error instanceof InvalidCursorError) return { error: 'cursor is invalid' };
  if (error instanceof ValidationError) return { message: error.fields };
  if (error instanceof NotFoundError) return { message: `404 ${error.what} Not Found` };
  if (error instanceof DomainError) {
    switch (error.kind) {
      case 'unauthenticated':
        return { message: '401 Unauthorized' };
      case 'forbidden':
        return { message: error.publicMessage ?? '403 Forbidden' };
      case 'not_allowed':
        return { message: '405 Method Not Allowed' };
      default:
        return { message: error.message };
    }
  }
  return { message: '500 Internal Server Error' };
}
