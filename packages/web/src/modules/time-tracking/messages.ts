import { defineMessages } from '../../ui/text/messages.ts';

export const timeMessages = defineMessages({
  name: { id: 'timeTracking.name', defaultMessage: 'Time tracking' },
  none: { id: 'timeTracking.none', defaultMessage: 'No estimate or time spent' },
  spent: { id: 'timeTracking.spent', defaultMessage: 'Spent {time}' },
  estimate: { id: 'timeTracking.estimate', defaultMessage: 'Estimate {time}' },
  share: { id: 'timeTracking.share', defaultMessage: '{spent} spent of {estimate}' },
  over: { id: 'timeTracking.over', defaultMessage: '{time} over the estimate' },
  estimateLabel: { id: 'timeTracking.estimateLabel', defaultMessage: 'Estimate' },
  estimateNote: {
    id: 'timeTracking.estimateNote',
    defaultMessage: 'For example 1w 2d 3h 30m. A week is 5 days, a day is 8 hours. Leave blank for none.',
  },
  wrong: { id: 'timeTracking.wrong', defaultMessage: 'Must be a time such as 1h 30m' },
  report: { id: 'timeTracking.report', defaultMessage: 'Time report' },
  log: { id: 'timeTracking.log', defaultMessage: 'Log time' },
  title: { id: 'timeTracking.title', defaultMessage: 'Time spent' },
  time: { id: 'timeTracking.time', defaultMessage: 'Time' },
  day: { id: 'timeTracking.day', defaultMessage: 'Day' },
  summary: { id: 'timeTracking.summary', defaultMessage: 'Summary' },
  total: { id: 'timeTracking.total', defaultMessage: 'Total' },
  nothing: { id: 'timeTracking.nothing', defaultMessage: 'No time logged yet.' },
  gone: { id: 'timeTracking.gone', defaultMessage: 'Deleted user' },
  remove: { id: 'timeTracking.remove', defaultMessage: 'Delete {time} on {day}' },
  close: { id: 'timeTracking.close', defaultMessage: 'Close' },
  failed: { id: 'timeTracking.failed', defaultMessage: 'Could not save. Try again.' },
});
