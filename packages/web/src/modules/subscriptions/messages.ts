import { defineMessages } from '../../ui/text/messages.ts';

export const subscriptionMessages = defineMessages({
  notifications: { id: 'subscriptions.notifications', defaultMessage: 'Notifications' },
  hear: { id: 'subscriptions.hear', defaultMessage: 'Tell me what happens' },
  failed: {
    id: 'subscriptions.failed',
    defaultMessage: 'Your notifications could not be changed. They are as they were.',
  },
  fetchFailed: { id: 'subscriptions.fetchFailed', defaultMessage: 'Your notifications could not be fetched.' },
  on: { id: 'subscriptions.on', defaultMessage: 'You hear of what happens here' },
  off: { id: 'subscriptions.off', defaultMessage: 'You hear no more of what happens here' },
});

export const participantMessages = defineMessages({
  participants: {
    id: 'participants.count',
    defaultMessage: '{count, plural, =0 {Participants} one {1 participant} other {# participants}}',
  },
  none: { id: 'participants.none', defaultMessage: 'None' },
  more: { id: 'participants.more', defaultMessage: '+{count} more' },
  fewer: { id: 'participants.fewer', defaultMessage: 'Show fewer' },
  epicFailed: {
    id: 'participants.epicFailed',
    defaultMessage: 'There was an error getting the epic participants.',
  },
  issueFailed: {
    id: 'participants.issueFailed',
    defaultMessage: 'There was an error getting the issue participants.',
  },
});
