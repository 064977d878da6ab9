import { defineMessages } from '../../../ui/text/messages.ts';

export const cellMessages = defineMessages({
  edit: { id: 'cells.edit', defaultMessage: 'Edit {name}' },
  failed: { id: 'cells.failed', defaultMessage: 'Could not save your changes.' },
  gone: { id: 'cells.gone', defaultMessage: '“{title}” no longer exists' },
  noMatch: { id: 'cells.noMatch', defaultMessage: 'No longer matches' },
});
