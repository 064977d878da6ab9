import { defineMessages } from '../../../ui/text/messages.ts';

export const compareMessages = defineMessages({
  comparedWith: { id: 'compare.with', defaultMessage: 'Compared with {name}, {date}' },
  later: { id: 'compare.later', defaultMessage: '{count} later' },
  removed: { id: 'compare.removed', defaultMessage: '{count} removed' },
  startDrift: { id: 'compare.startDrift', defaultMessage: 'Start {days}' },
  /** The name of a row. */
  removedRow: { id: 'compare.removedRow', defaultMessage: 'removed' },
  late: { id: 'compare.late', defaultMessage: '{drift} after its milestone' },
  stop: { id: 'compare.stop', defaultMessage: 'Stop comparing' },
  failed: { id: 'compare.failed', defaultMessage: 'This snapshot is not available.' },
});
