import { defineMessages } from '../../ui/messages.ts';

export const hookWords = defineMessages({
  title: { id: 'webhooks.title', defaultMessage: 'Webhooks' },
  lead: {
    id: 'webhooks.lead',
    defaultMessage:
      'Other programs are told of what happens here and below: each message is posted to an address of yours.',
  },
  new: { id: 'webhooks.new', defaultMessage: 'Add webhook' },
  none: { id: 'webhooks.none', defaultMessage: 'No webhooks yet' },
  url: { id: 'webhooks.url', defaultMessage: 'URL' },
  token: { id: 'webhooks.token', defaultMessage: 'Secret token' },
  tokenNote: {
    id: 'webhooks.tokenNote',
    defaultMessage: 'Sent along, so that the receiver knows who calls. It is shown to nobody afterwards.',
  },
  tokenKept: { id: 'webhooks.tokenKept', defaultMessage: 'There is one. What you type here takes its place.' },
  issues_events: { id: 'webhooks.issues', defaultMessage: 'Epics and issues' },
  confidential_issues_events: { id: 'webhooks.confidentialIssues', defaultMessage: 'Confidential epics and issues' },
  note_events: { id: 'webhooks.notes', defaultMessage: 'Comments' },
  confidential_note_events: {
    id: 'webhooks.confidentialNotes',
    defaultMessage: 'Internal comments, and those on confidential items',
  },
  ssl: { id: 'webhooks.ssl', defaultMessage: 'Check certificates' },
  save: { id: 'webhooks.save', defaultMessage: 'Save' },
  add: { id: 'webhooks.add', defaultMessage: 'Add' },
  cancel: { id: 'webhooks.cancel', defaultMessage: 'Cancel' },
  edit: { id: 'webhooks.edit', defaultMessage: 'Edit {url}' },
  remove: { id: 'webhooks.remove', defaultMessage: 'Remove {url}' },
  removeTitle: { id: 'webhooks.removeTitle', defaultMessage: 'Remove this webhook?' },
  removeText: { id: 'webhooks.removeText', defaultMessage: '{url} hears nothing more, and its log is gone.' },
  removeNow: { id: 'webhooks.removeNow', defaultMessage: 'Remove' },
  log: { id: 'webhooks.log', defaultMessage: 'Log' },
  logOf: { id: 'webhooks.logOf', defaultMessage: 'Log of {url}' },
  nothingSent: { id: 'webhooks.nothingSent', defaultMessage: 'Nothing was sent in the last seven days.' },
  waits: { id: 'webhooks.waits', defaultMessage: 'Waits' },
  noAnswer: { id: 'webhooks.noAnswer', defaultMessage: 'No answer' },
  attempts: { id: 'webhooks.attempts', defaultMessage: '{count, plural, one {# attempt} other {# attempts}}' },
  resend: { id: 'webhooks.resend', defaultMessage: 'Send again' },
  resent: { id: 'webhooks.resent', defaultMessage: 'Sent again: {status}' },
  failed: { id: 'webhooks.failed', defaultMessage: 'That did not work. Try again.' },
});
