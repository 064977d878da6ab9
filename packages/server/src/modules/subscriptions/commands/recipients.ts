import type { EmailEventId, UserId } from '@milepost/core/ids';
import { isNotified, strongestReason, type NotificationReason } from '@milepost/core/notifications/notifications';
import { anonymous } from '@milepost/core/roles';
import { Context, type Services } from '../../../platform/context.ts';
import { isUnavailable } from '../../../platform/database/lost.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { retryDeadlocks } from '../../../platform/transactions.ts';
import { viewersOfAccounts } from '../../members/commands/identify.ts';
import { guarded } from '../../notes/commands.ts';
import { notePolicy } from '../../notes/policy.ts';
import { notesById, type Note } from '../../notes/store.ts';
import { mentionedIn } from '../../notes/store/mentions.ts';
import { workItemPolicy } from '../../work-items/policy.ts';
import { workItemsById, type WorkItem } from '../../work-items/store.ts';
import { recipientsAmong, recipientsOf, recipientsOfLabels, type Recipient } from '../store.ts';
import { takeEmailEvent, type StoredEmailEvent } from '../store/email-events.ts';
import { insertEmails } from '../store/emails.ts';
import { eventOfMessage } from './emails.ts';

export interface Queueing {
  services: Services;
  signal: AbortSignal;
  /** The last event that was tried. */
  passed: EmailEventId;
  /** Reasons why messages could not be written or rendered. */
  failures: unknown[];
}

/**
 * Writes the messages about all stored events, in their order: never to the actor, never to people who may not read the item. An event
 * that fails stays stored and delays no other.
 */
export async function queueMessages(queueing: Queueing): Promise<void> {
  let hasMore = true;
  while (hasMore && !queueing.signal.aborted) hasMore = await queueNext(queueing);
}

/** Writes the messages about the next event; false if there is none. */
async function queueNext(queueing: Queueing): Promise<boolean> {
  const { services, passed, failures } = queueing;
  const write = async (trx: Db): Promise<boolean> => {
    const taken = await takeEmailEvent(trx, passed);
    if (!taken) return false;
    queueing.passed = taken.id;
    await writeMessages(new Context(services, anonymous), trx, taken);
    return true;
  };
  try {
    // Deleting an item, comment or account locks it before its events, and a message locks them after the event it is about.
    return await retryDeadlocks(() => services.db.transaction().execute(write));
  } catch (error) {
    if (isUnavailable(error) || queueing.passed === passed) throw error;
    failures.push(error);
    return true;
  }
}

async function writeMessages(ctx: Context, trx: Db, event: StoredEmailEvent): Promise<void> {
  const [item, note] = await Promise.all([
    ctx.load(workItemsById, event.workItemId),
    event.noteId === null ? null : ctx.load(notesById, event.noteId),
  ]);
  if (!item) return;
  const recipients = await recipientsOfEvent(trx, item, event);
  const readers = await readersOf(trx, { recipients, item, note, actorId: event.actorId });
  const { workItemId, noteId, actorId, data, exactTime } = event;
  // A mention in a comment shows the comment.
  const mailEvent = event.event === 'mentioned' && noteId !== null ? 'noted' : event.event;
  await insertEmails(trx, { workItemId, noteId, actorId, event: mailEvent, data, exactTime }, readers);
}

async function recipientsOfEvent(trx: Db, item: WorkItem, event: StoredEmailEvent): Promise<readonly Recipient[]> {
  const kind = eventOfMessage(event.event, item.type);
  switch (event.event) {
    case 'closed':
    case 'reopened':
      return recipientsOf(trx, item, kind);
    case 'created':
    case 'noted': {
      // Mentioned people are notified by the mention event, which follows this one.
      const called = await mentionedIn(trx, { workItemId: item.id, noteId: event.noteId });
      return (await recipientsOf(trx, item, kind)).filter(({ userId }) => !called.has(userId));
    }
    case 'assigneesChanged': {
      const removed = await recipientsAmong(trx, item, event.data.removed ?? [], 'unassigned');
      return [...(await recipientsOf(trx, item, kind)), ...removed];
    }
    case 'labelled':
      return recipientsOfLabels(trx, item, event.data.labelIds ?? []);
    case 'mentioned':
      return recipientsAmong(trx, item, event.userIds, 'mentioned');
    default:
      return event.event satisfies never;
  }
}

interface Audience {
  recipients: readonly Recipient[];
  item: WorkItem;
  note: Note | null;
  actorId: UserId | null;
}

/** The recipients who may read it, each once with the strongest reason. */
async function readersOf(
  trx: Db,
  { recipients, item, note, actorId }: Audience,
): Promise<{ userId: UserId; reason: NotificationReason }[]> {
  const wanted = new Map<UserId, NotificationReason>();
  for (const { userId, level, reasons } of recipients) {
    const known = wanted.get(userId);
    const reason = strongestReason([...reasons.filter((each) => isNotified(level, each)), ...(known ? [known] : [])]);
    if (reason && userId !== actorId) wanted.set(userId, reason);
  }
  const viewers = await viewersOfAccounts(trx, [...wanted.keys()]);
  return viewers.flatMap((viewer) => {
    const reason = viewer.id === null ? undefined : wanted.get(viewer.id);
    const mayRead = note ? notePolicy.read(viewer, guarded(note, item)) : workItemPolicy.read(viewer, item);
    return viewer.id !== null && reason && mayRead ? [{ userId: viewer.id, reason }] : [];
  });
}
