import { defineMessage } from 'react-intl';

/** Messages of the dependency lines, the custom range, the status line and the tray of undated epics. */
export const chartMessages = {
  recordedSince: defineMessage<{ date: string }>({
    id: 'roadmap.recordedSince',
    defaultMessage: 'Recorded since {date}',
  }),
  daysOverdue: defineMessage<{ days: number }>({
    id: 'roadmap.daysOverdue',
    defaultMessage: '{days, number} d overdue',
  }),
  // Lines
  showDependencies: defineMessage({ id: 'roadmap.showDependencies', defaultMessage: 'Show dependency lines' }),
  dependenciesHint: defineMessage({
    id: 'roadmap.dependenciesHint',
    defaultMessage:
      'A dashed line ends at the collapsed row that contains the epic. A short arrow points to an epic that is not listed.',
  }),
  blockedTooEarly: defineMessage<{ count: number; blockers: string }>({
    id: 'roadmap.blockedTooEarly',
    defaultMessage:
      '{count, plural, one {Blocked by # item} other {Blocked by # items}}. Starts before {blockers} ends',
  }),
  nothingAroundToday: defineMessage({
    id: 'roadmap.nothingAroundToday',
    defaultMessage: 'Nothing planned around today',
  }),
  // Zoom and custom range
  range: defineMessage({ id: 'roadmap.range', defaultMessage: 'Range' }),
  customRange: defineMessage({ id: 'roadmap.customRange', defaultMessage: 'Custom range…' }),
  rangeFrom: defineMessage({ id: 'roadmap.rangeFrom', defaultMessage: 'From' }),
  rangeTo: defineMessage({ id: 'roadmap.rangeTo', defaultMessage: 'To' }),
  rangeOrder: defineMessage({
    id: 'roadmap.rangeOrder',
    defaultMessage: 'The range must end on or after its first day.',
  }),
  years: defineMessage({ id: 'roadmap.years', defaultMessage: 'Years' }),
  zoom: defineMessage({ id: 'roadmap.zoom', defaultMessage: 'Zoom' }),
  zoomIn: defineMessage({ id: 'roadmap.zoomIn', defaultMessage: 'Zoom in' }),
  zoomOut: defineMessage({ id: 'roadmap.zoomOut', defaultMessage: 'Zoom out' }),
  fit: defineMessage({ id: 'roadmap.fit', defaultMessage: 'Fit' }),
  fitAll: defineMessage({ id: 'roadmap.fitAll', defaultMessage: 'Fit: show the dates of all matching epics' }),
  moved: defineMessage<{ range: string }>({
    id: 'roadmap.moved',
    defaultMessage:
      'No epics this quarter. Showing {range, select, CURRENT_YEAR {this year} THREE_YEARS {within 3 years} other {the dates of all epics}}.',
  }),
  backToQuarter: defineMessage({ id: 'roadmap.backToQuarter', defaultMessage: 'Back to this quarter' }),
  backToRange: defineMessage<{ range: string }>({
    id: 'roadmap.backToRange',
    defaultMessage:
      'Back to {range, select, CURRENT_QUARTER {this quarter} CURRENT_YEAR {this year} other {within 3 years}}',
  }),
  backToLayout: defineMessage<{ layout: string }>({
    id: 'roadmap.backToLayout',
    defaultMessage: 'Back to {layout, select, WEEKS {weeks} MONTHS {months} QUARTERS {quarters} other {years}}',
  }),
  backToDays: defineMessage<{ days: string }>({ id: 'roadmap.backToDays', defaultMessage: 'Back to {days}' }),
  dismiss: defineMessage({ id: 'roadmap.dismiss', defaultMessage: 'Dismiss' }),
  // Status line
  shown: defineMessage<{ shown: number; total: number }>({
    id: 'roadmap.shown',
    defaultMessage: '{shown, number} of {total, plural, one {# epic} other {# epics}} shown',
  }),
  outside: defineMessage<{ count: number }>({
    id: 'roadmap.outside',
    defaultMessage: '{count, number} outside these dates',
  }),
  filteredOut: defineMessage<{ count: number }>({
    id: 'roadmap.filteredOut',
    defaultMessage: '{count, number} filtered out',
  }),
  undated: defineMessage<{ count: number }>({ id: 'roadmap.undated', defaultMessage: 'Undated ({count, number})' }),
  undatedTitle: defineMessage({ id: 'roadmap.undatedTitle', defaultMessage: 'Undated epics' }),
  undatedWhy: defineMessage({
    id: 'roadmap.undatedWhy',
    defaultMessage: 'Epics without a start or due date do not appear on the timeline.',
  }),
  undatedFailed: defineMessage({
    id: 'roadmap.undatedFailed',
    defaultMessage: 'Something went wrong while fetching epics',
  }),
  undatedNone: defineMessage({ id: 'roadmap.undatedNone', defaultMessage: 'Every epic has a date.' }),
  loadMore: defineMessage({ id: 'roadmap.undatedMore', defaultMessage: 'Load more' }),
  overLimit: defineMessage<{ limit: number }>({
    id: 'roadmap.overLimit',
    defaultMessage:
      'More than {limit, number} epics are loaded, the recommended maximum. Use filters to shorten the list.',
  }),
};
