import { defineMessages } from '../../../ui/text/messages.ts';

/** Messages of the export menu. */
export const toolMessages = defineMessages({
  export: { id: 'roadmap.export', defaultMessage: 'Export' },
});
