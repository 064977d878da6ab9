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
    defaultMessage: 'Like 1w 2d 3h 30m: a week has 5 days, a day 8 hours. Empty for none.',
  },
  wrong: { id: 'timeTracking.wrong', defaultMessage: 'Must be like 1h 30m' },
  report: { id: 'timeTracking.report', defaultMessage: 'Time report' },
  log: { id: 'timeTracking.log', defaultMessage: 'Log time' },
  title: { id: 'timeTracking.title', defaultMessage: 'Time spent' },
  time: { id: 'timeTracking.time', defaultMessage: 'Time' },
  day: { id: 'timeTracking.day', defaultMessage: 'Day' },
  person: { id: 'timeTracking.person', defaultMessage: 'Who' },
  summary: { id: 'timeTracking.summary', defaultMessage: 'What for' },
  total: { id: 'timeTracking.total', defaultMessage: 'In all' },
  nothing: { id: 'timeTracking.nothing', defaultMessage: 'No time was logged yet.' },
  gone: { id: 'timeTracking.gone', defaultMessage: 'Somebody who is gone' },
  remove: { id: 'timeTracking.remove', defaultMessage: 'Delete {time} of {day}' },
  close: { id: 'timeTracking.close', defaultMessage: 'Close' },
  failed: { id: 'timeTracking.failed', defaultMessage: 'That could not be saved. Try again.' },
});
