import { cancelLabel, defineMessages } from '../../../ui/text/messages.ts';

export const childTaskMessages = defineMessages({
  title: { id: 'childTasks.title', defaultMessage: 'Child items' },
  done: { id: 'childTasks.done', defaultMessage: '{closed, number} of {all, number} done' },
  begin: { id: 'childTasks.begin', defaultMessage: 'Add task' },
  kinds: { id: 'childTasks.kinds', defaultMessage: 'Task to add' },
  newOne: { id: 'childTasks.newOne', defaultMessage: 'New task' },
  existing: { id: 'childTasks.existing', defaultMessage: 'Existing task' },
  form: { id: 'childTasks.form', defaultMessage: 'New task' },
  name: { id: 'childTasks.name', defaultMessage: 'Title' },
  add: { id: 'childTasks.add', defaultMessage: 'Add' },
  cancel: cancelLabel,
  close: { id: 'childTasks.close', defaultMessage: 'Close {title}' },
  reopen: { id: 'childTasks.reopen', defaultMessage: 'Reopen {title}' },
  remove: { id: 'childTasks.remove', defaultMessage: 'Remove {title}' },
  removed: { id: 'childTasks.removed', defaultMessage: 'Task removed' },
  more: { id: 'childTasks.more', defaultMessage: 'Show more' },
  addFailed: { id: 'childTasks.addFailed', defaultMessage: 'Could not add the task.' },
  stateFailed: { id: 'childTasks.stateFailed', defaultMessage: 'Could not update the task.' },
  removeFailed: { id: 'childTasks.removeFailed', defaultMessage: 'Could not remove the task.' },
  moreFailed: { id: 'childTasks.moreFailed', defaultMessage: 'Could not load more tasks.' },
});
