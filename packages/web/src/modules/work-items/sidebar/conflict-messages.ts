import { defineMessages } from '../../../ui/text/messages.ts';

export const conflictMessages = defineMessages({
  title: { id: 'cellConflict.title', defaultMessage: 'Overwrite the change of somebody else?' },
  text: {
    id: 'cellConflict.text',
    defaultMessage: '{field} of “{title}” is {now} now. Your value is {wanted}.',
  },
  textHere: { id: 'cellConflict.textHere', defaultMessage: '{field} is {now} now. Your value is {wanted}.' },
  textBy: {
    id: 'cellConflict.textBy',
    defaultMessage: '{by} changed {field} to {now} meanwhile. Your value is {wanted}.',
  },
  none: { id: 'cellConflict.none', defaultMessage: 'none' },
  overwrite: { id: 'cellConflict.overwrite', defaultMessage: 'Overwrite' },
  failed: { id: 'cellConflict.failed', defaultMessage: 'Could not save your changes.' },
});
