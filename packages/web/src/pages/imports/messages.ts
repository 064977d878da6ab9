import { cancelLabel, defineMessages } from '../../ui/text/messages.ts';

export const importMessages = defineMessages({
  title: { id: 'imports.title', defaultMessage: 'Imports' },
  lead: {
    id: 'imports.lead',
    defaultMessage:
      'Import a GitLab-format export of a group or project (.tar.gz). Records that cannot be used are skipped and reported. Imports are all-or-nothing and safe to repeat.',
  },
  file: { id: 'imports.file', defaultMessage: 'Export archive' },
  fileMissing: { id: 'imports.fileMissing', defaultMessage: 'Choose a .tar.gz file.' },
  into: { id: 'imports.into', defaultMessage: 'Destination' },
  intoNote: {
    id: 'imports.intoNote',
    defaultMessage: 'Full path of the new group or project. Leave blank to use the path in the archive.',
  },
  start: { id: 'imports.start', defaultMessage: 'Import' },
  uploading: { id: 'imports.uploading', defaultMessage: 'Uploading {name}' },
  leaveTitle: { id: 'imports.leaveTitle', defaultMessage: 'Leave and stop the upload?' },
  cancel: cancelLabel,
  list: { id: 'imports.list', defaultMessage: 'History' },
  listFailed: { id: 'imports.listFailed', defaultMessage: 'Could not load the imports' },
  none: { id: 'imports.none', defaultMessage: 'No imports yet.' },
  waiting: { id: 'imports.waiting', defaultMessage: 'Waiting' },
  running: { id: 'imports.running', defaultMessage: 'Running' },
  finished: { id: 'imports.finished', defaultMessage: 'Finished' },
  failed: { id: 'imports.failed', defaultMessage: 'Failed' },
  nothingLeft: { id: 'imports.nothingLeft', defaultMessage: 'Nothing was imported.' },
  progress: { id: 'imports.progress', defaultMessage: '{phase}, {done, number} of {total, number}' },
  reading: { id: 'imports.reading', defaultMessage: 'Reading {done} of {total}' },
  took: { id: 'imports.took', defaultMessage: '{ago} · {size} · took {seconds, number} s' },
  began: { id: 'imports.began', defaultMessage: '{ago} · {size}' },
  open: { id: 'imports.open', defaultMessage: 'Open {path}' },
  what: { id: 'imports.what', defaultMessage: 'What' },
  added: { id: 'imports.added', defaultMessage: 'Imported' },
  present: { id: 'imports.present', defaultMessage: 'Already present' },
  leftOut: { id: 'imports.leftOut', defaultMessage: 'Skipped' },
  problems: {
    id: 'imports.problems',
    defaultMessage: '{count, plural, one {# problem} other {# problems}}: skipped or partly imported',
  },
  moreProblems: { id: 'imports.moreProblems', defaultMessage: 'and {count, number} more' },
  passedOver: { id: 'imports.passedOver', defaultMessage: 'Unsupported parts of the archive: {parts}' },
  report: { id: 'imports.report', defaultMessage: 'Report' },
});

/** Labels of the counts of an import. */
export const thingMessages = defineMessages({
  groups: { id: 'imports.groups', defaultMessage: 'Groups' },
  projects: { id: 'imports.projects', defaultMessage: 'Projects' },
  users: { id: 'imports.users', defaultMessage: 'People' },
  members: { id: 'imports.members', defaultMessage: 'Members' },
  labels: { id: 'imports.labels', defaultMessage: 'Labels' },
  milestones: { id: 'imports.milestones', defaultMessage: 'Milestones' },
  iterations: { id: 'imports.iterations', defaultMessage: 'Iterations' },
  epics: { id: 'imports.epics', defaultMessage: 'Epics' },
  issues: { id: 'imports.issues', defaultMessage: 'Issues' },
  links: { id: 'imports.links', defaultMessage: 'Links' },
  notes: { id: 'imports.notes', defaultMessage: 'Notes' },
  reactions: { id: 'imports.reactions', defaultMessage: 'Reactions' },
  timelogs: { id: 'imports.timelogs', defaultMessage: 'Time logs' },
  events: { id: 'imports.events', defaultMessage: 'Events' },
  uploads: { id: 'imports.uploads', defaultMessage: 'Attachments' },
});
