import { defineMessages } from '../../ui/text/messages.ts';

export const roleMappingMessages = defineMessages({
  title: { id: 'roleMappings.title', defaultMessage: 'LDAP and role mappings' },
  off: { id: 'roleMappings.off', defaultMessage: 'No provider of sign-in is set up' },
  offAdmin: {
    id: 'roleMappings.offAdmin',
    defaultMessage: 'Set MILEPOST_OIDC_PROVIDERS or MILEPOST_LDAP_URL and restart the server.',
  },
  offText: { id: 'roleMappings.offText', defaultMessage: 'An administrator of this server can set one up.' },
  mappings: { id: 'roleMappings.mappings', defaultMessage: 'Role mappings' },
  lead: {
    id: 'roleMappings.lead',
    defaultMessage:
      'People get the role at their next sign-in if the provider sends the value for them. Roles given by hand are kept.',
  },
  none: { id: 'roleMappings.none', defaultMessage: 'No role mappings yet.' },
  add: { id: 'roleMappings.add', defaultMessage: 'Add role mapping' },
  addShort: { id: 'roleMappings.addShort', defaultMessage: 'Add' },
  provider: { id: 'roleMappings.provider', defaultMessage: 'Provider' },
  value: { id: 'roleMappings.value', defaultMessage: 'Value of the claim' },
  valueNote: {
    id: 'roleMappings.valueNote',
    defaultMessage: 'As the provider sends it, such as the name of a group there.',
  },
  role: { id: 'roleMappings.role', defaultMessage: 'Role' },
  gives: { id: 'roleMappings.gives', defaultMessage: '{role} for people of {provider}' },
  links: { id: 'roleMappings.links', defaultMessage: 'LDAP links' },
  linksLead: {
    id: 'roleMappings.linksLead',
    defaultMessage: 'People in the directory get the role at the next hourly sync. Roles given by hand are kept.',
  },
  noLinks: { id: 'roleMappings.noLinks', defaultMessage: 'No LDAP links yet.' },
  addLink: { id: 'roleMappings.addLink', defaultMessage: 'Add LDAP link' },
  sync: { id: 'roleMappings.sync', defaultMessage: 'Sync now' },
  syncStarted: { id: 'roleMappings.syncStarted', defaultMessage: 'The sync starts within a minute.' },
  by: { id: 'roleMappings.by', defaultMessage: 'People' },
  byGroup: { id: 'roleMappings.byGroup', defaultMessage: 'In a group' },
  byFilter: { id: 'roleMappings.byFilter', defaultMessage: 'Matching a filter' },
  group: { id: 'roleMappings.group', defaultMessage: 'Group of the directory' },
  groupNote: { id: 'roleMappings.groupNote', defaultMessage: 'Its name there (cn).' },
  filter: { id: 'roleMappings.filter', defaultMessage: 'Filter' },
  filterNote: { id: 'roleMappings.filterNote', defaultMessage: 'Example: (department=Engineering)' },
  linkRemoveWhy: {
    id: 'roleMappings.linkRemoveWhy',
    defaultMessage: 'People who have their role only through this link lose it at the next sync.',
  },
  remove: { id: 'roleMappings.remove', defaultMessage: 'Remove' },
  removeLabel: { id: 'roleMappings.removeLabel', defaultMessage: 'Remove {name}' },
  removeTitle: { id: 'roleMappings.removeTitle', defaultMessage: 'Remove “{name}”?' },
  removeWhy: {
    id: 'roleMappings.removeWhy',
    defaultMessage: 'People who have their role only through this mapping lose it immediately.',
  },
  removeFailed: { id: 'roleMappings.removeFailed', defaultMessage: 'Could not remove it. Try again.' },
  removed: { id: 'roleMappings.removed', defaultMessage: 'Removed' },
});
