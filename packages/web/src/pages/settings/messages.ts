import { defineMessage } from 'react-intl';
import { cancelLabel, defineMessages } from '../../ui/text/messages.ts';

export const settingsMessages = defineMessages({
  settings: { id: 'settings.title', defaultMessage: 'Settings' },
  group: { id: 'settings.group', defaultMessage: 'Group' },
  project: { id: 'settings.project', defaultMessage: 'Project' },
  work: { id: 'settings.work', defaultMessage: 'Work' },
  connections: { id: 'settings.connections', defaultMessage: 'Connections' },
  control: { id: 'settings.control', defaultMessage: 'Control' },
  assistant: { id: 'assistant.title', defaultMessage: 'Assistant' },
  audit: { id: 'audit.title', defaultMessage: 'Audit log' },
  seats: { id: 'seats.title', defaultMessage: 'Usage and seats' },
  billing: { id: 'billing.title', defaultMessage: 'Billing' },
  deleted: { id: 'settings.deletedSection', defaultMessage: 'Deleted' },
  general: { id: 'settings.general', defaultMessage: 'General' },
  members: { id: 'settings.members', defaultMessage: 'Members and access' },
  publicLinks: { id: 'settings.publicLinks', defaultMessage: 'Public links' },
  labels: { id: 'settings.labels', defaultMessage: 'Labels' },
  milestones: { id: 'settings.milestones', defaultMessage: 'Milestones' },
  iterations: { id: 'settings.iterations', defaultMessage: 'Iterations' },
  customFields: { id: 'settings.customFields', defaultMessage: 'Custom fields' },
  statuses: { id: 'settings.statuses', defaultMessage: 'Statuses' },
  templates: { id: 'settings.templates', defaultMessage: 'Templates' },
  protection: { id: 'protection.title', defaultMessage: 'Protected environments' },
  webhooks: { id: 'settings.webhooks', defaultMessage: 'Webhooks' },
  remote: { id: 'settings.remote', defaultMessage: 'Remote' },
  inboundWebhooks: { id: 'settings.inboundWebhooks', defaultMessage: 'Inbound webhooks' },
  accessTokens: { id: 'settings.accessTokens', defaultMessage: 'Access tokens' },
  serviceAccounts: { id: 'serviceAccounts.title', defaultMessage: 'Service accounts' },
  roleMappings: { id: 'settings.roleMappings', defaultMessage: 'LDAP and role mappings' },
  name: { id: 'settings.name', defaultMessage: 'Name' },
  groupUrl: { id: 'settings.groupUrl', defaultMessage: 'Group URL' },
  projectUrl: { id: 'settings.projectUrl', defaultMessage: 'Project URL' },
  urlNote: { id: 'settings.urlNote', defaultMessage: 'Old URLs redirect to the new one.' },
  pathReserved: { id: 'settings.pathReserved', defaultMessage: 'This path is reserved.' },
  pathTaken: {
    id: 'settings.pathTaken',
    defaultMessage:
      '{suggestion, select, none {Has already been taken} other {Has already been taken. {suggestion} is free.}}',
  },
  pathReleases: {
    id: 'settings.pathReleases',
    defaultMessage: 'Old links to {path} will stop working: this was its former URL.',
  },
  description: { id: 'settings.description', defaultMessage: 'Description' },
  visibility: { id: 'settings.visibility', defaultMessage: 'Visibility' },
  privateNote: { id: 'settings.privateNote', defaultMessage: 'Members only' },
  internalNote: { id: 'settings.internalNote', defaultMessage: 'Everyone signed in' },
  publicNote: { id: 'settings.publicNote', defaultMessage: 'No sign-in needed' },
  keptProjects: {
    id: 'settings.keptProjects',
    defaultMessage:
      '{count, plural, one {# {visibility} project stays {visibility}.} other {# {visibility} projects stay {visibility}.}}',
  },
  keptGroups: {
    id: 'settings.keptGroups',
    defaultMessage:
      '{count, plural, one {# {visibility} subgroup stays {visibility}.} other {# {visibility} subgroups stay {visibility}.}}',
  },
  lowered: {
    id: 'settings.lowered',
    defaultMessage:
      '{count, plural, one {# group or project below is lowered to {visibility}.} other {# groups and projects below are lowered to {visibility}.}}',
  },
  parentLimits: {
    id: 'settings.parentLimits',
    defaultMessage:
      'The parent group is {visibility}. This {kind, select, group {group} other {project}} cannot be more visible.',
  },
  save: { id: 'settings.save', defaultMessage: 'Save changes' },
  saved: { id: 'settings.saved', defaultMessage: 'Settings saved.' },
  cancel: cancelLabel,
  notSaved: { id: 'settings.notSaved', defaultMessage: 'Could not save your changes.' },
  conflict: {
    id: 'settings.conflict',
    defaultMessage: 'Someone else saved these settings meanwhile. Your changes are not saved.',
  },
  discard: { id: 'settings.discard', defaultMessage: 'Discard my changes' },
  overwrite: { id: 'settings.overwrite', defaultMessage: 'Save mine' },
  lowerTitle: { id: 'settings.lowerTitle', defaultMessage: 'Lower the visibility below as well?' },
  lowerBody: {
    id: 'settings.lowerBody',
    defaultMessage: '{count, plural, one {This will become {visibility}:} other {These # will become {visibility}:}}',
  },
  lowerMore: { id: 'settings.lowerMore', defaultMessage: 'and {count, number} more' },
  lower: { id: 'settings.lower', defaultMessage: 'Lower visibility' },
  archivedNote: {
    id: 'settings.archivedNote',
    defaultMessage:
      'This {kind, select, group {group} other {project}} is archived. Unarchive it to change its settings.',
  },
  ownersOnly: {
    id: 'settings.ownersOnly',
    defaultMessage: 'Owners change the general settings of a group. You can change the other sections.',
  },
  visibilityMoving: {
    id: 'settings.visibilityMoving',
    defaultMessage:
      'The new visibility applies. Totals of epics are still being updated. Until then, people who lost access see no totals.',
  },
  removing: {
    id: 'settings.removing',
    defaultMessage:
      'This {kind, select, group {group} other {project}} is being removed for good. It cannot be restored any more.',
  },
  removalProgress: { id: 'settings.removalProgress', defaultMessage: 'Progress of the removal' },
  visibilityProgress: { id: 'settings.visibilityProgress', defaultMessage: 'Progress of the change of visibility' },
});

export const transferMessages = defineMessages({
  statuses: { id: 'settings.transferStatuses', defaultMessage: 'Statuses' },
  statusesNote: {
    id: 'settings.transferStatusesNote',
    defaultMessage: 'The new group has other statuses. Choose what the items get there.',
  },
  status: {
    id: 'settings.transferStatus',
    defaultMessage: '{name} ({count, plural, one {# item} other {# items}})',
  },
  choose: { id: 'settings.transferChoose', defaultMessage: 'Choose a status' },
});

export const dangerMessages = defineMessages({
  zone: { id: 'settings.danger', defaultMessage: 'Danger zone' },
  transfer: {
    id: 'settings.transfer',
    defaultMessage: '{kind, select, group {Transfer group} other {Transfer project}}',
  },
  transferNote: {
    id: 'settings.transferNote',
    defaultMessage:
      '{kind, select, group {Move to another parent group.} other {Move to another group.}} Old URLs redirect.',
  },
  transferAction: { id: 'settings.transferAction', defaultMessage: 'Transfer…' },
  transferLoses: {
    id: 'settings.transferLoses',
    defaultMessage: 'Issues lose the epics and iterations of {group} that do not move with them.',
  },
  transferTo: { id: 'settings.transferTo', defaultMessage: 'New parent group' },
  searchGroups: { id: 'settings.searchGroups', defaultMessage: 'Search groups' },
  noGroups: { id: 'settings.noGroups', defaultMessage: 'No groups found' },
  transferStarted: {
    id: 'settings.transferStarted',
    defaultMessage: 'Transfer started. This page shows its progress.',
  },
  transferring: {
    id: 'settings.transferring',
    defaultMessage:
      'This {kind, select, group {group} other {project}} is being transferred. It is read-only until the transfer is complete.',
  },
  transferProgress: { id: 'settings.transferProgress', defaultMessage: 'Transfer progress' },
  transferFailed: { id: 'settings.transferFailed', defaultMessage: 'The transfer failed. {reason}' },
  topLevel: { id: 'settings.topLevel', defaultMessage: 'No parent group (top level)' },
  archive: { id: 'settings.archive', defaultMessage: '{kind, select, group {Archive group} other {Archive project}}' },
  archiveNote: {
    id: 'settings.archiveNote',
    defaultMessage: 'Makes everything read-only. You can unarchive it later.',
  },
  archiveAction: { id: 'settings.archiveAction', defaultMessage: 'Archive…' },
  archiveBody: {
    id: 'settings.archiveBody',
    defaultMessage:
      '{name} and everything below becomes read-only and is left out of pickers. You can unarchive it later.',
  },
  unarchive: {
    id: 'settings.unarchive',
    defaultMessage: '{kind, select, group {Unarchive group} other {Unarchive project}}',
  },
  unarchiveNote: { id: 'settings.unarchiveNote', defaultMessage: 'Makes everything editable again.' },
  unarchiveAction: { id: 'settings.unarchiveAction', defaultMessage: 'Unarchive' },
  delete: { id: 'settings.delete', defaultMessage: '{kind, select, group {Delete group} other {Delete project}}' },
  deleteGroupNote: {
    id: 'settings.deleteGroupNote',
    defaultMessage:
      'Deletes {epics, plural, one {# epic} other {# epics}}, {issues, plural, one {# issue} other {# issues}}, {places, plural, one {# subgroup or project} other {# subgroups and projects}}. You can restore it for 7 days.',
  },
  deleteProjectNote: {
    id: 'settings.deleteProjectNote',
    defaultMessage: 'Deletes {issues, plural, one {# issue} other {# issues}}. You can restore it for 7 days.',
  },
  deleteAction: { id: 'settings.deleteAction', defaultMessage: 'Delete…' },
  deleteBody: {
    id: 'settings.deleteBody',
    defaultMessage: 'It is hidden at once from everyone but its owners, and removed for good after 7 days.',
  },
  typePath: { id: 'settings.typePath', defaultMessage: 'Type {path} to confirm' },
  failed: { id: 'settings.failed', defaultMessage: 'Nothing was changed.' },
  transferred: { id: 'settings.transferred', defaultMessage: 'Moved to {path}.' },
  archived: { id: 'settings.archivedToast', defaultMessage: 'Archived.' },
  unarchived: { id: 'settings.unarchivedToast', defaultMessage: 'Unarchived.' },
  showDeleted: { id: 'settings.showDeleted', defaultMessage: 'Show deleted' },
  deleted: { id: 'settings.deletedToast', defaultMessage: 'Deleted. You can restore it for 7 days.' },
  deletedTitle: {
    id: 'settings.deletedTitle',
    defaultMessage: '{kind, select, group {This group is deleted} other {This project is deleted}}',
  },
  deletedNote: {
    id: 'settings.deletedNote',
    defaultMessage: 'Only owners see it. It will be removed for good on {day}.',
  },
  deletedWithParent: {
    id: 'settings.deletedWithParent',
    defaultMessage: 'It was deleted with the group above. Restore that group to get it back.',
  },
  restorePath: { id: 'settings.restorePath', defaultMessage: 'Path' },
  restore: { id: 'settings.restore', defaultMessage: 'Restore' },
  restored: { id: 'settings.restored', defaultMessage: 'Restored.' },
});

export const incidentMessages = defineMessages({
  title: { id: 'settings.incidents', defaultMessage: 'Incidents' },
  labels: { id: 'settings.incidentLabels', defaultMessage: 'Label changes in the timeline' },
  labelsNote: {
    id: 'settings.incidentLabelsNote',
    defaultMessage: 'A change of the labels of an incident adds an entry to its timeline',
  },
});

export const roadmapMessages = {
  title: defineMessage({ id: 'settings.roadmap', defaultMessage: 'Roadmap' }),
  stale: defineMessage({ id: 'settings.staleAfter', defaultMessage: 'Days until an epic is stale' }),
  staleNote: defineMessage<{ min: number; max: number }>({
    id: 'settings.staleAfterNote',
    defaultMessage: 'Without a change or a status update, {min} to {max}. For this group and all its subgroups.',
  }),
  staleWrong: defineMessage<{ min: number; max: number }>({
    id: 'settings.staleAfterWrong',
    defaultMessage: 'Enter a whole number from {min} to {max}.',
  }),
  staleSet: defineMessage<{ days: number; group: string }>({
    id: 'settings.staleAfterSet',
    defaultMessage:
      'Epics are stale after {days, plural, one {# day} other {# days}} without a change. Maintainers of {group} set this.',
  }),
  save: defineMessage({ id: 'settings.saveStaleAfter', defaultMessage: 'Save' }),
};
