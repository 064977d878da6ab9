import { defineMessage } from 'react-intl';

export const linkedMessages = {
  blockedBy: defineMessage({ id: 'roadmap.linked.blockedBy', defaultMessage: 'Blocked by' }),
  blocks: defineMessage({ id: 'roadmap.linked.blocks', defaultMessage: 'Blocks' }),
  more: defineMessage<{ count: number }>({
    id: 'roadmap.linked.more',
    defaultMessage: '+{count} more {count, plural, one {item} other {items}}',
  }),
  due: defineMessage<{ date: string }>({ id: 'roadmap.linked.due', defaultMessage: 'Due {date}' }),
  noEnd: defineMessage({ id: 'roadmap.linked.noEnd', defaultMessage: 'No end date' }),
  loading: defineMessage({ id: 'roadmap.linked.loading', defaultMessage: 'Loading linked items' }),
  failed: defineMessage({
    id: 'roadmap.linked.failed',
    defaultMessage: 'Something went wrong while fetching linked items',
  }),
};

export const cardMessages = {
  startsTooEarly: defineMessage<{ blocked: string; blocker: string; start: string; due: string; lag: number }>({
    id: 'roadmap.startsTooEarly',
    defaultMessage:
      '“{blocked}” starts on {start}, before its blocker “{blocker}” ends on {due}{lag, plural, =0 {} one { plus # day} other { plus # days}}',
  }),
  epicClosed: defineMessage<{ share: string }>({ id: 'roadmap.epicClosed', defaultMessage: 'Closed epic, {share}' }),
  openMilestone: defineMessage({ id: 'roadmap.openMilestone', defaultMessage: 'Open milestone' }),
  openEpic: defineMessage({ id: 'roadmap.openEpic', defaultMessage: 'Open epic' }),
  weightClosed: defineMessage<{ closed: number; total: number }>({
    id: 'roadmap.weightClosed',
    defaultMessage: '{closed, number} of {total, number} weight closed',
  }),
  countClosed: defineMessage<{ closed: number; total: number }>({
    id: 'roadmap.countClosed',
    defaultMessage: '{closed, number} of {total, plural, one {# issue} other {# issues}} closed',
  }),
  dueIn: defineMessage<{ days: number }>({
    id: 'roadmap.dueIn',
    defaultMessage: '{days, plural, =0 {Due today} one {Due in # day} other {Due in # days}}',
  }),
  startsIn: defineMessage<{ days: number }>({
    id: 'roadmap.startsIn',
    defaultMessage: '{days, plural, one {Starts in # day} other {Starts in # days}}',
  }),
  updateBy: defineMessage<{ name: string; ago: string }>({
    id: 'roadmap.updateBy',
    defaultMessage: '{name}, {ago}',
  }),
  moveOrConnect: defineMessage({ id: 'roadmap.moveOrConnect', defaultMessage: 'Move or connect…' }),
};
