import type { MessageDescriptor } from 'react-intl';

/** Messages with their ids, as `formatMessage` and `FormattedMessage` take them, with the values of their text. */
export function defineMessages<Name extends string>(
  messages: Readonly<Record<Name, { id: string; defaultMessage: string }>>,
): Readonly<Record<Name, MessageDescriptor>> {
  return messages;
}

/** Repeats what failed: the same label everywhere. */
export const retryLabel = { id: 'app.retry', defaultMessage: 'Retry' } as const;

/** Takes back a change: the same label everywhere. */
export const undoLabel = { id: 'app.undo', defaultMessage: 'Undo' } as const;

/** Closes a form or a question: the same label everywhere. */
export const cancelLabel = { id: 'app.cancel', defaultMessage: 'Cancel' } as const;

/** A spinner or placeholder of content without a more precise label. */
export const loadingLabel = { id: 'app.loading', defaultMessage: 'Loading' } as const;
