import { createIntl, createIntlCache, type IntlShape, type MessageDescriptor } from 'react-intl';

/** The characters that make a message more than plain text: values, tags, and quotes that escape them. */
const syntax = /[{}<']/;

/**
 * The formatter behind `useIntl`. Most messages are plain text and are returned unchanged; only those with values or tags go
 * through the library, which computes a key for each message on every call. In a build these are parsed ahead of time
 * (vite/messages-ahead.ts), and the parser is left out. `timeZone`: of times; dates without a time are formatted in UTC.
 */
export function createMessageFormatter(timeZone: string | null = null): IntlShape {
  const intl = createIntl(
    { locale: 'en', defaultLocale: 'en', ...(timeZone !== null && { timeZone }) },
    createIntlCache(),
  );
  const formatMessage = ((word: MessageDescriptor, ...rest: []) => {
    const { defaultMessage: text } = word;
    return typeof text === 'string' && !syntax.test(text) ? text : intl.formatMessage(word, ...rest);
  }) as IntlShape['formatMessage'];
  return { ...intl, formatMessage };
}
