import { defineMessages } from '../../ui/messages.ts';

export const itemWords = defineMessages({
  epic: { id: 'items.epic', defaultMessage: 'Epic' },
  issue: { id: 'items.issue', defaultMessage: 'Issue' },
  incident: { id: 'items.incident', defaultMessage: 'Incident' },
  task: { id: 'items.task', defaultMessage: 'Task' },
  open: { id: 'items.open', defaultMessage: 'Open' },
  closed: { id: 'items.closed', defaultMessage: 'Closed' },
  all: { id: 'items.all', defaultMessage: 'All' },
  onTrack: { id: 'items.onTrack', defaultMessage: 'On track' },
  needsAttention: { id: 'items.needsAttention', defaultMessage: 'Needs attention' },
  atRisk: { id: 'items.atRisk', defaultMessage: 'At risk' },
  countAtRisk: { id: 'items.countAtRisk', defaultMessage: '{count, number} at risk' },
  countNeedingAttention: {
    id: 'items.countNeedingAttention',
    defaultMessage: '{count, plural, one {# needs attention} other {# need attention}}',
  },
  confidential: { id: 'items.confidential', defaultMessage: 'Confidential' },
  locked: { id: 'items.locked', defaultMessage: 'Locked' },
  hidden: { id: 'items.hidden', defaultMessage: 'Hidden' },
  imported: { id: 'items.imported', defaultMessage: 'Imported' },
  blocked: { id: 'items.blocked', defaultMessage: 'Blocked' },
  createdBy: { id: 'items.createdBy', defaultMessage: 'created by {name}' },
  updated: { id: 'items.updated', defaultMessage: 'updated {ago}' },
  createdAgoBy: { id: 'items.createdAgoBy', defaultMessage: 'Created {ago} by' },
  closedAgo: { id: 'items.closedAgo', defaultMessage: 'closed {ago}' },
  moreAssignees: { id: 'items.moreAssignees', defaultMessage: '{count, number} more assignees' },
  taskOvertaken: {
    id: 'items.taskOvertaken',
    defaultMessage:
      'Someone edited this {type} at the same time you did. The description has been updated and you will need to make your changes again.',
  },
  taskFailed: { id: 'items.taskFailed', defaultMessage: 'The box could not be saved. Try again.' },
  tasks: {
    id: 'items.tasks',
    defaultMessage: '{done, number} of {count, plural, one {# checklist item} other {# checklist items}} completed',
  },
  noDates: { id: 'items.noDates', defaultMessage: 'No dates' },
  noDueDate: { id: 'items.noDueDate', defaultMessage: 'No end date' },
});
