import { defineMessages } from '../../ui/text/messages.ts';

export const inboundMessages = defineMessages({
  title: { id: 'inbound.title', defaultMessage: 'Inbound webhooks' },
  lead: {
    id: 'inbound.lead',
    defaultMessage:
      'Connect a repository on GitHub, GitLab or Gitea. Its commits close and mention issues; its pull and merge requests appear here.',
  },
  new: { id: 'inbound.new', defaultMessage: 'Add inbound webhook' },
  none: { id: 'inbound.none', defaultMessage: 'No inbound webhooks yet' },
  noneText: { id: 'inbound.noneText', defaultMessage: 'Add one to get an address and a secret for your forge.' },
  forge: { id: 'inbound.forge', defaultMessage: 'Forge' },
  add: { id: 'inbound.add', defaultMessage: 'Add' },
  failed: { id: 'inbound.failed', defaultMessage: 'Could not save. Nothing was changed.' },
  created: {
    id: 'inbound.created',
    defaultMessage: 'The webhook for {forge} was added. Copy its secret now: it is not shown again.',
  },
  address: { id: 'inbound.address', defaultMessage: 'Address' },
  secret: { id: 'inbound.secret', defaultMessage: 'Secret' },
  copySecret: { id: 'inbound.copySecret', defaultMessage: 'Copy secret' },
  copied: { id: 'inbound.copied', defaultMessage: 'Copied' },
  notCopied: { id: 'inbound.notCopied', defaultMessage: 'Could not copy. Select the text and copy it.' },
  setUp: { id: 'inbound.setUp', defaultMessage: 'Set-up' },
  setUpOf: { id: 'inbound.setUpOf', defaultMessage: 'Set-up of {name}' },
  log: { id: 'inbound.log', defaultMessage: 'Deliveries' },
  logOf: { id: 'inbound.logOf', defaultMessage: 'Deliveries of {name}' },
  remove: { id: 'inbound.remove', defaultMessage: 'Remove {name}' },
  removeTitle: { id: 'inbound.removeTitle', defaultMessage: 'Remove this inbound webhook?' },
  removeText: {
    id: 'inbound.removeText',
    defaultMessage: 'Deliveries to its address are refused. What it wrote stays.',
  },
  removeNow: { id: 'inbound.removeNow', defaultMessage: 'Remove' },
  nothing: { id: 'inbound.nothing', defaultMessage: 'Nothing received in the last seven days.' },
  again: { id: 'inbound.again', defaultMessage: 'Process again' },
  againOf: { id: 'inbound.againOf', defaultMessage: 'Process again: {event}, {when}' },
  queuedAgain: { id: 'inbound.queuedAgain', defaultMessage: 'The delivery is processed again.' },
  queued: { id: 'inbound.queued', defaultMessage: 'Queued' },
  processed: { id: 'inbound.processed', defaultMessage: 'Processed' },
  ignored: { id: 'inbound.ignored', defaultMessage: 'Ignored' },
  failedDelivery: { id: 'inbound.failedDelivery', defaultMessage: 'Failed' },
  refused: { id: 'inbound.refused', defaultMessage: 'Refused' },
  github: {
    id: 'inbound.github',
    defaultMessage:
      '<li>Open the repository on GitHub: Settings, Webhooks, Add webhook.</li><li>Enter the address as Payload URL and choose the content type application/json.</li><li>Enter the secret.</li><li>Select individual events: Pushes and Pull requests.</li>',
  },
  gitlab: {
    id: 'inbound.gitlab',
    defaultMessage:
      '<li>Open the project on GitLab: Settings, Webhooks, Add new webhook.</li><li>Enter the address as URL.</li><li>Enter the secret as Secret token.</li><li>Select Push events and Merge request events.</li>',
  },
  gitea: {
    id: 'inbound.gitea',
    defaultMessage:
      '<li>Open the repository on Gitea: Settings, Webhooks, Add Webhook, Gitea.</li><li>Enter the address as Target URL, with POST and the content type application/json.</li><li>Enter the secret.</li><li>Select custom events: Push, Pull Request and Pull Request Synchronized.</li>',
  },
});
