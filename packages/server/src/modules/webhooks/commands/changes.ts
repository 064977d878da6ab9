import type { StatusId, UserId } from '@milepost/core/ids';
import type { AnyAnnouncement } from '../../../platform/context.ts';
import type { LabelSnapshot } from '../../labels/store.ts';
import type { Status } from '../../work-items/store/statuses.ts';
import { statusPayload, type PayloadChanges, type PayloadSource } from './payload.ts';

/** Columns whose names differ in payloads. */
const names: Readonly<Record<string, string>> = {
  isConfidential: 'confidential',
  isDiscussionLocked: 'discussion_locked',
};

/**
 * Every field that a transaction changed, with its value before the first of these announcements and after the last. `source`:
 * the current item.
 */
export function payloadChanges(
  { labels, assigneeIds, statuses }: PayloadSource,
  announcements: readonly AnyAnnouncement[],
): PayloadChanges {
  const changes: PayloadChanges = {};
  const ofLabels: Exchange<LabelSnapshot>[] = [];
  const ofAssignees: Exchange<UserId>[] = [];
  for (const announcement of announcements) {
    if (announcement.name === 'workItem.labelsChanged') ofLabels.push(announcement.data);
    if (announcement.name === 'workItem.assigneesChanged') ofAssignees.push(announcement.data);
    for (const [field, { previous, current }] of Object.entries(fieldsOf(announcement, statuses))) {
      changes[field] = { previous: changes[field] ? changes[field].previous : previous, current };
    }
  }
  if (ofLabels.length > 0) {
    const current = labels.map(({ id, title, color, description }) => ({ id, title, color, description }));
    changes['labels'] = { previous: before(current, ofLabels, ({ id }) => id), current };
  }
  if (ofAssignees.length > 0) {
    changes['assignee_ids'] = { previous: before(assigneeIds, ofAssignees, (id) => id), current: assigneeIds };
  }
  return changes;
}

interface Exchange<Item> {
  added: readonly Item[];
  removed: readonly Item[];
}

/** A set before these changes; they are undone in reverse order. */
function before<Item>(
  now: readonly Item[],
  exchanges: readonly Exchange<Item>[],
  keyOf: (item: Item) => number,
): readonly Item[] {
  return exchanges.toReversed().reduce((items, { added, removed }) => {
    const newcomers = new Set(added.map(keyOf));
    return [...items.filter((item) => !newcomers.has(keyOf(item))), ...removed];
  }, now);
}

function fieldsOf(announcement: AnyAnnouncement, statuses: readonly Status[]): PayloadChanges {
  switch (announcement.name) {
    case 'workItem.updated':
      return Object.fromEntries(
        Object.entries(announcement.data.changes).map(([column, { from, to }]) => [
          names[column] ?? column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
          { previous: from, current: to },
        ]),
      );
    case 'workItem.closed':
      return { state_id: { previous: 1, current: 2 }, ...statusField(announcement.data.status, statuses) };
    case 'workItem.reopened':
      return { state_id: { previous: 2, current: 1 }, ...statusField(announcement.data.status, statuses) };
    case 'workItem.statusChanged':
      return statusField(announcement.data, statuses);
    case 'workItem.milestoneChanged':
      return { milestone_id: { previous: announcement.data.fromId, current: announcement.data.toId } };
    case 'workItem.iterationChanged':
      return { iteration_id: { previous: announcement.data.fromId, current: announcement.data.toId } };
    case 'workItem.parentChanged':
      return { parent_id: { previous: announcement.data.from, current: announcement.data.to } };
    default:
      return {};
  }
}

function statusField(
  change: { fromId: StatusId; toId: StatusId } | undefined,
  statuses: readonly Status[],
): PayloadChanges {
  if (!change) return {};
  return {
    status: { previous: statusPayload(statuses, change.fromId), current: statusPayload(statuses, change.toId) },
  };
}
