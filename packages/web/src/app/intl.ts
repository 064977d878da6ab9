import { createIntl, createIntlCache, type IntlShape, type MessageDescriptor } from 'react-intl';

/** What a text has that is more than itself: values, tags, or marks of quotation that keep those from being any. */
const syntax = /[{}<']/;

/**
 * What `useIntl` gives. Most words are words alone: they are given back as they stand, and only those with values or tags go
 * through the library, which makes a key of every message each time it is asked. In a build these come read ahead
 * (vite/messages-ahead.ts), and nothing there could read them.
 */
export function createMessageFormatter(): IntlShape {
  const intl = createIntl({ locale: 'en', defaultLocale: 'en' }, createIntlCache());
  const formatMessage = ((word: MessageDescriptor, ...rest: []) => {
    const { defaultMessage: text } = word;
    return typeof text === 'string' && !syntax.test(text) ? text : intl.formatMessage(word, ...rest);
  }) as IntlShape['formatMessage'];
  return { ...intl, formatMessage };
}
