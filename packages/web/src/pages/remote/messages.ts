import { defineMessages } from '../../ui/text/messages.ts';

export const remoteMessages = defineMessages({
  title: { id: 'remote.title', defaultMessage: 'Remote' },
  lead: {
    id: 'remote.lead',
    defaultMessage:
      'The repository can follow one on another server: its branches and tags are fetched regularly. Meanwhile pushes to this project are refused.',
  },
  none: { id: 'remote.none', defaultMessage: 'No remote' },
  noneText: { id: 'remote.noneText', defaultMessage: 'Add the address of a repository to mirror it here.' },
  add: { id: 'remote.add', defaultMessage: 'Add remote' },
  edit: { id: 'remote.edit', defaultMessage: 'Edit' },
  remove: { id: 'remote.remove', defaultMessage: 'Remove' },
  fetchNow: { id: 'remote.fetchNow', defaultMessage: 'Fetch now' },
  url: { id: 'remote.url', defaultMessage: 'Address' },
  urlNote: { id: 'remote.urlNote', defaultMessage: 'Like https://forge.example/group/project.git' },
  wrongUrl: { id: 'remote.wrongUrl', defaultMessage: 'Must be like https://host/path' },
  user: { id: 'remote.user', defaultMessage: 'User name' },
  password: { id: 'remote.password', defaultMessage: 'Password or access token' },
  optional: { id: 'remote.optional', defaultMessage: 'Only for a private repository. Stored encrypted, never shown.' },
  kept: {
    id: 'remote.kept',
    defaultMessage: 'A user name and a password are stored. Leave both fields empty to keep them for the same host.',
  },
  forget: { id: 'remote.forget', defaultMessage: 'Remove the stored user name and password' },
  enabled: { id: 'remote.enabled', defaultMessage: 'Follow the remote' },
  enabledNote: {
    id: 'remote.enabledNote',
    defaultMessage: 'While it is off, nothing is fetched and pushes are possible.',
  },
  overwrite: { id: 'remote.overwrite', defaultMessage: 'Replace branches that have other commits' },
  overwriteNote: {
    id: 'remote.overwriteNote',
    defaultMessage: 'Commits that only exist in this project are lost. Otherwise such a branch stays as it is.',
  },
  save: { id: 'remote.save', defaultMessage: 'Save' },
  savedFetching: { id: 'remote.savedFetching', defaultMessage: 'The remote was saved and is fetched.' },
  saved: { id: 'remote.saved', defaultMessage: 'The remote was saved.' },
  status: { id: 'remote.status', defaultMessage: 'Status' },
  off: { id: 'remote.off', defaultMessage: 'Switched off' },
  waiting: { id: 'remote.waiting', defaultMessage: 'Waiting' },
  started: { id: 'remote.started', defaultMessage: 'Fetching' },
  finished: { id: 'remote.finished', defaultMessage: 'Up to date' },
  failed: { id: 'remote.failed', defaultMessage: 'Failed' },
  stopped: {
    id: 'remote.stopped',
    defaultMessage: 'It failed {count} times in a row and is no longer fetched. “Fetch now” starts it again.',
  },
  last: { id: 'remote.last', defaultMessage: 'Last fetch' },
  lastGood: { id: 'remote.lastGood', defaultMessage: 'Last successful fetch' },
  next: { id: 'remote.next', defaultMessage: 'Next fetch' },
  never: { id: 'remote.never', defaultMessage: 'Never' },
  onDemand: { id: 'remote.onDemand', defaultMessage: 'Only on demand' },
  queued: { id: 'remote.queued', defaultMessage: 'The fetch starts.' },
  tooEarly: {
    id: 'remote.tooEarly',
    defaultMessage:
      'A remote is fetched at most once in {every} minutes. Try again in {left, plural, one {# minute} other {# minutes}}.',
  },
  removeTitle: { id: 'remote.removeTitle', defaultMessage: 'Remove this remote?' },
  removeText: {
    id: 'remote.removeText',
    defaultMessage: 'The repository keeps what was fetched. Pushes to this project are possible again.',
  },
  notRemoved: { id: 'remote.notRemoved', defaultMessage: 'Could not remove the remote.' },
});
