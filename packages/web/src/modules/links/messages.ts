import { cancelLabel, defineMessages } from '../../ui/text/messages.ts';

export const linkMessages = defineMessages({
  linked: { id: 'links.linked', defaultMessage: 'Linked items' },
  blocks: { id: 'links.blocks', defaultMessage: 'Blocks' },
  isBlockedBy: { id: 'links.isBlockedBy', defaultMessage: 'Is blocked by' },
  relatesTo: { id: 'links.relatesTo', defaultMessage: 'Relates to' },
  thisItem: {
    id: 'links.thisItem',
    defaultMessage: '{type, select, epic {This epic} incident {This incident} task {This task} other {This issue}}',
  },
  relatesToChoice: { id: 'links.relatesToChoice', defaultMessage: 'relates to' },
  blocksChoice: { id: 'links.blocksChoice', defaultMessage: 'blocks' },
  isBlockedByChoice: { id: 'links.isBlockedByChoice', defaultMessage: 'is blocked by' },
  references: { id: 'links.references', defaultMessage: 'the following items' },
  begin: { id: 'links.begin', defaultMessage: 'Link items' },
  add: { id: 'links.add', defaultMessage: 'Add' },
  cancel: cancelLabel,
  fetchFailed: { id: 'links.fetchFailed', defaultMessage: 'Could not load the linked items.' },
  addFailed: { id: 'links.addFailed', defaultMessage: 'Could not link the items. Try again.' },
  remove: { id: 'links.remove', defaultMessage: 'Remove the link to {title}' },
  removed: { id: 'links.removed', defaultMessage: 'Link removed' },
  removeFailed: { id: 'links.removeFailed', defaultMessage: 'Could not remove the link. Try again.' },
  undo: { id: 'links.undo', defaultMessage: 'Undo' },
  confidential: { id: 'links.confidential', defaultMessage: 'Confidential' },
});
