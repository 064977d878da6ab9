import { defineMessages } from '../../ui/text/messages.ts';

export const pageMessages = defineMessages({
  title: { id: 'statusesPage.title', defaultMessage: 'Statuses' },
  lead: {
    id: 'statusesPage.lead',
    defaultMessage:
      'A lifecycle is a list of statuses. Each type of item follows one, in this group and everything below. A status in Done or Canceled closes its items.',
  },
  inherited: { id: 'statusesPage.inherited', defaultMessage: 'Statuses are defined in the top-level group.' },
  inheritedFrom: { id: 'statusesPage.inheritedFrom', defaultMessage: 'Statuses of {group}' },
  types: { id: 'statusesPage.types', defaultMessage: 'Lifecycle of each type' },
  typeLifecycle: { id: 'statusesPage.typeLifecycle', defaultMessage: 'Lifecycle of {type}' },
  unused: { id: 'statusesPage.unused', defaultMessage: 'Not used by any type' },
  usedBy: { id: 'statusesPage.usedBy', defaultMessage: 'Used by: {types}' },
  new: { id: 'statusesPage.new', defaultMessage: 'New lifecycle' },
  edit: { id: 'statusesPage.edit', defaultMessage: 'Edit' },
  editLabel: { id: 'statusesPage.editLabel', defaultMessage: 'Edit {name}' },
  delete: { id: 'statusesPage.delete', defaultMessage: 'Delete' },
  deleteLabel: { id: 'statusesPage.deleteLabel', defaultMessage: 'Delete {name}' },
  deleteTitle: { id: 'statusesPage.deleteTitle', defaultMessage: 'Delete {name}?' },
  deleteWhy: {
    id: 'statusesPage.deleteWhy',
    defaultMessage: 'No type follows this lifecycle, so no item changes.',
  },
  deleteFailed: { id: 'statusesPage.deleteFailed', defaultMessage: 'Could not delete the lifecycle.' },
  defaultOpen: { id: 'statusesPage.defaultOpen', defaultMessage: 'Default for open items' },
  defaultClosed: { id: 'statusesPage.defaultClosed', defaultMessage: 'Default for closed items' },
  defaultDuplicate: { id: 'statusesPage.defaultDuplicate', defaultMessage: 'Default for duplicates' },
  items: { id: 'statusesPage.items', defaultMessage: '{count, plural, one {# item} other {# items}}' },
  attached: { id: 'statusesPage.attached', defaultMessage: '{type} now follow {name}.' },
  attach: { id: 'statusesPage.attach', defaultMessage: 'Change lifecycle' },
  attachTitle: { id: 'statusesPage.attachTitle', defaultMessage: 'Change the lifecycle of {type} to {name}' },
});

export const formMessages = defineMessages({
  new: { id: 'lifecycleForm.new', defaultMessage: 'New lifecycle' },
  name: { id: 'lifecycleForm.name', defaultMessage: 'Name' },
  statuses: { id: 'lifecycleForm.statuses', defaultMessage: 'Statuses' },
  add: { id: 'lifecycleForm.add', defaultMessage: 'Add status' },
  moveUp: { id: 'lifecycleForm.moveUp', defaultMessage: 'Move {name} up' },
  moveDown: { id: 'lifecycleForm.moveDown', defaultMessage: 'Move {name} down' },
  remove: { id: 'lifecycleForm.remove', defaultMessage: 'Remove {name}' },
  isDefault: { id: 'lifecycleForm.isDefault', defaultMessage: 'A default status cannot be removed.' },
  replace: {
    id: 'lifecycleForm.replace',
    defaultMessage: 'New status of {count, plural, one {# item} other {# items}} in {name}',
  },
  choose: { id: 'lifecycleForm.choose', defaultMessage: 'Choose a status' },
  chooseFirst: { id: 'lifecycleForm.chooseFirst', defaultMessage: 'choose a status' },
  create: { id: 'lifecycleForm.create', defaultMessage: 'Create lifecycle' },
  save: { id: 'lifecycleForm.save', defaultMessage: 'Save changes' },
  newStatus: { id: 'statusForm.new', defaultMessage: 'New status' },
  category: { id: 'statusForm.category', defaultMessage: 'Category' },
  categoryNote: { id: 'statusForm.categoryNote', defaultMessage: 'The category cannot be changed later.' },
  icon: { id: 'statusForm.icon', defaultMessage: 'Icon' },
  description: { id: 'statusForm.description', defaultMessage: 'Description' },
  done: { id: 'statusForm.done', defaultMessage: 'Done' },
});
