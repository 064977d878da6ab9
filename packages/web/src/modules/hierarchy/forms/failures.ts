import type { IntlShape } from 'react-intl';
import { NotFoundError, ConflictError, ValidationError } from '../../../platform/api/errors.ts';
import { TOO_DEEP } from '../data/too-deep.ts';
import { formMessages as messages } from './form-messages.ts';

type Format = IntlShape['formatMessage'];

export type ExistingKind = 'epic' | 'issue';

/** The message when existing items could not be added. `custom`: the caller's own message. */
export function addFailure(formatMessage: Format, error: Error, kind: ExistingKind, custom?: string): string {
  if (custom !== undefined) return custom;
  if (error instanceof NotFoundError)
    return formatMessage(kind === 'epic' ? messages.epicMissing : messages.issueMissing);
  if (error instanceof ConflictError && error.message === TOO_DEEP) return formatMessage(messages.tooDeep);
  return error.message;
}

/** The same for a child epic: the server's message about the parent, if any. */
export function createEpicFailure(formatMessage: Format, error: Error): string {
  if (error instanceof ValidationError) {
    const { parent } = error.fields;
    if (parent?.[0]) return parent[0];
    // A refusal without fields concerns the hierarchy: too deep, too many, not confidential.
    if (Object.keys(error.fields).length === 0 && error.message) return error.message;
  }
  return formatMessage(messages.epicFailed);
}
