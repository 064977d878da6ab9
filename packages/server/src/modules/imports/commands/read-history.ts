import {
  closedNote,
  labelsNote,
  milestoneNote,
  reopenedNote,
  weightNote,
  type SystemNote,
} from '@milepost/core/text/system-notes';
import { TITLE_LIMIT } from '@milepost/core/work-items';
import type { StagedRow } from '../store/staged-tables.ts';
import type { Fields } from './fields.ts';
import { addSystemNote } from './read-notes.ts';
import { ownerOf, readLabel, readMilestone } from './read-planning.ts';
import { PROJECT, type Reading } from './reading.ts';

const SUMMARY_LIMIT = 255;
const MAX_SECONDS = 2_147_483_647;

/** The item of a history, and its relation in the report. */
interface ItemHistory {
  item: number;
  /** The staged group or project of the item. */
  owner: number;
  relation: string;
}

/** `timelogs`: person, duration and time; negative where time was subtracted. */
export function readTimelogs(reading: Reading, fields: Fields, { item }: Pick<ItemHistory, 'item'>): void {
  fields.each('timelogs', (log) => {
    const seconds = log.integer('time_spent', -MAX_SECONDS);
    if (seconds === 0) {
      reading.tally.problem(fields.location, 'came without a time log that has no duration', 'timelogs');
      return;
    }
    const createdAt = log.optionalTime('created_at');
    reading.staging.add('staged_timelogs', {
      item,
      user_source_id: personOf(log),
      time_spent: seconds,
      spent_at: log.optionalTime('spent_at') ?? createdAt ?? reading.timeOf(fields),
      created_at: createdAt,
      summary: log.optionalText('summary', SUMMARY_LIMIT) ?? '',
      location: fields.location,
    });
  });
}

/** `resource_*_events`: changes of an item. Each becomes an event and a system note. */
export function readEvents(reading: Reading, fields: Fields, history: ItemHistory): void {
  const kinds = {
    resource_state_events: readState,
    resource_label_events: readLabelEvent,
    resource_milestone_events: readMilestoneEvent,
    resource_weight_events: readWeight,
  } as const;
  for (const [name, read] of Object.entries(kinds)) {
    fields.each(name, (event, index) => {
      const found = read(reading, event, history);
      if (!found) {
        reading.tally.countUnsupported(`${history.relation}: ${name}`, 1);
        return;
      }
      const happened = {
        item: history.item,
        user_source_id: personOf(event),
        created_at: event.optionalTime('created_at') ?? reading.timeOf(fields),
      };
      reading.staging.add('staged_events', { ...happened, ...found.row });
      // The thread's id is derived from this text: changing it would duplicate earlier imports.
      const kind = name === 'resource_state_events' ? 'state' : name;
      addSystemNote(reading, found.note, { ...happened, location: fields.location, kind, index });
    });
  }
}

interface ReadEvent {
  row: StagedRow<'staged_events'>;
  note: SystemNote;
}

function readState(_reading: Reading, event: Fields): ReadEvent | null {
  const state = event.text('state', TITLE_LIMIT);
  if (state === 'closed') return { row: { name: 'workItem.closed' }, note: closedNote };
  if (state === 'reopened') return { row: { name: 'workItem.reopened' }, note: reopenedNote };
  return null;
}

/** Null if the label was deleted: the archive does not name it. */
function readLabelEvent(reading: Reading, event: Fields, { owner }: ItemHistory): ReadEvent | null {
  const label = event.object('label');
  const isAdded = isAddedBy(event);
  if (!label || isAdded === null) return null;
  const labelOwner = label.has('group_id') || owner === PROJECT ? ownerOf(label) : owner;
  const title = readLabel(reading, label, labelOwner, false);
  return {
    row: { name: 'workItem.labelsChanged', is_added: isAdded, label_owner: labelOwner, title },
    note: isAdded ? labelsNote([title], []) : labelsNote([], [title]),
  };
}

function readMilestoneEvent(reading: Reading, event: Fields): ReadEvent | null {
  const milestone = event.object('milestone');
  const isAdded = isAddedBy(event);
  if (!milestone || isAdded === null) return null;
  const owner = ownerOf(milestone);
  const title = readMilestone(reading, milestone, owner, false);
  return {
    row: { name: 'workItem.milestoneChanged', is_added: isAdded, label_owner: owner, title },
    note: isAdded ? milestoneNote(null, title) : milestoneNote(title, null),
  };
}

function readWeight(_reading: Reading, event: Fields): ReadEvent {
  const weight = event.optionalInteger('weight', 0);
  return { row: { name: 'workItem.updated', weight }, note: weightNote(weight) };
}

function isAddedBy(event: Fields): boolean | null {
  const action = event.optionalChoice('action', ['add', 'remove']);
  return action === null ? null : action === 'add';
}

function personOf(record: Fields): number | null {
  return record.optionalId('user_id') ?? record.object('user')?.optionalId('id') ?? null;
}
