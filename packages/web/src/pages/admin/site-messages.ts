import { defineMessages } from '../../ui/text/messages.ts';

export const siteMessages = defineMessages({
  only: { id: 'sites.only', defaultMessage: 'Only this site is set up.' },
  steps: {
    id: 'sites.steps',
    defaultMessage:
      'A second site serves reads close to its users and can take over when this one is lost. Register this site, add the second one, set up a standby of the database there, and start Milepost on it. The guide to sites has the commands.',
  },
  register: { id: 'sites.register', defaultMessage: 'Register this site' },
  add: { id: 'sites.add', defaultMessage: 'Add a secondary site' },
  added: { id: 'sites.added', defaultMessage: 'Site added' },
  name: { id: 'sites.name', defaultMessage: 'Name' },
  nameHint: { id: 'sites.nameHint', defaultMessage: 'The MILEPOST_SITE_NAME of that site' },
  url: { id: 'sites.url', defaultMessage: 'URL' },
  internalUrl: { id: 'sites.internalUrl', defaultMessage: 'Internal URL' },
  internalUrlHint: {
    id: 'sites.internalUrlHint',
    defaultMessage: 'Other sites use this address. Leave blank to use the URL.',
  },
  list: { id: 'sites.list', defaultMessage: 'Sites' },
  primary: { id: 'sites.primary', defaultMessage: 'Primary' },
  current: { id: 'sites.current', defaultMessage: 'This site' },
  Healthy: { id: 'sites.healthy', defaultMessage: 'Healthy' },
  Unhealthy: { id: 'sites.unhealthy', defaultMessage: 'Unhealthy' },
  Unknown: { id: 'sites.unknown', defaultMessage: 'Unknown' },
  Disabled: { id: 'sites.disabled', defaultMessage: 'Disabled' },
  lag: {
    id: 'sites.lag',
    defaultMessage: '{seconds, plural, =0 {up to date} one {# second behind} other {# seconds behind}} ({bytes})',
  },
  contact: { id: 'sites.contact', defaultMessage: 'last contact {ago}' },
  files: { id: 'sites.files', defaultMessage: '{synced, number} of {count, number} files' },
  filesShared: {
    id: 'sites.filesShared',
    defaultMessage: '{synced, number} of {count, number} files in a bucket that is not copied',
  },
  repositories: { id: 'sites.repositories', defaultMessage: '{synced, number} of {count, number} repositories' },
  failures: { id: 'sites.failures', defaultMessage: 'Failed copies of {name}' },
  failedFile: { id: 'sites.failedFile', defaultMessage: 'File {id}' },
  failedRepository: { id: 'sites.failedRepository', defaultMessage: 'Repository of project {id}' },
  retried: { id: 'sites.retried', defaultMessage: 'Retrying the failed copies of {name}' },
  remove: { id: 'sites.remove', defaultMessage: 'Remove' },
  removeLabel: { id: 'sites.removeLabel', defaultMessage: 'Remove {name}' },
  removeTitle: { id: 'sites.removeTitle', defaultMessage: 'Remove the site {name}?' },
  removeWhy: {
    id: 'sites.removeWhy',
    defaultMessage: 'This removes the site and its status from the list. Its server and data are unchanged.',
  },
  removed: { id: 'sites.removed', defaultMessage: 'Site removed' },
  failed: { id: 'sites.failed', defaultMessage: 'Could not remove the site.' },
});
