import { defineMessage } from 'react-intl';

export const messages = {
  quarter: defineMessage<{ quarter: number }>({ id: 'timeline.quarter', defaultMessage: 'Q{quarter}' }),
  today: defineMessage<{ date: string }>({ id: 'timeline.today', defaultMessage: 'Today, {date}' }),
  asOf: defineMessage<{ date: string }>({ id: 'timeline.asOf', defaultMessage: 'As of {date}' }),
  milestones: defineMessage({ id: 'timeline.milestones', defaultMessage: 'Milestones' }),
  collapseMilestones: defineMessage({ id: 'timeline.collapseMilestones', defaultMessage: 'Collapse milestones' }),
  expandMilestones: defineMessage({ id: 'timeline.expandMilestones', defaultMessage: 'Expand milestones' }),
  moreMilestones: defineMessage<{ count: number }>({
    id: 'timeline.moreMilestones',
    defaultMessage: '{count, plural, one {# more} other {# more}}',
  }),
  milestonesOfDay: defineMessage<{ count: number }>({
    id: 'timeline.milestonesOfDay',
    defaultMessage: '{count, number} milestones',
  }),
  fewerMilestones: defineMessage({ id: 'timeline.fewerMilestones', defaultMessage: 'Show fewer' }),
};
