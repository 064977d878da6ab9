import { defineMessages } from '../../ui/text/messages.ts';

export const analyticsMessages = defineMessages({
  title: { id: 'analytics.title', defaultMessage: 'Analytics' },
  range: { id: 'analytics.range', defaultMessage: 'Date range' },
  lastDays: { id: 'analytics.lastDays', defaultMessage: 'Last {count} days' },
  ownDates: { id: 'analytics.ownDates', defaultMessage: 'Custom dates' },
  from: { id: 'analytics.from', defaultMessage: 'From' },
  to: { id: 'analytics.to', defaultMessage: 'To' },
  reversed: { id: 'analytics.reversed', defaultMessage: 'Choose a day that is not after the end.' },
  tooLong: { id: 'analytics.tooLong', defaultMessage: 'Choose at most {count} days.' },
  today: { id: 'analytics.today', defaultMessage: 'Today' },
  daily: { id: 'analytics.daily', defaultMessage: '{range}, by day' },
  weekly: { id: 'analytics.weekly', defaultMessage: '{range}, by week' },
  monthly: { id: 'analytics.monthly', defaultMessage: '{range}, by month' },
  filter: { id: 'analytics.filter', defaultMessage: 'Filter analytics' },
  addFilter: { id: 'analytics.addFilter', defaultMessage: 'Add filter' },
  table: { id: 'analytics.table', defaultMessage: 'Table' },
  tableOf: { id: 'analytics.tableOf', defaultMessage: 'Table: {metric}' },
  chartOf: { id: 'analytics.chartOf', defaultMessage: 'Chart: {metric}. The table has the same numbers.' },
  csv: { id: 'analytics.csv', defaultMessage: 'CSV' },
  csvOf: { id: 'analytics.csvOf', defaultMessage: 'Download CSV: {metric}' },
  noData: { id: 'analytics.noData', defaultMessage: 'No data for this range.' },
  failed: { id: 'analytics.failed', defaultMessage: 'Could not load this chart.' },
  retryOf: { id: 'analytics.retryOf', defaultMessage: 'Retry: {metric}' },
  projectsOnly: { id: 'analytics.projectsOnly', defaultMessage: 'Filtered by project only.' },
  unfiltered: { id: 'analytics.unfiltered', defaultMessage: 'Filters do not apply to deployments.' },
});

/** The titles of the charts. */
export const metricMessages = defineMessages({
  activity: { id: 'analytics.activity', defaultMessage: 'Opened and closed issues' },
  times: { id: 'analytics.times', defaultMessage: 'Lead time and cycle time' },
  throughput: { id: 'analytics.throughput', defaultMessage: 'Throughput' },
  deployments: { id: 'analytics.deployments', defaultMessage: 'Deployment frequency' },
  failures: { id: 'analytics.failures', defaultMessage: 'Change failure rate' },
  ages: { id: 'analytics.ages', defaultMessage: 'Age of open merge requests' },
});

/** What each chart shows. */
export const meaningMessages = defineMessages({
  activity: { id: 'analytics.activity.means', defaultMessage: 'Issues created and issues closed.' },
  times: {
    id: 'analytics.times.means',
    defaultMessage: 'Medians of closed issues: from creation, and from the start of work, to closing.',
  },
  throughput: {
    id: 'analytics.throughput.means',
    defaultMessage: 'Issues closed, reopened ones at their last closing.',
  },
  deployments: { id: 'analytics.deployments.means', defaultMessage: 'Successful deployments to production.' },
  failures: { id: 'analytics.failures.means', defaultMessage: 'Incidents per deployment to production.' },
  ages: {
    id: 'analytics.ages.means',
    defaultMessage: 'Merge requests that are open today, by days since they were created.',
  },
});

/** How a chart without data gets some. */
export const firstStepMessages = defineMessages({
  activity: { id: 'analytics.activity.first', defaultMessage: 'Create an issue, or change range and filters.' },
  times: { id: 'analytics.times.first', defaultMessage: 'Close an issue, or change range and filters.' },
  throughput: { id: 'analytics.throughput.first', defaultMessage: 'Close an issue, or change range and filters.' },
  deployments: {
    id: 'analytics.deployments.first',
    defaultMessage: 'Record deployments to a production environment, or change range and filters.',
  },
  failures: {
    id: 'analytics.failures.first',
    defaultMessage: 'Record deployments to a production environment, or change range and filters.',
  },
  ages: { id: 'analytics.ages.first', defaultMessage: 'Open a merge request, or change the filters.' },
});

/** The columns of the tables. */
export const columnMessages = defineMessages({
  opened: { id: 'analytics.opened', defaultMessage: 'Opened' },
  closed: { id: 'analytics.closed', defaultMessage: 'Closed' },
  leadTime: { id: 'analytics.leadTime', defaultMessage: 'Lead time' },
  leadDays: { id: 'analytics.leadDays', defaultMessage: 'Lead time (days)' },
  cycleTime: { id: 'analytics.cycleTime', defaultMessage: 'Cycle time' },
  cycleDays: { id: 'analytics.cycleDays', defaultMessage: 'Cycle time (days)' },
  completed: { id: 'analytics.completed', defaultMessage: 'Issues closed' },
  deployments: { id: 'analytics.deploymentCount', defaultMessage: 'Deployments' },
  failureRate: { id: 'analytics.failureRate', defaultMessage: 'Failure rate' },
  failurePercent: { id: 'analytics.failurePercent', defaultMessage: 'Failure rate (%)' },
  age: { id: 'analytics.age', defaultMessage: 'Age' },
  requests: { id: 'analytics.requests', defaultMessage: 'Merge requests' },
  ageBetween: { id: 'analytics.ageBetween', defaultMessage: '{from} to {until} days' },
  ageLess: { id: 'analytics.ageLess', defaultMessage: 'Less than {until, plural, one {# day} other {# days}}' },
  ageMore: { id: 'analytics.ageMore', defaultMessage: '{from} days or more' },
});

export type MetricName = keyof typeof metricMessages;
