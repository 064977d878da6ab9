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
  updateBy: defineMessage<{ name: string; ago: string }>({
    id: 'roadmap.updateBy',
    defaultMessage: '{name}, {ago}',
  }),
};
