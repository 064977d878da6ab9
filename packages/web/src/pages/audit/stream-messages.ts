import { defineMessages } from '../../ui/text/messages.ts';

export const streamMessages = defineMessages({
  title: { id: 'audit.streams', defaultMessage: 'Streams' },
  lead: {
    id: 'audit.streamsLead',
    defaultMessage:
      'Events are sent to these destinations as they happen: signed, in order, and again until they are received.',
  },
  full: { id: 'audit.streamsFull', defaultMessage: 'There can be at most {max} destinations.' },
  none: { id: 'audit.noStreams', defaultMessage: 'No destinations.' },
  failed: { id: 'audit.streamsFailed', defaultMessage: 'Could not load the destinations.' },
  add: { id: 'audit.addStream', defaultMessage: 'Add destination' },
  url: { id: 'audit.streamUrl', defaultMessage: 'URL' },
  urlNote: { id: 'audit.streamUrlNote', defaultMessage: 'Receives each event as JSON by POST.' },
  name: { id: 'audit.streamName', defaultMessage: 'Name' },
  nameNote: { id: 'audit.streamNameNote', defaultMessage: 'Leave blank to use the host of the URL.' },
  waiting: { id: 'audit.streamWaiting', defaultMessage: '{count, plural, one {# event} other {# events}} waiting' },
  delivered: { id: 'audit.streamDelivered', defaultMessage: 'last sent {ago}' },
  failing: { id: 'audit.streamFailing', defaultMessage: 'Failing' },
  made: {
    id: 'audit.streamMade',
    defaultMessage: "Destination “{name}” added. Copy its secrets now. You won''t see them again.",
  },
  verificationToken: { id: 'audit.verificationToken', defaultMessage: 'Verification token' },
  signingSecret: { id: 'audit.signingSecret', defaultMessage: 'Signing secret' },
  remove: { id: 'audit.removeStream', defaultMessage: 'Remove' },
  removeLabel: { id: 'audit.removeStreamLabel', defaultMessage: 'Remove {name}' },
  removeTitle: { id: 'audit.removeStreamTitle', defaultMessage: 'Remove “{name}”?' },
  removeWhy: {
    id: 'audit.removeStreamWhy',
    defaultMessage:
      'No more events are sent to it{count, plural, =0 {} one {, and # waiting event is discarded} other {, and # waiting events are discarded}}.',
  },
  removeFailed: { id: 'audit.removeStreamFailed', defaultMessage: 'Could not remove the destination. Try again.' },
});
