import { defineMessages } from '../../ui/text/messages.ts';

export const subscriptionMessages = defineMessages({
  notifications: { id: 'subscriptions.notifications', defaultMessage: 'Notifications' },
  subscribe: { id: 'subscriptions.subscribe', defaultMessage: 'Subscribe' },
  failed: {
    id: 'subscriptions.failed',
    defaultMessage: 'Could not save. Your notification settings are unchanged.',
  },
  fetchFailed: { id: 'subscriptions.fetchFailed', defaultMessage: 'Could not load your notification settings.' },
  on: { id: 'subscriptions.on', defaultMessage: 'Subscribed' },
  off: { id: 'subscriptions.off', defaultMessage: 'Unsubscribed' },
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
