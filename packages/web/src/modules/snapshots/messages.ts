import { defineMessages } from '../../ui/text/messages.ts';

export const snapshotMessages = defineMessages({
  title: { id: 'snapshots.title', defaultMessage: 'Snapshots' },
  lead: {
    id: 'snapshots.lead',
    defaultMessage: 'A snapshot keeps the plan of this group and its subgroups at one moment, to compare it later.',
  },
  save: { id: 'snapshots.save', defaultMessage: 'Save snapshot' },
  name: { id: 'snapshots.name', defaultMessage: 'Name' },
  note: { id: 'snapshots.note', defaultMessage: 'Note (optional)' },
  scope: {
    id: 'snapshots.scope',
    defaultMessage: 'Saves every epic of the whole group. Filters do not matter.',
  },
  none: { id: 'snapshots.none', defaultMessage: 'No snapshots yet' },
  saving: { id: 'snapshots.saving', defaultMessage: 'Saving… {progress}%' },
  failed: { id: 'snapshots.failed', defaultMessage: 'Could not save: {reason}' },
  retry: { id: 'snapshots.retry', defaultMessage: 'Try again' },
  by: { id: 'snapshots.by', defaultMessage: '{when} by {name}' },
  daily: { id: 'snapshots.daily', defaultMessage: 'Daily' },
  weekly: { id: 'snapshots.weekly', defaultMessage: 'Weekly, on Mondays' },
  monthly: { id: 'snapshots.monthly', defaultMessage: 'Monthly, on the 1st' },
  never: { id: 'snapshots.never', defaultMessage: 'Never' },
  schedule: { id: 'snapshots.schedule', defaultMessage: 'Save automatically' },
  scheduleNote: { id: 'snapshots.scheduleNote', defaultMessage: 'At 00:00 UTC' },
  showOnRoadmap: { id: 'snapshots.showOnRoadmap', defaultMessage: 'Show on roadmap' },
  compare: { id: 'snapshots.compare', defaultMessage: 'Compare' },
  remove: { id: 'snapshots.remove', defaultMessage: 'Delete “{name}”' },
  removeTitle: { id: 'snapshots.removeTitle', defaultMessage: 'Delete this snapshot?' },
  removeText: { id: 'snapshots.removeText', defaultMessage: '“{name}” cannot be restored.' },
  removeNow: { id: 'snapshots.removeNow', defaultMessage: 'Delete' },
  removeFailed: { id: 'snapshots.removeFailed', defaultMessage: 'Could not delete the snapshot.' },
});
