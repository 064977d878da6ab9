import { defineMessages } from '../../ui/text/messages.ts';

export const pageMessages = defineMessages({
  title: { id: 'customFieldsPage.title', defaultMessage: 'Custom fields' },
  lead: {
    id: 'customFieldsPage.lead',
    defaultMessage:
      'Custom fields for epics and issues in this group, its subgroups and projects. Select fields can filter the roadmap.',
  },
  inherited: {
    id: 'customFieldsPage.inherited',
    defaultMessage: 'Custom fields are defined in the top-level group.',
  },
  inheritedFrom: { id: 'customFieldsPage.inheritedFrom', defaultMessage: 'Custom fields of {group}' },
  status: { id: 'customFieldsPage.status', defaultMessage: 'Status' },
  active: { id: 'customFieldsPage.active', defaultMessage: 'Active' },
  archived: { id: 'customFieldsPage.archived', defaultMessage: 'Archived' },
  none: { id: 'customFieldsPage.none', defaultMessage: 'No custom fields yet' },
  noneWhy: {
    id: 'customFieldsPage.noneWhy',
    defaultMessage: 'Add fields such as priority, team or cost to epics and issues.',
  },
  noneArchived: { id: 'customFieldsPage.noneArchived', defaultMessage: 'No archived fields' },
  new: { id: 'customFieldsPage.new', defaultMessage: 'New field' },
  newTitle: { id: 'customFieldsPage.newTitle', defaultMessage: 'New custom field' },
  edit: { id: 'customFieldsPage.edit', defaultMessage: 'Edit' },
  editLabel: { id: 'customFieldsPage.editLabel', defaultMessage: 'Edit {name}' },
  archive: { id: 'customFieldsPage.archive', defaultMessage: 'Archive' },
  archiveLabel: { id: 'customFieldsPage.archiveLabel', defaultMessage: 'Archive {name}' },
  archivedNow: { id: 'customFieldsPage.archivedNow', defaultMessage: '{name} archived. Its values are preserved.' },
  unarchive: { id: 'customFieldsPage.unarchive', defaultMessage: 'Unarchive' },
  unarchiveLabel: { id: 'customFieldsPage.unarchiveLabel', defaultMessage: 'Unarchive {name}' },
  unarchivedNow: { id: 'customFieldsPage.unarchivedNow', defaultMessage: '{name} unarchived' },
  failed: { id: 'customFieldsPage.failed', defaultMessage: 'Could not save' },
  unused: { id: 'customFieldsPage.unused', defaultMessage: 'not used yet' },
});

export const formMessages = defineMessages({
  name: { id: 'customFieldForm.name', defaultMessage: 'Name' },
  type: { id: 'customFieldForm.type', defaultMessage: 'Type' },
  typeNote: { id: 'customFieldForm.typeNote', defaultMessage: 'The type cannot be changed later.' },
  options: { id: 'customFieldForm.options', defaultMessage: 'Options' },
  option: { id: 'customFieldForm.option', defaultMessage: 'Option {number}' },
  addOption: { id: 'customFieldForm.addOption', defaultMessage: 'Add option' },
  moveUp: { id: 'customFieldForm.moveUp', defaultMessage: 'Move option {number} up' },
  moveDown: { id: 'customFieldForm.moveDown', defaultMessage: 'Move option {number} down' },
  remove: { id: 'customFieldForm.remove', defaultMessage: 'Remove option {number}' },
  removed: {
    id: 'customFieldForm.removed',
    defaultMessage:
      '{count, plural, one {The removed option is also removed from all items.} other {The # removed options are also removed from all items.}}',
  },
  usedOn: { id: 'customFieldForm.usedOn', defaultMessage: 'Used on' },
  create: { id: 'customFieldForm.create', defaultMessage: 'Create field' },
  save: { id: 'customFieldForm.save', defaultMessage: 'Save changes' },
});
