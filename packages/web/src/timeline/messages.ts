import { defineMessages } from 'react-intl';

export const messages = defineMessages({
  quarter: { id: 'timeline.quarter', defaultMessage: 'Q{quarter}' },
  today: { id: 'timeline.today', defaultMessage: 'Today, {date}' },
  milestones: { id: 'timeline.milestones', defaultMessage: 'Milestones' },
  collapseMilestones: { id: 'timeline.collapseMilestones', defaultMessage: 'Collapse milestones' },
  expandMilestones: { id: 'timeline.expandMilestones', defaultMessage: 'Expand milestones' },
  moreMilestones: {
    id: 'timeline.moreMilestones',
    defaultMessage: '{count, plural, one {# more} other {# more}}',
  },
  fewerMilestones: { id: 'timeline.fewerMilestones', defaultMessage: 'Show fewer' },
});
