import { defineMessages } from '../../ui/text/messages.ts';

export const backupMessages = defineMessages({
  title: { id: 'backups.title', defaultMessage: 'Backups' },
  start: { id: 'backups.start', defaultMessage: 'Start backup' },
  started: { id: 'backups.started', defaultMessage: 'Backup started' },
  running: { id: 'backups.running', defaultMessage: 'Running' },
  succeeded: { id: 'backups.succeeded', defaultMessage: 'Verified' },
  failedState: { id: 'backups.failedState', defaultMessage: 'Failed' },
  notConfigured: { id: 'backups.notConfigured', defaultMessage: 'Scheduled backups are not configured.' },
  schedule: {
    id: 'backups.schedule',
    defaultMessage:
      'Schedule: {schedule} (UTC). {keep, plural, one {The newest archive is} other {The newest # archives are}} kept.',
  },
  encrypted: { id: 'backups.encrypted', defaultMessage: 'Archives are encrypted.' },
  notEncrypted: { id: 'backups.notEncrypted', defaultMessage: 'Archives are not encrypted.' },
  overdue: {
    id: 'backups.overdue',
    defaultMessage: 'The newest successful backup is older than two periods of the schedule: {at}.',
  },
  noneGood: { id: 'backups.noneGood', defaultMessage: 'No backup has succeeded yet.' },
  none: { id: 'backups.none', defaultMessage: 'No backups' },
  duration: { id: 'backups.duration', defaultMessage: '{seconds, plural, one {# second} other {# seconds}}' },
  scheduled: { id: 'backups.scheduled', defaultMessage: 'scheduled' },
  byHand: { id: 'backups.byHand', defaultMessage: 'manual' },
  removed: { id: 'backups.removed', defaultMessage: 'archive removed' },
});
