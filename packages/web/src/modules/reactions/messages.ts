import { defineMessages } from '../../ui/text/messages.ts';

export const reactionMessages = defineMessages({
  bar: { id: 'reactions.bar', defaultMessage: 'Reactions' },
  add: { id: 'reactions.add', defaultMessage: 'Add reaction' },
  failed: { id: 'reactions.failed', defaultMessage: 'Could not save the reaction. Try again.' },
  emojiFailed: { id: 'reactions.emojiFailed', defaultMessage: 'There was a problem fetching emoji.' },
  you: { id: 'reactions.you', defaultMessage: 'You' },
  others: { id: 'reactions.others', defaultMessage: '{count, plural, one {# other} other {# others}}' },
  reacted: { id: 'reactions.reacted', defaultMessage: '{who} reacted with :{name}:' },
  button: {
    id: 'reactions.button',
    defaultMessage: '{emoji} {name}, {count, plural, one {# reaction} other {# reactions}}',
  },
});
