import { defineMessages } from '../../ui/text/messages.ts';

export const labelPageMessages = defineMessages({
  new: { id: 'labelsPage.newLabel', defaultMessage: 'New label' },
  editOf: { id: 'labelsPage.editOf', defaultMessage: 'Edit label' },
  create: { id: 'labelsPage.create', defaultMessage: 'Create label' },
  save: { id: 'labelsPage.save', defaultMessage: 'Save changes' },
  title: { id: 'labelsPage.labelTitle', defaultMessage: 'Title' },
  titleNote: { id: 'labelsPage.titleNote', defaultMessage: 'An item has one label of each scope: scope::value.' },
  description: { id: 'labelsPage.description', defaultMessage: 'Description' },
  preview: { id: 'labelsPage.preview', defaultMessage: 'Preview' },
  exists: { id: 'labelsPage.exists', defaultMessage: 'Label already exists.' },
  actions: { id: 'labelsPage.actions', defaultMessage: 'Actions for {title}' },
  edit: { id: 'labelsPage.edit', defaultMessage: 'Edit' },
  archive: { id: 'labelsPage.archive', defaultMessage: 'Archive' },
  unarchive: { id: 'labelsPage.unarchive', defaultMessage: 'Unarchive' },
  archivedNow: { id: 'labelsPage.archivedNow', defaultMessage: 'Archived “{title}”' },
  unarchivedNow: { id: 'labelsPage.unarchivedNow', defaultMessage: 'Unarchived “{title}”' },
  archived: { id: 'labelsPage.archived', defaultMessage: 'Archived' },
  prioritize: { id: 'labelsPage.prioritize', defaultMessage: 'Prioritize' },
  deprioritize: { id: 'labelsPage.deprioritize', defaultMessage: 'Remove priority' },
  promote: { id: 'labelsPage.promote', defaultMessage: 'Promote to group label' },
  promoteAsk: { id: 'labelsPage.promoteAsk', defaultMessage: 'Promote “{title}” to a group label?' },
  promoteMeans: {
    id: 'labelsPage.promoteMeans',
    defaultMessage:
      'Labels with this title in all projects of the group are merged into it. Items and subscriptions are kept. You cannot undo this.',
  },
  promoteNow: { id: 'labelsPage.promoteNow', defaultMessage: 'Promote label' },
  delete: { id: 'labelsPage.delete', defaultMessage: 'Delete' },
  deleteAsk: { id: 'labelsPage.deleteAsk', defaultMessage: 'Delete label “{title}”?' },
  deleteMeans: {
    id: 'labelsPage.deleteMeans',
    defaultMessage:
      '{issues, plural, one {# issue} other {# issues}} and {epics, plural, one {# open epic} other {# open epics}} lose this label. You cannot undo this.',
  },
  deleteNow: { id: 'labelsPage.deleteNow', defaultMessage: 'Delete label' },
  failed: { id: 'labelsPage.failed', defaultMessage: 'Could not save your changes.' },
  move: { id: 'labelsPage.move', defaultMessage: 'Move {title}: drag, or press Alt and an arrow key' },
});
