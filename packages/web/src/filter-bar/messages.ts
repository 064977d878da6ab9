import type { Operator } from '@milepost/core/filter-bar/tokens';
import { defineMessage } from 'react-intl';

export const messages = {
  filters: defineMessage({ id: 'filterBar.filters', defaultMessage: 'Filters' }),
  clear: defineMessage({ id: 'filterBar.clear', defaultMessage: 'Clear all filters' }),
  remove: defineMessage<{ filter: string }>({ id: 'filterBar.remove', defaultMessage: 'Remove filter {filter}' }),
  /** Read by screen readers after a token's name. */
  tokenKeys: defineMessage({
    id: 'filterBar.tokenKeys',
    defaultMessage: 'Enter to change, Backspace to remove',
  }),
  inputKeys: defineMessage({
    id: 'filterBar.inputKeys',
    defaultMessage: 'Down arrow for suggestions, left arrow for applied filters',
  }),
  // List
  suggestions: defineMessage({ id: 'filterBar.suggestions', defaultMessage: 'Suggestions' }),
  filterBy: defineMessage({ id: 'filterBar.filterBy', defaultMessage: 'Filter by' }),
  searchFor: defineMessage<{ text: string }>({ id: 'filterBar.searchFor', defaultMessage: 'Search for {text}' }),
  noSuggestions: defineMessage({ id: 'filterBar.noSuggestions', defaultMessage: 'No suggestions found' }),
  loading: defineMessage({ id: 'filterBar.loading', defaultMessage: 'Loading suggestions' }),
  count: defineMessage<{ count: number }>({
    id: 'filterBar.count',
    defaultMessage: '{count, plural, one {# suggestion} other {# suggestions}}',
  }),
  takesTyped: defineMessage<{ text: string }>({
    id: 'filterBar.takesTyped',
    defaultMessage: 'Press Enter to use {text}',
  }),
  keyChoose: defineMessage({ id: 'filterBar.keyChoose', defaultMessage: 'choose' }),
  keyAdd: defineMessage({ id: 'filterBar.keyAdd', defaultMessage: 'add' }),
  keyClose: defineMessage({ id: 'filterBar.keyClose', defaultMessage: 'close' }),
  // Recent searches
  recent: defineMessage({ id: 'filterBar.recent', defaultMessage: 'Recent searches' }),
  noRecent: defineMessage({ id: 'filterBar.noRecent', defaultMessage: 'No recent searches yet' }),
  clearRecent: defineMessage({ id: 'filterBar.clearRecent', defaultMessage: 'Clear recent searches' }),
  recentBroken: defineMessage({
    id: 'filterBar.recentBroken',
    defaultMessage: 'An error occurred while parsing recent searches',
  }),
  dismiss: defineMessage({ id: 'filterBar.dismiss', defaultMessage: 'Dismiss' }),
  // Sorting
  sortBy: defineMessage({ id: 'filterBar.sortBy', defaultMessage: 'Sort by' }),
  ascending: defineMessage({ id: 'filterBar.ascending', defaultMessage: 'Sort direction: ascending' }),
  descending: defineMessage({ id: 'filterBar.descending', defaultMessage: 'Sort direction: descending' }),
};

/** An operator in a token and in the list. */
export const operatorMessages: Readonly<Record<Operator, { id: string; defaultMessage: string }>> = {
  is: defineMessage({ id: 'filterBar.is', defaultMessage: 'is' }),
  'is not': defineMessage({ id: 'filterBar.isNot', defaultMessage: 'is not' }),
  or: defineMessage({ id: 'filterBar.or', defaultMessage: 'is one of' }),
};

/** How an operator may be typed. */
export const operatorSigns: Readonly<Record<Operator, string>> = { is: '=', 'is not': '!=', or: '||' };

/** Wildcards, with the values that the server expects. */
export const wildcardMessages = {
  None: defineMessage({ id: 'filterBar.none', defaultMessage: 'None' }),
  Any: defineMessage({ id: 'filterBar.any', defaultMessage: 'Any' }),
  Upcoming: defineMessage({ id: 'filterBar.upcoming', defaultMessage: 'Upcoming' }),
  Started: defineMessage({ id: 'filterBar.started', defaultMessage: 'Started' }),
  Current: defineMessage({ id: 'filters.current', defaultMessage: 'Current' }),
};
