import { defineMessages } from '../../ui/text/messages.ts';

export const statusUpdateMessages = defineMessages({
  title: { id: 'statusUpdates.title', defaultMessage: 'Status updates' },
  latest: { id: 'statusUpdates.latest', defaultMessage: 'Latest status update' },
  post: { id: 'statusUpdates.post', defaultMessage: 'Post update' },
  postTitle: { id: 'statusUpdates.postTitle', defaultMessage: 'Post a status update' },
  editTitle: { id: 'statusUpdates.editTitle', defaultMessage: 'Edit status update' },
  save: { id: 'statusUpdates.save', defaultMessage: 'Save changes' },
  none: { id: 'statusUpdates.none', defaultMessage: 'No status updates yet.' },
  failed: { id: 'statusUpdates.failed', defaultMessage: 'Could not load the status updates.' },
  more: { id: 'statusUpdates.more', defaultMessage: 'Show older updates' },
  health: { id: 'statusUpdates.health', defaultMessage: 'Health status' },
  text: { id: 'statusUpdates.text', defaultMessage: 'Text (Markdown)' },
  chooseHealth: { id: 'statusUpdates.chooseHealth', defaultMessage: 'Choose a health status' },
  noHealth: { id: 'statusUpdates.noHealth', defaultMessage: 'No status' },
  change: { id: 'statusUpdates.change', defaultMessage: '{from} → {to}' },
  edited: { id: 'statusUpdates.edited', defaultMessage: 'edited {ago}' },
  datesThen: { id: 'statusUpdates.datesThen', defaultMessage: 'Dates at that time: {start} – {due}' },
  noDate: { id: 'statusUpdates.noDate', defaultMessage: 'none' },
  edit: { id: 'statusUpdates.edit', defaultMessage: 'Edit update by {name}, {ago}' },
  remove: { id: 'statusUpdates.remove', defaultMessage: 'Delete update by {name}, {ago}' },
  removed: { id: 'statusUpdates.removed', defaultMessage: 'Status update deleted' },
});
