import { defineMessage } from 'react-intl';
import { defineMessages } from '../../../ui/text/messages.ts';

export const summaryMessages = {
  ...defineMessages({
    summary: { id: 'roadmap.summary', defaultMessage: 'Summary' },
    failed: { id: 'roadmap.summaryFailed', defaultMessage: 'Counts unavailable' },
    onTrack: { id: 'roadmap.laneOnTrack', defaultMessage: 'On track' },
    needsAttention: { id: 'roadmap.laneNeedsAttention', defaultMessage: 'Needs attention' },
    atRisk: { id: 'roadmap.laneAtRisk', defaultMessage: 'At risk' },
  }),
  more: defineMessage<{ count: number }>({ id: 'roadmap.summaryMore', defaultMessage: 'More ({count})' }),
};
