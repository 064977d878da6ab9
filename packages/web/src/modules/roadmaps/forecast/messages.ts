import { defineMessages } from '../../../ui/text/messages.ts';

export const forecastMessages = defineMessages({
  title: { id: 'forecast.title', defaultMessage: 'Forecast' },
  simulating: { id: 'forecast.simulating', defaultMessage: 'Simulating…' },
  unavailable: { id: 'forecast.unavailable', defaultMessage: 'Forecast unavailable' },
  range: { id: 'forecast.range', defaultMessage: '{half} – {most} (50–85%)' },
  ofEpic: { id: 'forecast.ofEpic', defaultMessage: '{title}: forecast {half} – {most} (50–85%)' },
  never: { id: 'forecast.never', defaultMessage: 'more than 10 years' },
  visible: { id: 'forecast.visible', defaultMessage: 'From the issues you can see' },
  CLOSED: { id: 'forecast.closed', defaultMessage: 'No forecast: this is closed.' },
  NOTHING_OPEN: { id: 'forecast.nothingOpen', defaultMessage: 'No forecast: no open issues.' },
  TOO_FEW_CLOSED: {
    id: 'forecast.tooFewClosed',
    defaultMessage: 'No forecast: fewer than 12 issues were closed in the last 26 weeks.',
  },
  weeks: { id: 'forecast.weeks', defaultMessage: 'Weeks' },
  closed: { id: 'forecast.closedIssues', defaultMessage: 'Closed issues' },
  mean: { id: 'forecast.mean', defaultMessage: 'Mean a week' },
  open: { id: 'forecast.openIssues', defaultMessage: 'Open issues' },
  share: { id: 'forecast.share', defaultMessage: 'Share of the work (%)' },
  runs: { id: 'forecast.runs', defaultMessage: 'Runs' },
  byWeek: { id: 'forecast.byWeek', defaultMessage: 'Closed issues by week' },
  week: { id: 'forecast.week', defaultMessage: 'Week of' },
});
