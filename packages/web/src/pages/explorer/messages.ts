import { defineMessages } from '../../ui/text/messages.ts';

export const explorerMessages = defineMessages({
  title: { id: 'explorer.title', defaultMessage: 'GraphQL explorer' },
});
