import { defineMessages } from '../../ui/text/messages.ts';

export const pageMessages = defineMessages({
  title: { id: 'customFieldsPage.title', defaultMessage: 'Custom fields' },
  lead: {
    id: 'customFieldsPage.lead',
    defaultMessage:
      'Fields of your own for the epics and issues of this group and everything below it. Select fields filter the roadmap.',
  },
  inherited: {
    id: 'customFieldsPage.inherited',
    defaultMessage: 'Fields are defined once for the whole tree, in its top-level group.',
  },
  inheritedFrom: { id: 'customFieldsPage.inheritedFrom', defaultMessage: 'Custom fields of {group}' },
  status: { id: 'customFieldsPage.status', defaultMessage: 'Status' },
  active: { id: 'customFieldsPage.active', defaultMessage: 'Active' },
  archived: { id: 'customFieldsPage.archived', defaultMessage: 'Archived' },
  none: { id: 'customFieldsPage.none', defaultMessage: 'No custom fields yet' },
  noneWhy: {
    id: 'customFieldsPage.noneWhy',
    defaultMessage: 'A priority, a team, a cost: define what your plans need and set it on epics and issues.',
  },
  noneArchived: { id: 'customFieldsPage.noneArchived', defaultMessage: 'No archived fields' },
  new: { id: 'customFieldsPage.new', defaultMessage: 'New field' },
  newTitle: { id: 'customFieldsPage.newTitle', defaultMessage: 'New custom field' },
  edit: { id: 'customFieldsPage.edit', defaultMessage: 'Edit' },
  editLabel: { id: 'customFieldsPage.editLabel', defaultMessage: 'Edit {name}' },
  archive: { id: 'customFieldsPage.archive', defaultMessage: 'Archive' },
  archiveLabel: { id: 'customFieldsPage.archiveLabel', defaultMessage: 'Archive {name}' },
  archivedNow: { id: 'customFieldsPage.archivedNow', defaultMessage: '{name} archived. Its values are kept.' },
  unarchive: { id: 'customFieldsPage.unarchive', defaultMessage: 'Unarchive' },
  unarchiveLabel: { id: 'customFieldsPage.unarchiveLabel', defaultMessage: 'Unarchive {name}' },
  unarchivedNow: { id: 'customFieldsPage.unarchivedNow', defaultMessage: '{name} is back' },
  undo: { id: 'customFieldsPage.undo', defaultMessage: 'Undo' },
  failed: { id: 'customFieldsPage.failed', defaultMessage: 'That could not be saved' },
  unused: { id: 'customFieldsPage.unused', defaultMessage: 'on no type yet' },
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
      '{count, plural, one {The option you removed is taken off every item that has it.} other {The # options you removed are taken off every item that has them.}}',
  },
  usedOn: { id: 'customFieldForm.usedOn', defaultMessage: 'Used on' },
  create: { id: 'customFieldForm.create', defaultMessage: 'Create field' },
  save: { id: 'customFieldForm.save', defaultMessage: 'Save changes' },
  epics: { id: 'customFieldForm.epics', defaultMessage: 'Epics' },
  issues: { id: 'customFieldForm.issues', defaultMessage: 'Issues' },
  incidents: { id: 'customFieldForm.incidents', defaultMessage: 'Incidents' },
  tasks: { id: 'customFieldForm.tasks', defaultMessage: 'Tasks' },
});

/** The types of work items by their global ids. */
export const itemTypes = [
  { id: 'gid://gitlab/WorkItems::Type/8', title: formMessages.epics },
  { id: 'gid://gitlab/WorkItems::Type/1', title: formMessages.issues },
  { id: 'gid://gitlab/WorkItems::Type/2', title: formMessages.incidents },
  { id: 'gid://gitlab/WorkItems::Type/5', title: formMessages.tasks },
] as const;
