import { defineMessages } from '../../ui/text/messages.ts';

export const peekEpicMessages = defineMessages({
  dates: { id: 'peekEpic.dates', defaultMessage: 'Dates' },
  inherited: { id: 'peekEpic.inherited', defaultMessage: '{names}: inherited' },
  daysLeft: { id: 'peekEpic.daysLeft', defaultMessage: '{days, number} d left' },
  dueToday: { id: 'peekEpic.dueToday', defaultMessage: 'Due today' },
  overdue: { id: 'peekEpic.overdue', defaultMessage: '{days, number} d overdue' },
  progress: { id: 'peekEpic.progress', defaultMessage: 'Progress' },
  weightClosed: {
    id: 'peekEpic.weightClosed',
    defaultMessage: '{closed, number} of {total, number} weight closed',
  },
  issuesClosed: {
    id: 'peekEpic.issuesClosed',
    defaultMessage: '{closed, number} of {total, number} issues closed',
  },
  noIssues: { id: 'peekEpic.noIssues', defaultMessage: 'No issues' },
  more: { id: 'peekEpic.more', defaultMessage: 'More fields' },
  fewer: { id: 'peekEpic.fewer', defaultMessage: 'Fewer fields' },
});
