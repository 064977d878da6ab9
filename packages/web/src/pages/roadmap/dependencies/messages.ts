import { defineMessages } from '../../../ui/text/messages.ts';

export const dependencyMessages = defineMessages({
  early: {
    id: 'roadmap.dependencies.early',
    defaultMessage: '{days, plural, =0 {Starts the same day} other {Starts {days, number} d early}}',
  },
  pair: { id: 'roadmap.dependencies.pair', defaultMessage: '“{blocker}” blocks “{blocked}”' },
  inCycle: { id: 'roadmap.dependencies.inCycle', defaultMessage: 'Part of a cycle: these epics block each other' },
  count: {
    id: 'roadmap.dependencies.count',
    defaultMessage: '{count, plural, one {# dependency} other {# dependencies}}',
  },
  inside: {
    id: 'roadmap.dependencies.inside',
    defaultMessage: '{count, plural, one {# dependency} other {# dependencies}} inside',
  },
  drawn: {
    id: 'roadmap.dependencies.drawn',
    defaultMessage: '{n, number} of {m, number} dependencies drawn',
  },
});
