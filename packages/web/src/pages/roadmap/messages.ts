import { defineMessages } from 'react-intl';

export const messages = defineMessages({
  roadmap: { id: 'roadmap.title', defaultMessage: 'Roadmap' },

  // Errors, to the letter
  epicsFailed: { id: 'roadmap.epicsFailed', defaultMessage: 'Something went wrong while fetching epics' },
  milestonesFailed: { id: 'roadmap.milestonesFailed', defaultMessage: 'Something went wrong while fetching milestones' },

  // Head
  epicCount: { id: 'roadmap.epicCount', defaultMessage: '{count, plural, one {# epic} other {# epics}}' },
  earlier: { id: 'roadmap.earlier', defaultMessage: 'Earlier' },
  today: { id: 'roadmap.today', defaultMessage: 'Today' },
  later: { id: 'roadmap.later', defaultMessage: 'Later' },

  // Rows
  expand: { id: 'roadmap.expand', defaultMessage: 'Expand {title}' },
  collapse: { id: 'roadmap.collapse', defaultMessage: 'Collapse {title}' },
  noChildMatches: { id: 'roadmap.noChildMatches', defaultMessage: 'No child epics match applied filters' },
  loadingEpics: { id: 'roadmap.loadingEpics', defaultMessage: 'Loading epics' },
  confidential: { id: 'roadmap.confidential', defaultMessage: 'Confidential' },
  closed: { id: 'roadmap.closed', defaultMessage: 'Closed' },
  blockedBy: { id: 'roadmap.blockedBy', defaultMessage: '{count, plural, one {Blocked by # item} other {Blocked by # items}}' },
  blocks: { id: 'roadmap.blocks', defaultMessage: '{count, plural, one {Blocks # item} other {Blocks # items}}' },
  childEpics: { id: 'roadmap.childEpics', defaultMessage: '{opened} open, {closed} closed child epics' },
  childEpicsHidden: {
    id: 'roadmap.childEpicsHidden',
    defaultMessage: 'Some child epics may be hidden due to applied filters',
  },
  filterByLabel: { id: 'roadmap.filterByLabel', defaultMessage: 'Filter by label {title}' },
  moreLabels: { id: 'roadmap.moreLabels', defaultMessage: '{count, plural, one {# more label} other {# more labels}}' },

  // Bars
  barLabel: { id: 'roadmap.barLabel', defaultMessage: '{title}, {timeframe}' },
  barLabelWeight: {
    id: 'roadmap.barLabelWeight',
    defaultMessage: '{title}, {timeframe}, {percentage}% of weight closed',
  },
  barLabelCount: {
    id: 'roadmap.barLabelCount',
    defaultMessage: '{title}, {timeframe}, {percentage}% of issues closed',
  },
  weightClosed: { id: 'roadmap.weightClosed', defaultMessage: '{closed, number} of {total, number} weight closed' },
  countClosed: {
    id: 'roadmap.countClosed',
    defaultMessage: '{closed, number} of {total, plural, one {# issue} other {# issues}} closed',
  },
  dueIn: {
    id: 'roadmap.dueIn',
    defaultMessage: '{days, plural, =0 {Due today} one {Due in # day} other {Due in # days}}',
  },
  overdue: {
    id: 'roadmap.overdue',
    defaultMessage: '{days, plural, one {# day over its due date} other {# days over their due date}}',
  },
  startsIn: { id: 'roadmap.startsIn', defaultMessage: '{days, plural, one {Starts in # day} other {Starts in # days}}' },

  // Timeframe text, to the letter
  noDates: { id: 'roadmap.noDates', defaultMessage: 'No start and end date' },
  noStart: { id: 'roadmap.noStart', defaultMessage: 'No start date – {date}' },
  noDue: { id: 'roadmap.noDue', defaultMessage: '{date} – No end date' },
  dates: { id: 'roadmap.dates', defaultMessage: '{start} – {due}' },

  // Status line
  shown: { id: 'roadmap.shown', defaultMessage: '{shown, number} of {total, plural, one {# epic} other {# epics}} shown' },
  outside: { id: 'roadmap.outside', defaultMessage: '{count, number} outside these dates' },
  undated: { id: 'roadmap.undated', defaultMessage: 'Undated ({count, number})' },
  atLimit: {
    id: 'roadmap.atLimit',
    defaultMessage: 'More than {limit, number} epics are loaded. A filter makes them easier to overlook.',
  },

  // Empty states, to the letter but for the sentences below the title
  noEpicsMatched: { id: 'roadmap.noEpicsMatched', defaultMessage: 'Sorry, no epics matched your search' },
  noEpics: {
    id: 'roadmap.noEpics',
    defaultMessage: 'The roadmap shows the progress of your epics along a timeline',
  },
  noEpicsMatchedWhy: { id: 'roadmap.noEpicsMatchedWhy', defaultMessage: 'No epics matched the search between {from} and {to}.' },
  matchesOutside: {
    id: 'roadmap.matchesOutside',
    defaultMessage: '{count, plural, one {# epic matches} other {# epics match}} outside these dates.',
  },
  noEpicsWhy: {
    id: 'roadmap.noEpicsWhy',
    defaultMessage: 'Epics with a start or due date between {from} and {to} will appear here. Give an epic a date, or create one.',
  },
  noChildrenWhy: {
    id: 'roadmap.noChildrenWhy',
    defaultMessage: 'Add a start or due date between {from} and {to} to a child epic, and it will appear here.',
  },
  epicsOutside: {
    id: 'roadmap.epicsOutside',
    defaultMessage: '{count, plural, one {# epic lies} other {# epics lie}} outside these dates.',
  },
  viewEpicsList: { id: 'roadmap.viewEpicsList', defaultMessage: 'View epics list' },
  newEpic: { id: 'roadmap.newEpic', defaultMessage: 'New epic' },
  showRange: {
    id: 'roadmap.showRange',
    defaultMessage:
      'Show {range, select, CURRENT_QUARTER {this quarter} CURRENT_YEAR {this year} other {within 3 years}}',
  },

  // Toolbar
  filterEpics: { id: 'roadmap.filterEpics', defaultMessage: 'Filter epics' },
  searchEpics: { id: 'roadmap.searchEpics', defaultMessage: 'Search epics' },
  clearFilters: { id: 'roadmap.clearFilters', defaultMessage: 'Clear all filters' },
  removeFilter: { id: 'roadmap.removeFilter', defaultMessage: 'Remove filter {filter}' },
  operatorIs: { id: 'roadmap.operatorIs', defaultMessage: 'is' },
  operatorIsNot: { id: 'roadmap.operatorIsNot', defaultMessage: 'is not' },
  operatorOr: { id: 'roadmap.operatorOr', defaultMessage: 'or' },
  kindLabel: { id: 'roadmap.kindLabel', defaultMessage: 'Label' },
  kindAuthor: { id: 'roadmap.kindAuthor', defaultMessage: 'Author' },
  kindMilestone: { id: 'roadmap.kindMilestone', defaultMessage: 'Milestone' },
  kindReaction: { id: 'roadmap.kindReaction', defaultMessage: 'My reaction' },
  kindConfidential: { id: 'roadmap.kindConfidential', defaultMessage: 'Confidential' },
  kindEpic: { id: 'roadmap.kindEpic', defaultMessage: 'Epic' },
  kindGroup: { id: 'roadmap.kindGroup', defaultMessage: 'Group' },
  yes: { id: 'roadmap.yes', defaultMessage: 'Yes' },
  no: { id: 'roadmap.no', defaultMessage: 'No' },
  sortBy: { id: 'roadmap.sortBy', defaultMessage: 'Sort by' },
  sortStartDate: { id: 'roadmap.sortStartDate', defaultMessage: 'Start date' },
  sortDueDate: { id: 'roadmap.sortDueDate', defaultMessage: 'Due date' },
  sortTitle: { id: 'roadmap.sortTitle', defaultMessage: 'Title' },
  sortCreated: { id: 'roadmap.sortCreated', defaultMessage: 'Created date' },
  sortUpdated: { id: 'roadmap.sortUpdated', defaultMessage: 'Last updated date' },
  ascending: { id: 'roadmap.ascending', defaultMessage: 'Sort direction: ascending' },
  descending: { id: 'roadmap.descending', defaultMessage: 'Sort direction: descending' },
  settings: { id: 'roadmap.settings', defaultMessage: 'Settings' },

  // Settings drawer
  settingsTitle: { id: 'roadmap.settingsTitle', defaultMessage: 'Roadmap settings' },
  close: { id: 'roadmap.close', defaultMessage: 'Close' },
  epics: { id: 'roadmap.epics', defaultMessage: 'Epics' },
  showAllEpics: { id: 'roadmap.showAllEpics', defaultMessage: 'Show all epics' },
  showOpenEpics: { id: 'roadmap.showOpenEpics', defaultMessage: 'Show open epics' },
  showClosedEpics: { id: 'roadmap.showClosedEpics', defaultMessage: 'Show closed epics' },
  dateRange: { id: 'roadmap.dateRange', defaultMessage: 'Date range' },
  thisQuarter: { id: 'roadmap.thisQuarter', defaultMessage: 'This quarter' },
  thisYear: { id: 'roadmap.thisYear', defaultMessage: 'This year' },
  within3Years: { id: 'roadmap.within3Years', defaultMessage: 'Within 3 years' },
  layout: { id: 'roadmap.layout', defaultMessage: 'Layout' },
  quarters: { id: 'roadmap.quarters', defaultMessage: 'Quarters' },
  months: { id: 'roadmap.months', defaultMessage: 'Months' },
  weeks: { id: 'roadmap.weeks', defaultMessage: 'Weeks' },
  displayMilestones: { id: 'roadmap.displayMilestones', defaultMessage: 'Display milestones' },
  milestones: { id: 'roadmap.milestones', defaultMessage: 'Milestones' },
  allMilestones: { id: 'roadmap.allMilestones', defaultMessage: 'Show all milestones' },
  groupMilestones: { id: 'roadmap.groupMilestones', defaultMessage: 'Show group milestones' },
  subgroupMilestones: { id: 'roadmap.subgroupMilestones', defaultMessage: 'Show sub-group milestones' },
  projectMilestones: { id: 'roadmap.projectMilestones', defaultMessage: 'Show project milestones' },
  displayProgress: { id: 'roadmap.displayProgress', defaultMessage: 'Display progress of child issues' },
  progressTracking: { id: 'roadmap.progressTracking', defaultMessage: 'Progress tracking' },
  useWeight: { id: 'roadmap.useWeight', defaultMessage: 'Use issue weight' },
  useCount: { id: 'roadmap.useCount', defaultMessage: 'Use issue count' },
  showLabels: { id: 'roadmap.showLabels', defaultMessage: 'Show labels' },
});
