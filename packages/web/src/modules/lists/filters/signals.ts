import { defineMessages, type MessageDescriptor } from 'react-intl';

/** The values of the filters that the summary and the legend of a roadmap set, by `filter.value`. */
export const signalChoices: Readonly<Record<string, MessageDescriptor>> = defineMessages({
  'epicHealth.NONE': { id: 'signals.noUpdate', defaultMessage: 'No update' },
  'signal.AT_RISK': { id: 'signals.atRisk', defaultMessage: 'At risk' },
  'signal.OVERDUE': { id: 'signals.overdue', defaultMessage: 'Overdue' },
  'signal.STARTS_EARLY': { id: 'signals.startsEarly', defaultMessage: 'Starts early' },
  'signal.OUTSIDE_PARENT': { id: 'signals.outsideParent', defaultMessage: 'Outside parent' },
  'signal.STALE': { id: 'signals.stale', defaultMessage: 'Stale' },
  'signal.BEHIND': { id: 'signals.behind', defaultMessage: 'Behind' },
  'signal.UNDATED': { id: 'signals.undated', defaultMessage: 'Undated' },
  'signal.NO_END': { id: 'signals.noEnd', defaultMessage: 'No end' },
  'signal.CLOSED': { id: 'signals.closed', defaultMessage: 'Closed' },
  'progressClass.NONE': { id: 'signals.nothingBelow', defaultMessage: 'Nothing below' },
  'progressClass.ZERO': { id: 'signals.zero', defaultMessage: '0%' },
  'progressClass.STARTED': { id: 'signals.started', defaultMessage: '1 to 49%' },
  'progressClass.HALF': { id: 'signals.half', defaultMessage: '50 to 99%' },
  'progressClass.DONE': { id: 'signals.done', defaultMessage: '100%' },
});
