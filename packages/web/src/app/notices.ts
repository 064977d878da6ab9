import { defineMessages } from '../ui/text/messages.ts';

/** Messages about a form that was posted before the page, by the name that the server sends. */
export const notices = defineMessages({
  abuse_reported: {
    id: 'notice.abuseReported',
    defaultMessage: 'Thank you. Your report was sent to the administrators.',
  },
  abuse_report_refused: { id: 'notice.abuseReportRefused', defaultMessage: 'Could not send the report.' },
  abuse_report_limited: {
    id: 'notice.abuseReportLimited',
    defaultMessage: 'Too many reports. Try again later.',
  },
});
