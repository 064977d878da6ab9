import { dateLocale } from '../../../ui/text/date-locale.ts';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { Span } from '@milepost/core/days';
import type { TimeframeTexts } from '@milepost/core/dates/timeframe-text';
import { timeframeText } from '@milepost/core/dates/timeframe-text';
import { messages } from './page.ts';

/** A function that formats the timeframe of an item in the viewer's language. */
export function useTimeframeText(): (span: Span) => string {
  const { formatMessage } = useIntl();
  const locale = dateLocale();
  return useMemo(() => {
    const texts: TimeframeTexts = {
      noDates: formatMessage(messages.noDates),
      noStart: (date) => formatMessage(messages.noStart, { date }),
      noDue: (date) => formatMessage(messages.noDue, { date }),
      range: (start, due) => formatMessage(messages.dates, { start, due }),
    };
    return (span: Span) => timeframeText(span, texts, locale);
  }, [formatMessage, locale]);
}
