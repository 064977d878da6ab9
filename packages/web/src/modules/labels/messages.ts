import { cancelLabel, defineMessages } from '../../ui/text/messages.ts';

export const labelMessages = defineMessages({
  labels: { id: 'labels.labels', defaultMessage: 'Labels' },
  label: { id: 'labels.label', defaultMessage: 'Label' },
  oneAndMore: { id: 'labels.oneAndMore', defaultMessage: '{title} +{count} more' },
  select: { id: 'labels.select', defaultMessage: 'Select labels' },
  create: { id: 'labels.create', defaultMessage: 'Create label' },
  createNamed: { id: 'labels.createNamed', defaultMessage: 'Create label “{title}”' },
  createNow: { id: 'labels.createNow', defaultMessage: 'Create' },
  cancel: cancelLabel,
  back: { id: 'labels.back', defaultMessage: 'Back to labels' },
  name: { id: 'labels.name', defaultMessage: 'Name' },
  color: { id: 'labels.color', defaultMessage: 'Color' },
  colorNote: { id: 'labels.colorNote', defaultMessage: 'Starts with #, rgb or rgba' },
  suggested: { id: 'labels.suggested', defaultMessage: 'Suggested colors' },
  fetchFailed: { id: 'labels.fetchFailed', defaultMessage: 'Error fetching labels.' },
  createFailed: { id: 'labels.createFailed', defaultMessage: 'Error creating label.' },
  none: { id: 'labels.none', defaultMessage: 'None' },
  saveFailed: { id: 'labels.saveFailed', defaultMessage: 'Could not save. Try again.' },
});
