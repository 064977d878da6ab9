import { defineMessages } from '../../../ui/text/messages.ts';

export const compareMessages = defineMessages({
  comparedWith: { id: 'compare.with', defaultMessage: 'Compared with {name}, {date}' },
  later: { id: 'compare.later', defaultMessage: '{count} later' },
  removed: { id: 'compare.removed', defaultMessage: '{count} removed' },
  startDrift: { id: 'compare.startDrift', defaultMessage: 'Start {days}' },
  stop: { id: 'compare.stop', defaultMessage: 'Stop comparing' },
  failed: { id: 'compare.failed', defaultMessage: 'This snapshot is not available.' },
});
