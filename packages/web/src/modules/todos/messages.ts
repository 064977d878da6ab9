import { defineMessages } from '../../ui/text/messages.ts';

export const todoMessages = defineMessages({
  todo: { id: 'todos.todo', defaultMessage: 'To-do' },
  add: { id: 'todos.add', defaultMessage: 'Add a to-do item' },
  markDone: { id: 'todos.markDone', defaultMessage: 'Mark as done' },
  fetchFailed: { id: 'todos.fetchFailed', defaultMessage: 'Your to-do items could not be fetched.' },
  addFailed: { id: 'todos.addFailed', defaultMessage: 'The to-do item could not be added. Try again.' },
  doneFailed: { id: 'todos.doneFailed', defaultMessage: 'It could not be marked as done. Try again.' },
  restoreFailed: { id: 'todos.restoreFailed', defaultMessage: 'It could not be restored. Try again.' },
});
