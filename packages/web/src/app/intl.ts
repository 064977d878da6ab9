import { createIntl, createIntlCache, type IntlShape, type MessageDescriptor } from 'react-intl';
import { setDateLocale } from '../ui/text/date-locale.ts';

/** The characters that make a message more than plain text: values, tags, and quotes that escape them. */
const syntax = /[{}<']/;

/**
 * The formatter behind `useIntl`. Most messages are plain text and are returned unchanged; only those with values or tags go
 * through the library, which computes a key for each message on every call. In a build these are parsed ahead of time
 * (vite/messages-ahead.ts), and the parser is left out. `timeZone`: of times; dates without a time are formatted in UTC. `dateLanguage`: of dates
 * and times alone; texts and numbers stay English.
 */
export function createMessageFormatter(timeZone: string | null = null, dateLanguage: string | null = null): IntlShape {
  setDateLocale(dateLanguage ?? 'en');
  const intl = createIntl(
    { locale: 'en', defaultLocale: 'en', ...(timeZone !== null && { timeZone }) },
    createIntlCache(),
  );
  const formatMessage = ((word: MessageDescriptor, ...rest: []) => {
    const { defaultMessage: text } = word;
    return typeof text === 'string' && !syntax.test(text) ? text : intl.formatMessage(word, ...rest);
  }) as IntlShape['formatMessage'];
  return { ...intl, ...datesOf(timeZone, dateLanguage), formatMessage };
}

/** The formatters of dates in another language; those of the interface are not replaced for English. */
function datesOf(timeZone: string | null, dateLanguage: string | null): Partial<IntlShape> {
  if (dateLanguage === null) return {};
  const { formatDate, formatDateToParts, formatDateTimeRange, formatTime, formatTimeToParts } = createIntl(
    { locale: dateLanguage, ...(timeZone !== null && { timeZone }) },
    createIntlCache(),
  );
  return { formatDate, formatDateToParts, formatDateTimeRange, formatTime, formatTimeToParts };
}
