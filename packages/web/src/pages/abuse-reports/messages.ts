import { defineMessages } from '../../ui/text/messages.ts';

export const reportMessages = defineMessages({
  title: { id: 'abuseReports.title', defaultMessage: 'Abuse reports' },
  open: { id: 'abuseReports.open', defaultMessage: 'Open' },
  closed: { id: 'abuseReports.closed', defaultMessage: 'Closed' },
  none: { id: 'abuseReports.none', defaultMessage: 'No reports' },
  by: { id: 'abuseReports.by', defaultMessage: 'Reported {ago} by {name} from' },
  gone: { id: 'abuseReports.gone', defaultMessage: 'a deleted account' },
  banned: { id: 'abuseReports.banned', defaultMessage: 'Banned' },
  ban: { id: 'abuseReports.ban', defaultMessage: 'Ban {name}' },
  unban: { id: 'abuseReports.unban', defaultMessage: 'Unban {name}' },
  close: { id: 'abuseReports.close', defaultMessage: 'Close report' },
  reopen: { id: 'abuseReports.reopen', defaultMessage: 'Reopen report' },
});
