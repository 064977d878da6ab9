import { cancelLabel, defineMessages } from '../../ui/text/messages.ts';

export const metricMessages = defineMessages({
  title: { id: 'metrics.title', defaultMessage: 'Metrics' },
  add: { id: 'metrics.add', defaultMessage: 'Add image' },
  hint: { id: 'metrics.hint', defaultMessage: 'Drop or paste charts and screenshots here, or choose files.' },
  edit: { id: 'metrics.edit', defaultMessage: 'Edit {name}' },
  remove: { id: 'metrics.remove', defaultMessage: 'Delete {name}' },
  editTitle: { id: 'metrics.editTitle', defaultMessage: 'Edit image' },
  linkText: { id: 'metrics.linkText', defaultMessage: 'Text' },
  link: { id: 'metrics.link', defaultMessage: 'Link' },
  linkNote: { id: 'metrics.linkNote', defaultMessage: 'Source of the image. The text links to it.' },
  save: { id: 'metrics.save', defaultMessage: 'Save' },
  cancel: cancelLabel,
  removeTitle: { id: 'metrics.removeTitle', defaultMessage: 'Delete this image?' },
  removeText: { id: 'metrics.removeText', defaultMessage: '{name} is removed for everyone. This cannot be undone.' },
  removeNow: { id: 'metrics.removeNow', defaultMessage: 'Delete' },
  removeFailed: { id: 'metrics.removeFailed', defaultMessage: 'Could not delete the image. Try again.' },
  loadFailed: { id: 'metrics.loadFailed', defaultMessage: 'Could not load the images.' },
});

export const severityMessages = defineMessages({
  severity: { id: 'severity.severity', defaultMessage: 'Severity' },
  select: { id: 'severity.select', defaultMessage: 'Select severity' },
  CRITICAL: { id: 'severity.critical', defaultMessage: 'Critical' },
  HIGH: { id: 'severity.high', defaultMessage: 'High' },
  MEDIUM: { id: 'severity.medium', defaultMessage: 'Medium' },
  LOW: { id: 'severity.low', defaultMessage: 'Low' },
  UNKNOWN: { id: 'severity.unknown', defaultMessage: 'Unknown' },
  readFailed: { id: 'severity.readFailed', defaultMessage: 'Could not load the severity. Try again.' },
  failed: { id: 'severity.failed', defaultMessage: 'Could not save the severity. It is unchanged.' },
});

export const timelineMessages = defineMessages({
  tabs: { id: 'timeline.tabs', defaultMessage: 'Incident' },
  overview: { id: 'timeline.overview', defaultMessage: 'Overview' },
  timeline: { id: 'timeline.timeline', defaultMessage: 'Timeline' },
  add: { id: 'timeline.add', defaultMessage: 'Add entry' },
  addTitle: { id: 'timeline.addTitle', defaultMessage: 'Add an entry to the timeline' },
  editTitle: { id: 'timeline.editTitle', defaultMessage: 'Edit entry' },
  edit: { id: 'timeline.edit', defaultMessage: 'Edit entry of {time}' },
  remove: { id: 'timeline.remove', defaultMessage: 'Delete entry of {time}' },
  save: { id: 'timeline.save', defaultMessage: 'Save' },
  text: { id: 'timeline.text', defaultMessage: 'Text' },
  date: { id: 'timeline.date', defaultMessage: 'Date' },
  time: { id: 'timeline.time', defaultMessage: 'Time' },
  tags: { id: 'timeline.tags', defaultMessage: 'Tags' },
  empty: { id: 'timeline.empty', defaultMessage: 'No entries yet' },
  removeTitle: { id: 'timeline.removeTitle', defaultMessage: 'Delete this entry?' },
  removeText: { id: 'timeline.removeText', defaultMessage: 'It is removed for everyone. This cannot be undone.' },
  removeNow: { id: 'timeline.removeNow', defaultMessage: 'Delete' },
  removeFailed: { id: 'timeline.removeFailed', defaultMessage: 'Could not delete the entry. Try again.' },
  somebody: { id: 'timeline.somebody', defaultMessage: 'Deleted account' },
});
