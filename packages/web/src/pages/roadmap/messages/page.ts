import { defineMessage } from 'react-intl';

export const messages = {
  roadmap: defineMessage({ id: 'roadmap.title', defaultMessage: 'Roadmap' }),
  // Errors, verbatim from the requirements
  epicsFailed: defineMessage({
    id: 'roadmap.epicsFailed',
    defaultMessage: 'Something went wrong while fetching epics',
  }),
  milestonesFailed: defineMessage({
    id: 'roadmap.milestonesFailed',
    defaultMessage: 'Something went wrong while fetching milestones',
  }),
  // Header
  epicCount: defineMessage<{ count: number }>({
    id: 'roadmap.epicCount',
    defaultMessage: '{count, plural, one {# epic} other {# epics}}',
  }),
  topLevelCount: defineMessage<{ count: number; topLevel: number }>({
    id: 'roadmap.topLevelCount',
    defaultMessage: '{topLevel, number} top-level, {count, number} total',
  }),
  earlier: defineMessage({ id: 'roadmap.earlier', defaultMessage: 'Earlier' }),
  today: defineMessage({ id: 'roadmap.today', defaultMessage: 'Today' }),
  later: defineMessage({ id: 'roadmap.later', defaultMessage: 'Later' }),
  // Rows
  expand: defineMessage<{ title: string }>({ id: 'roadmap.expand', defaultMessage: 'Expand {title}' }),
  collapse: defineMessage<{ title: string }>({ id: 'roadmap.collapse', defaultMessage: 'Collapse {title}' }),
  noChildMatches: defineMessage({
    id: 'roadmap.noChildMatches',
    defaultMessage: 'No child epics match applied filters',
  }),
  loadingEpics: defineMessage({ id: 'roadmap.loadingEpics', defaultMessage: 'Loading epics' }),
  confidential: defineMessage({ id: 'roadmap.confidential', defaultMessage: 'Confidential' }),
  fieldValue: defineMessage<{ field: string; value: string }>({
    id: 'roadmap.fieldValue',
    defaultMessage: '{field}: {value}',
  }),
  blockedBy: defineMessage<{ count: number }>({
    id: 'roadmap.blockedBy',
    defaultMessage: '{count, plural, one {Blocked by # item} other {Blocked by # items}}',
  }),
  blocks: defineMessage<{ count: number }>({
    id: 'roadmap.blocks',
    defaultMessage: '{count, plural, one {Blocks # item} other {Blocks # items}}',
  }),
  childEpics: defineMessage<{ opened: number; closed: number }>({
    id: 'roadmap.childEpics',
    defaultMessage: '{opened} open, {closed} closed child epics',
  }),
  childEpicsHidden: defineMessage({
    id: 'roadmap.childEpicsHidden',
    defaultMessage: 'Some child epics may be hidden due to applied filters',
  }),
  filterByLabel: defineMessage<{ title: string }>({
    id: 'roadmap.filterByLabel',
    defaultMessage: 'Filter by label {title}',
  }),
  moreLabels: defineMessage<{ count: number }>({
    id: 'roadmap.moreLabels',
    defaultMessage: '{count, plural, one {# more label} other {# more labels}}',
  }),
  // The parts of a bar's label
  shareOfWeight: defineMessage<{ percentage: number }>({
    id: 'roadmap.shareOfWeight',
    defaultMessage: '{percentage}% of weight closed',
  }),
  shareOfIssues: defineMessage<{ percentage: number }>({
    id: 'roadmap.shareOfIssues',
    defaultMessage: '{percentage}% of issues closed',
  }),
  shareOfClosed: defineMessage<{ percentage: number }>({
    id: 'roadmap.shareOfClosed',
    defaultMessage: 'closed, {percentage}% done',
  }),
  overdue: defineMessage<{ days: number }>({
    id: 'roadmap.overdue',
    defaultMessage: '{days, plural, one {# day overdue} other {# days overdue}}',
  }),
  childOf: defineMessage<{ parent: string }>({ id: 'roadmap.childOf', defaultMessage: 'in {parent}' }),
  // Timeframe text, verbatim from the requirements
  noDates: defineMessage({ id: 'roadmap.noDates', defaultMessage: 'No start and end date' }),
  noStart: defineMessage<{ date: string }>({ id: 'roadmap.noStart', defaultMessage: 'No start date – {date}' }),
  noDue: defineMessage<{ date: string }>({ id: 'roadmap.noDue', defaultMessage: '{date} – No end date' }),
  dates: defineMessage<{ start: string; due: string }>({ id: 'roadmap.dates', defaultMessage: '{start} – {due}' }),
  newEpic: defineMessage({ id: 'roadmap.newEpic', defaultMessage: 'New epic' }),
  // Toolbar
  filterEpics: defineMessage({ id: 'roadmap.filterEpics', defaultMessage: 'Filter epics' }),
  searchEpics: defineMessage({ id: 'roadmap.searchEpics', defaultMessage: 'Search epics' }),
  settings: defineMessage({ id: 'roadmap.settings', defaultMessage: 'Settings' }),
  // Settings drawer
  settingsTitle: defineMessage({ id: 'roadmap.settingsTitle', defaultMessage: 'Roadmap settings' }),
  close: defineMessage({ id: 'roadmap.close', defaultMessage: 'Close' }),
  epics: defineMessage({ id: 'roadmap.epics', defaultMessage: 'Epics' }),
  showAllEpics: defineMessage({ id: 'roadmap.showAllEpics', defaultMessage: 'Show all epics' }),
  showOpenEpics: defineMessage({ id: 'roadmap.showOpenEpics', defaultMessage: 'Show open epics' }),
  showClosedEpics: defineMessage({ id: 'roadmap.showClosedEpics', defaultMessage: 'Show closed epics' }),
  dateRange: defineMessage({ id: 'roadmap.dateRange', defaultMessage: 'Date range' }),
  thisQuarter: defineMessage({ id: 'roadmap.thisQuarter', defaultMessage: 'This quarter' }),
  thisYear: defineMessage({ id: 'roadmap.thisYear', defaultMessage: 'This year' }),
  within3Years: defineMessage({ id: 'roadmap.within3Years', defaultMessage: 'Within 3 years' }),
  layout: defineMessage({ id: 'roadmap.layout', defaultMessage: 'Layout' }),
  quarters: defineMessage({ id: 'roadmap.quarters', defaultMessage: 'Quarters' }),
  months: defineMessage({ id: 'roadmap.months', defaultMessage: 'Months' }),
  weeks: defineMessage({ id: 'roadmap.weeks', defaultMessage: 'Weeks' }),
  displayMilestones: defineMessage({ id: 'roadmap.displayMilestones', defaultMessage: 'Display milestones' }),
  milestones: defineMessage({ id: 'roadmap.milestones', defaultMessage: 'Milestones' }),
  allMilestones: defineMessage({ id: 'roadmap.allMilestones', defaultMessage: 'Show all milestones' }),
  groupMilestones: defineMessage({ id: 'roadmap.groupMilestones', defaultMessage: 'Show group milestones' }),
  subgroupMilestones: defineMessage({ id: 'roadmap.subgroupMilestones', defaultMessage: 'Show sub-group milestones' }),
  projectMilestones: defineMessage({ id: 'roadmap.projectMilestones', defaultMessage: 'Show project milestones' }),
  displayProgress: defineMessage({ id: 'roadmap.displayProgress', defaultMessage: 'Display progress of child issues' }),
  progressTracking: defineMessage({ id: 'roadmap.progressTracking', defaultMessage: 'Progress tracking' }),
  byWeight: defineMessage({ id: 'roadmap.useWeight', defaultMessage: 'Use issue weight' }),
  byCount: defineMessage({ id: 'roadmap.useCount', defaultMessage: 'Use issue count' }),
  showLabels: defineMessage({ id: 'roadmap.showLabels', defaultMessage: 'Show labels' }),
};
