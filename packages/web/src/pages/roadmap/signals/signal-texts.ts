import { defineMessage, type IntlShape } from 'react-intl';
import { markedSignals } from '@milepost/core/roadmap/signals';
import { dependencyMessages } from '../dependencies/messages.ts';
import { messages as pageMessages } from '../messages/page.ts';
import type { SignalDetail } from './api.ts';

const messages = {
  atRisk: defineMessage({ id: 'signals.atRisk', defaultMessage: 'At risk' }),
  outsideParent: defineMessage({ id: 'signals.outsideParent', defaultMessage: 'Outside parent' }),
  behind: defineMessage<{ done: number; elapsed: number }>({
    id: 'roadmap.signals.behind',
    defaultMessage: 'Behind: {done}% done, {elapsed}% of its time gone',
  }),
  stale: defineMessage<{ days: number }>({
    id: 'roadmap.signals.stale',
    defaultMessage: 'Stale: {days, plural, one {# day} other {# days}} without an update',
  }),
};

export type MarkedSignal = SignalDetail & { name: (typeof markedSignals)[number] };

/** Those that rows mark, in the order of the marks. */
export function markedOf(signals: readonly SignalDetail[]): MarkedSignal[] {
  return markedSignals.flatMap((name) => (signals.find((each) => each.name === name) ?? []) as MarkedSignal);
}

/** A signal with its numbers. */
export function signalText(signal: MarkedSignal, { formatMessage }: IntlShape): string {
  const days = signal.days ?? 0;
  switch (signal.name) {
    case 'AT_RISK':
      return formatMessage(messages.atRisk);
    case 'OUTSIDE_PARENT':
      return formatMessage(messages.outsideParent);
    case 'OVERDUE':
      return formatMessage(pageMessages.overdue, { days });
    case 'STARTS_EARLY':
      return formatMessage(dependencyMessages.early, { days });
    case 'BEHIND':
      return formatMessage(messages.behind, { done: signal.done ?? 0, elapsed: signal.elapsed ?? 0 });
    default:
      return formatMessage(messages.stale, { days });
  }
}
