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
  restored: { id: 'todosPage.restored', defaultMessage: 'Back on your list' },
  undo: { id: 'todosPage.undo', defaultMessage: 'Undo' },
  reason: { id: 'todosPage.reason', defaultMessage: 'Reason' },
  anyReason: { id: 'todosPage.anyReason', defaultMessage: 'Any reason' },
  type: { id: 'todosPage.type', defaultMessage: 'Type' },
  anyType: { id: 'todosPage.anyType', defaultMessage: 'Any type' },
  epic: { id: 'todosPage.epic', defaultMessage: 'Epic' },
  issue: { id: 'todosPage.issue', defaultMessage: 'Issue' },
  task: { id: 'todosPage.task', defaultMessage: 'Task' },
  nothing: { id: 'todosPage.nothing', defaultMessage: 'Nothing waits for you' },
  nothingWhy: {
    id: 'todosPage.nothingWhy',
    defaultMessage:
      'When somebody assigns you or mentions you, it will be here. You can also add any epic or issue on its page.',
  },
  nextKey: { id: 'todosPage.nextKey', defaultMessage: 'Next item' },
  previousKey: { id: 'todosPage.previousKey', defaultMessage: 'Previous item' },
  nothingDone: { id: 'todosPage.nothingDone', defaultMessage: 'Nothing is done yet' },
  nothingDoneWhy: { id: 'todosPage.nothingDoneWhy', defaultMessage: 'What you mark as done stays here.' },
  noMatch: { id: 'todosPage.noMatch', defaultMessage: 'Nothing matches' },
  noMatchWhy: { id: 'todosPage.noMatchWhy', defaultMessage: 'Choose another reason or type.' },
});

export const reasonMessages = defineMessages({
  assigned: { id: 'todosPage.assigned', defaultMessage: 'Assigned' },
  mentioned: { id: 'todosPage.mentioned', defaultMessage: 'Mentioned' },
  directly_addressed: { id: 'todosPage.addressed', defaultMessage: 'Spoken to' },
  marked: { id: 'todosPage.marked.reason', defaultMessage: 'Added by yourself' },
});

export const storyMessages = defineMessages({
  assigned: { id: 'todosPage.assignedBy', defaultMessage: '{who} assigned you' },
  mentioned: { id: 'todosPage.mentionedBy', defaultMessage: '{who} mentioned you' },
  directly_addressed: { id: 'todosPage.addressedBy', defaultMessage: '{who} wrote to you' },
  marked: { id: 'todosPage.markedBy', defaultMessage: 'You added this' },
});
