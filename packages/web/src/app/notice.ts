import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '../ui/messages.ts';
import { toast } from '../ui/Toast.tsx';

const words = defineMessages({
  abuse_reported: {
    id: 'notice.abuseReported',
    defaultMessage: 'Thank you. Your report was sent to the administrators.',
  },
  abuse_report_refused: { id: 'notice.abuseReportRefused', defaultMessage: 'The report could not be sent.' },
  abuse_report_limited: {
    id: 'notice.abuseReportLimited',
    defaultMessage: 'You have reported a lot in a short time. Try again later.',
  },
});

/** Says once what became of a form that was posted before this page: the server leaves the name of the sentence in a cookie. */
export function useNotice(): void {
  const { formatMessage } = useIntl();
  useEffect(() => {
    const name = /(?:^|; )notice=(\w+)/.exec(document.cookie)?.[1];
    if (name === undefined) return;
    document.cookie = 'notice=; path=/; max-age=0';
    const known = Object.entries(words).find(([each]) => each === name);
    if (known) toast({ text: formatMessage(known[1]) });
  }, [formatMessage]);
}
