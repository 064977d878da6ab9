import { defineMessage } from 'react-intl';

/** Messages of empty states, verbatim from the requirements except for the sentences below the title. */
export const emptyMessages = {
  noDatedEpics: defineMessage({ id: 'roadmap.noDatedEpics', defaultMessage: 'No dated epics' }),
  noEpicsMatched: defineMessage({
    id: 'roadmap.noEpicsMatched',
    defaultMessage: 'Sorry, no epics matched your search',
  }),
  noEpics: defineMessage({
    id: 'roadmap.noEpics',
    defaultMessage: 'The roadmap shows the progress of your epics along a timeline',
  }),
  noEpicsMatchedWhy: defineMessage<{ from: string; to: string }>({
    id: 'roadmap.noEpicsMatchedWhy',
    defaultMessage: 'No epics matched the search between {from} and {to}.',
  }),
  matchesOutside: defineMessage<{ count: number }>({
    id: 'roadmap.matchesOutside',
    defaultMessage: '{count, plural, one {# epic matches} other {# epics match}} outside these dates.',
  }),
  noEpicsWhy: defineMessage<{ from: string; to: string }>({
    id: 'roadmap.noEpicsWhy',
    defaultMessage:
      'Epics with a start or due date between {from} and {to} will appear here. Give an epic a date, or create one.',
  }),
  noChildrenWhy: defineMessage<{ from: string; to: string }>({
    id: 'roadmap.noChildrenWhy',
    defaultMessage: 'Add a start or due date between {from} and {to} to a child epic, and it will appear here.',
  }),
  epicsOutside: defineMessage<{ count: number }>({
    id: 'roadmap.epicsOutside',
    defaultMessage: '{count, plural, one {# epic is} other {# epics are}} outside these dates.',
  }),
  viewEpicsList: defineMessage({ id: 'roadmap.viewEpicsList', defaultMessage: 'View epics list' }),
  showRange: defineMessage<{ range: string }>({
    id: 'roadmap.showRange',
    defaultMessage:
      'Show {range, select, CURRENT_QUARTER {this quarter} CURRENT_YEAR {this year} THREE_YEARS {within 3 years} other {the dates of all epics}}',
  }),
};
