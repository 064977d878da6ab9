import { defineMessages } from '../../ui/text/messages.ts';

export const todosPageMessages = defineMessages({
  title: { id: 'todosPage.title', defaultMessage: 'To-do items' },
  states: { id: 'todosPage.states', defaultMessage: 'State' },
  pending: { id: 'todosPage.pending', defaultMessage: 'To do' },
  done: { id: 'todosPage.done', defaultMessage: 'Done' },
  markAll: { id: 'todosPage.markAll', defaultMessage: 'Mark all as done' },
  markOne: { id: 'todosPage.markOne', defaultMessage: 'Mark as done: {name}' },
  restoreOne: { id: 'todosPage.restoreOne', defaultMessage: 'Restore: {name}' },
  marked: { id: 'todosPage.marked', defaultMessage: 'Marked as done' },
  markedAll: {
    id: 'todosPage.markedAll',
    defaultMessage: '{count, plural, one {# item} other {# items}} marked as done',
  },
  restored: { id: 'todosPage.restored', defaultMessage: 'Restored' },
  reason: { id: 'todosPage.reason', defaultMessage: 'Reason' },
  anyReason: { id: 'todosPage.anyReason', defaultMessage: 'Any reason' },
  type: { id: 'todosPage.type', defaultMessage: 'Type' },
  anyType: { id: 'todosPage.anyType', defaultMessage: 'Any type' },
  epic: { id: 'todosPage.epic', defaultMessage: 'Epic' },
  issue: { id: 'todosPage.issue', defaultMessage: 'Issue' },
  task: { id: 'todosPage.task', defaultMessage: 'Task' },
  mergeRequest: { id: 'todosPage.mergeRequest', defaultMessage: 'Merge request' },
  nothing: { id: 'todosPage.nothing', defaultMessage: "You''re all caught up" },
  nothingWhy: {
    id: 'todosPage.nothingWhy',
    defaultMessage:
      'Items appear here when someone assigns or mentions you. You can also add any epic or issue from its page.',
  },
  nextKey: { id: 'todosPage.nextKey', defaultMessage: 'Next item' },
  previousKey: { id: 'todosPage.previousKey', defaultMessage: 'Previous item' },
  nothingDone: { id: 'todosPage.nothingDone', defaultMessage: 'No completed items' },
  nothingDoneWhy: { id: 'todosPage.nothingDoneWhy', defaultMessage: 'Items you mark as done appear here.' },
  noMatch: { id: 'todosPage.noMatch', defaultMessage: 'No items match' },
  noMatchWhy: { id: 'todosPage.noMatchWhy', defaultMessage: 'Choose another reason or type.' },
});

export const reasonMessages = defineMessages({
  assigned: { id: 'todosPage.assigned', defaultMessage: 'Assigned' },
  mentioned: { id: 'todosPage.mentioned', defaultMessage: 'Mentioned' },
  directly_addressed: { id: 'todosPage.addressed', defaultMessage: 'Directly addressed' },
  marked: { id: 'todosPage.marked.reason', defaultMessage: 'Added by you' },
  member_access_requested: { id: 'todosPage.accessRequested', defaultMessage: 'Access requested' },
  status_update_posted: { id: 'todosPage.statusUpdate', defaultMessage: 'Status update' },
  approval_required: { id: 'todosPage.approval', defaultMessage: 'Approval required' },
  review_requested: { id: 'todosPage.review', defaultMessage: 'Review requested' },
  access_token_expiring: { id: 'todosPage.token', defaultMessage: 'Access token ends' },
});

export const storyMessages = defineMessages({
  assigned: { id: 'todosPage.assignedBy', defaultMessage: '{who} assigned you' },
  mentioned: { id: 'todosPage.mentionedBy', defaultMessage: '{who} mentioned you' },
  directly_addressed: { id: 'todosPage.addressedBy', defaultMessage: '{who} addressed you' },
  marked: { id: 'todosPage.markedBy', defaultMessage: 'You added this' },
  member_access_requested: { id: 'todosPage.accessRequestedBy', defaultMessage: '{who} requests access' },
  status_update_posted: { id: 'todosPage.statusUpdateBy', defaultMessage: '{who} posted a status update' },
  approval_required: { id: 'todosPage.approvalBy', defaultMessage: '{who} asked for your approval' },
  review_requested: { id: 'todosPage.reviewBy', defaultMessage: '{who} requested your review' },
  access_token_expiring: { id: 'todosPage.tokenOf', defaultMessage: 'An access token of {who} ends soon' },
});
