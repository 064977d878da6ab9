import { defineMessages } from '../ui/text/messages.ts';

/** What a page says of a form that was posted before it, by the name that the server leaves. */
export const notices = defineMessages({
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
