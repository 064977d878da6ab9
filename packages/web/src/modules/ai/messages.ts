import { cancelLabel, defineMessages } from '../../ui/text/messages.ts';
import type { ItemFeature } from './api.ts';

export const assistantMessages = defineMessages({
  assistant: { id: 'assistant.title', defaultMessage: 'Assistant' },
  generated: { id: 'assistant.generated', defaultMessage: 'Generated' },
  check: { id: 'assistant.check', defaultMessage: 'Check it before you use it. Nothing has been saved.' },
  internal: {
    id: 'assistant.internal',
    defaultMessage: 'Based on internal notes too, which not everyone can read.',
  },
  working: { id: 'assistant.working', defaultMessage: 'Waiting for the model…' },
  answering: { id: 'assistant.answering', defaultMessage: 'The model is answering…' },
  stopped: { id: 'assistant.stopped', defaultMessage: 'Stopped' },
  stop: { id: 'assistant.stop', defaultMessage: 'Stop' },
  copy: { id: 'assistant.copy', defaultMessage: 'Copy' },
  copied: { id: 'assistant.copied', defaultMessage: 'Text copied' },
  notCopied: { id: 'assistant.notCopied', defaultMessage: 'Could not copy the text. Select it and copy it.' },
  insert: { id: 'assistant.insert', defaultMessage: 'Insert' },
  inserted: {
    id: 'assistant.inserted',
    defaultMessage: 'Inserted into the comment. Nothing is saved until you send it.',
  },
  cancel: cancelLabel,
  apply: { id: 'assistant.apply', defaultMessage: 'Apply' },
  applied: {
    id: 'assistant.applied',
    defaultMessage: '{count, plural, one {# suggestion applied} other {# suggestions applied}}',
  },
  undone: { id: 'assistant.undone', defaultMessage: 'Undone' },
  none: { id: 'assistant.none', defaultMessage: 'The model has no suggestions.' },
  choose: { id: 'assistant.choose', defaultMessage: 'Suggestions' },
  failed: { id: 'assistant.failed', defaultMessage: 'The assistant did not answer. Try again.' },
  stale: { id: 'assistant.stale', defaultMessage: 'Look again' },
});

/** The commands of the menu, and the titles of their dialogs. */
export const featureMessages = defineMessages({
  summary: { id: 'assistant.summary', defaultMessage: 'Summarize' },
  status_update: { id: 'assistant.statusUpdate', defaultMessage: 'Draft status update' },
  children: { id: 'assistant.children', defaultMessage: 'Suggest child items' },
  labels: { id: 'assistant.labels', defaultMessage: 'Suggest labels' },
  duplicates: { id: 'assistant.duplicates', defaultMessage: 'Find duplicates' },
}) satisfies Record<ItemFeature, unknown>;
