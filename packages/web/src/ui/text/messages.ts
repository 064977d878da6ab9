import type { MessageDescriptor } from 'react-intl';

/** Words with their ids, as `formatMessage` and `FormattedMessage` take them, with whatever values their text names. */
export function defineMessages<Name extends string>(
  messages: Readonly<Record<Name, { id: string; defaultMessage: string }>>,
): Readonly<Record<Name, MessageDescriptor>> {
  return messages;
}

/** The way out of a form or a question: the same word everywhere. */
export const cancelWord = { id: 'app.cancel', defaultMessage: 'Cancel' } as const;
