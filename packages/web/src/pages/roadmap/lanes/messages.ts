import { defineMessages } from '../../../ui/text/messages.ts';

export const laneMessages = defineMessages({
  none: { id: 'roadmap.laneNone', defaultMessage: 'None' },
  noUpdate: { id: 'roadmap.laneNoUpdate', defaultMessage: 'No update' },
  onTrack: { id: 'roadmap.laneOnTrack', defaultMessage: 'On track' },
  needsAttention: { id: 'roadmap.laneNeedsAttention', defaultMessage: 'Needs attention' },
  atRisk: { id: 'roadmap.laneAtRisk', defaultMessage: 'At risk' },
  closed: { id: 'roadmap.laneClosed', defaultMessage: 'Closed' },
  overdue: { id: 'roadmap.laneOverdue', defaultMessage: '{count, number} overdue' },
  name: {
    id: 'roadmap.laneName',
    defaultMessage: '{value}, {count, plural, one {# epic} other {# epics}}',
  },
  nameWithProgress: {
    id: 'roadmap.laneNameWithProgress',
    defaultMessage: '{value}, {count, plural, one {# epic} other {# epics}}, {percentage}%',
  },
  count: { id: 'roadmap.laneCount', defaultMessage: '{value}: {count, number}' },
  percentage: { id: 'roadmap.lanePercentage', defaultMessage: '{percentage}%' },
});
