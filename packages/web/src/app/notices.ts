import { defineMessages } from '../ui/text/messages.ts';

/** What a page says of a form that was posted before it, by the name that the server leaves. */
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
