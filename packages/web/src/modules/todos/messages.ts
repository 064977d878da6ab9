import { defineMessages } from '../../ui/text/messages.ts';

export const todoMessages = defineMessages({
  todo: { id: 'todos.todo', defaultMessage: 'To-do' },
  add: { id: 'todos.add', defaultMessage: 'Add a to-do item' },
  markDone: { id: 'todos.markDone', defaultMessage: 'Mark as done' },
  fetchFailed: { id: 'todos.fetchFailed', defaultMessage: 'Could not load your to-do items.' },
  addFailed: { id: 'todos.addFailed', defaultMessage: 'Could not add the to-do item. Try again.' },
  doneFailed: { id: 'todos.doneFailed', defaultMessage: 'Could not mark it as done. Try again.' },
  restoreFailed: { id: 'todos.restoreFailed', defaultMessage: 'Could not restore it. Try again.' },
});
