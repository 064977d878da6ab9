import { defineMessage } from 'react-intl';

/** Messages of the settings drawer alone. */
export const drawerMessages = {
  expand: defineMessage({ id: 'roadmap.expandLevels', defaultMessage: 'Expand' }),
  level: defineMessage<{ level: number }>({ id: 'roadmap.level', defaultMessage: 'Level {level, number}' }),
  allLevels: defineMessage({ id: 'roadmap.allLevels', defaultMessage: 'All' }),
  milestonesAs: defineMessage({ id: 'roadmap.milestonesAs', defaultMessage: 'Milestones as' }),
  asSpans: defineMessage({ id: 'roadmap.milestoneSpans', defaultMessage: 'Spans' }),
  asGuides: defineMessage({ id: 'roadmap.milestoneGuides', defaultMessage: 'Guides' }),
  showOwners: defineMessage({ id: 'roadmap.showOwners', defaultMessage: 'Show owners' }),
  showIssues: defineMessage({ id: 'roadmap.showIssues', defaultMessage: 'Show issues' }),
  showForecasts: defineMessage({ id: 'roadmap.showForecasts', defaultMessage: 'Show forecasts' }),
  showMinimap: defineMessage({ id: 'roadmap.showMinimap', defaultMessage: 'Show minimap of long plans' }),
  showSummary: defineMessage({ id: 'roadmap.showSummary', defaultMessage: 'Show summary' }),
};
