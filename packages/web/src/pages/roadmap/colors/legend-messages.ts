import { defineMessage } from 'react-intl';
import { defineMessages } from '../../../ui/text/messages.ts';

export const legendMessages = defineMessages({
  legend: { id: 'roadmap.legend', defaultMessage: 'Legend' },
  more: { id: 'roadmap.legendMore', defaultMessage: 'More' },
  onTrack: { id: 'roadmap.laneOnTrack', defaultMessage: 'On track' },
  needsAttention: { id: 'roadmap.laneNeedsAttention', defaultMessage: 'Needs attention' },
  atRisk: { id: 'roadmap.laneAtRisk', defaultMessage: 'At risk' },
  noUpdate: { id: 'roadmap.laneNoUpdate', defaultMessage: 'No update' },
  none: { id: 'roadmap.laneNone', defaultMessage: 'None' },
  otherGroups: { id: 'roadmap.otherGroups', defaultMessage: 'Other groups' },
  overdue: { id: 'signals.overdue', defaultMessage: 'Overdue' },
  noEnd: { id: 'roadmap.legendNoEnd', defaultMessage: 'No end' },
  closed: { id: 'roadmap.laneClosed', defaultMessage: 'Closed' },
  snapshot: { id: 'roadmap.legendSnapshot', defaultMessage: 'Snapshot' },
});

/** The accessible name of an entry. */
export const drawnCount = defineMessage<{ name: string; count: number }>({
  id: 'roadmap.legendCount',
  defaultMessage: '{name}, {count, number} drawn',
});
