import { defineMessages } from '../../ui/text/messages.ts';

export const milestoneMessages = defineMessages({
  new: { id: 'milestones.new', defaultMessage: 'New milestone' },
  edit: { id: 'milestones.edit', defaultMessage: 'Edit' },
  editOf: { id: 'milestones.editOf', defaultMessage: 'Edit milestone' },
  create: { id: 'milestones.create', defaultMessage: 'Create milestone' },
  save: { id: 'milestones.save', defaultMessage: 'Save changes' },
  title: { id: 'milestones.title', defaultMessage: 'Title' },
  start: { id: 'milestones.start', defaultMessage: 'Start date' },
  due: { id: 'milestones.due', defaultMessage: 'Due date' },
  description: { id: 'milestones.description', defaultMessage: 'Description' },
  actions: { id: 'milestones.actions', defaultMessage: 'Actions for {title}' },
  close: { id: 'milestones.close', defaultMessage: 'Close' },
  reopen: { id: 'milestones.reopen', defaultMessage: 'Reopen' },
  closed: { id: 'milestones.closed', defaultMessage: 'Closed “{title}”' },
  reopened: { id: 'milestones.reopened', defaultMessage: 'Reopened “{title}”' },
  delete: { id: 'milestones.delete', defaultMessage: 'Delete' },
  deleteAsk: { id: 'milestones.deleteAsk', defaultMessage: 'Delete milestone “{title}”?' },
  deleteMeans: {
    id: 'milestones.deleteMeans',
    defaultMessage:
      '{issues, plural, one {# issue} other {# issues}} and {epics, plural, one {# epic} other {# epics}} lose this milestone. They are otherwise unchanged. You cannot undo this.',
  },
  deleteNow: { id: 'milestones.deleteNow', defaultMessage: 'Delete milestone' },
  deleted: { id: 'milestones.deleted', defaultMessage: 'Deleted “{title}”' },
  promote: { id: 'milestones.promote', defaultMessage: 'Promote to group milestone' },
  promoteAsk: { id: 'milestones.promoteAsk', defaultMessage: 'Promote “{title}” to a group milestone?' },
  promoteMeans: {
    id: 'milestones.promoteMeans',
    defaultMessage:
      'Milestones with this title in all projects of the group are merged into it. Every issue keeps its milestone. You cannot undo this.',
  },
  promoteNow: { id: 'milestones.promoteNow', defaultMessage: 'Promote milestone' },
  promoted: { id: 'milestones.promoted', defaultMessage: 'Promoted “{title}”' },
  failed: { id: 'milestones.failed', defaultMessage: 'Could not save your changes.' },
  overdue: { id: 'milestones.overdue', defaultMessage: 'Overdue' },
  closedState: { id: 'milestones.closedState', defaultMessage: 'Closed' },
  open: { id: 'milestones.open', defaultMessage: 'Open' },
});
