import type { UserId } from '@milepost/core/ids';
import {
  isNotified,
  strongestReason,
  type NotificationEvent,
  type NotificationReason,
} from '@milepost/core/notifications/notifications';
import type { AnyAnnouncement, Context, Listener, Trx } from '../../platform/context.ts';
import { addJob } from '../../platform/queue/add-job.ts';
import { viewersOfAccounts } from '../members/commands/identify.ts';
import { guarded } from '../notes/commands.ts';
import { notePolicy } from '../notes/policy.ts';
import { notesById, type Note } from '../notes/store.ts';
import { mentionedIn } from '../notes/store/mentions.ts';
import { workItemPolicy } from '../work-items/policy.ts';
import { workItemsById, type WorkItem } from '../work-items/store.ts';
import { eventOfMessage } from './commands/emails.ts';
import { recipientsAmong, recipientsOf, recipientsOfLabels, type Recipient } from './store.ts';
import { insertEmails, type NewEmail } from './store/emails.ts';

export const SEND_EMAILS = 'subscriptions.sendEmails';

/** Writes the e-mails for an event: never to its actor, never to people who may not read it. */
export const queueEmails: Listener = async (ctx, trx, announcement) => {
  const { workItemId } = announcement;
  if (workItemId === undefined || !ctx.services.mailer || !isNotifiable(announcement)) return;
  const item = await ctx.load(workItemsById, workItemId);
  const notification = item && (await messageOf(ctx, trx, item, announcement));
  if (!notification) return;
  const readers = await readersOf(ctx, trx, item, notification);
  if (readers.length === 0) return;
  await insertEmails(trx, notification.message, readers);
  await addJob(trx, SEND_EMAILS, {});
};

const notifiableNames: ReadonlySet<AnyAnnouncement['name']> = new Set<AnyAnnouncement['name']>([
  'workItem.created',
  'workItem.mentioned',
  'workItem.assigneesChanged',
  'workItem.labelsChanged',
  'workItem.closed',
  'workItem.reopened',
  'note.created',
]);
const isNotifiable = ({ name }: AnyAnnouncement): boolean => notifiableNames.has(name);

interface Notification {
  message: NewEmail;
  recipients: readonly Recipient[];
  note: Note | null;
}

async function messageOf(
  ctx: Context,
  trx: Trx,
  item: WorkItem,
  announcement: AnyAnnouncement,
): Promise<Notification | null> {
  const base = { workItemId: item.id, actorId: ctx.viewer.id, data: {} };
  const event = eventIn(announcement, item);
  switch (announcement.name) {
    case 'workItem.created': {
      const called = await mentionedIn(trx, { workItemId: item.id, noteId: null });
      const recipients = (await recipientsOf(trx, item, event)).filter(({ userId }) => !called.has(userId));
      return { message: { ...base, event: 'created' }, recipients, note: null };
    }
    case 'workItem.closed':
      return { message: { ...base, event: 'closed' }, recipients: await recipientsOf(trx, item, event), note: null };
    case 'workItem.reopened':
      return { message: { ...base, event: 'reopened' }, recipients: await recipientsOf(trx, item, event), note: null };
    case 'workItem.assigneesChanged': {
      const { added, removed } = announcement.data;
      const recipients = [
        ...(await recipientsOf(trx, item, event)),
        ...(await recipientsAmong(trx, item, removed, 'unassigned')),
      ];
      return { message: { ...base, event: 'assigneesChanged', data: { added, removed } }, recipients, note: null };
    }
    case 'workItem.labelsChanged': {
      const labelIds = announcement.data.added.map(({ id }) => id);
      const recipients = await recipientsOfLabels(trx, item, labelIds);
      return { message: { ...base, event: 'labelled', data: { labelIds } }, recipients, note: null };
    }
    case 'workItem.mentioned': {
      const { noteId, userIds } = announcement.data;
      const recipients = await recipientsAmong(trx, item, userIds, 'mentioned');
      const tells = noteId === null ? 'mentioned' : 'noted';
      return { message: { ...base, event: tells, noteId }, recipients, note: await noteOf(ctx, noteId) };
    }
    case 'note.created': {
      const { noteId } = announcement.data;
      const note = await noteOf(ctx, noteId);
      // Mentioned people are notified by the mention event, which follows this one.
      const called = await mentionedIn(trx, { workItemId: item.id, noteId });
      const recipients = (await recipientsOf(trx, item, event)).filter(({ userId }) => !called.has(userId));
      return { message: { ...base, event: 'noted', noteId }, recipients, note };
    }
    default:
      return null;
  }
}

/** The custom event of an announcement; null if there is none. */
function eventIn({ name }: AnyAnnouncement, item: Pick<WorkItem, 'type'>): NotificationEvent | null {
  switch (name) {
    case 'workItem.created':
      return eventOfMessage('created', item.type);
    case 'workItem.closed':
      return eventOfMessage('closed', item.type);
    case 'workItem.reopened':
      return eventOfMessage('reopened', item.type);
    case 'workItem.assigneesChanged':
      return eventOfMessage('assigneesChanged', item.type);
    case 'note.created':
      return eventOfMessage('noted', item.type);
    default:
      return null;
  }
}

async function noteOf(ctx: Context, id: Note['id'] | null): Promise<Note | null> {
  return id === null ? null : ctx.load(notesById, id);
}

/** The recipients of an event, each once with the strongest reason. */
async function readersOf(
  ctx: Context,
  trx: Trx,
  item: WorkItem,
  { recipients, note }: Notification,
): Promise<{ userId: UserId; reason: NotificationReason }[]> {
  const wanted = new Map<UserId, NotificationReason>();
  for (const { userId, level, reasons } of recipients) {
    const known = wanted.get(userId);
    const reason = strongestReason([...reasons.filter((each) => isNotified(level, each)), ...(known ? [known] : [])]);
    if (reason && !ctx.viewer.is(userId)) wanted.set(userId, reason);
  }
  const viewers = await viewersOfAccounts(trx, [...wanted.keys()]);
  return viewers.flatMap((viewer) => {
    const reason = viewer.id === null ? undefined : wanted.get(viewer.id);
    const mayRead = note ? notePolicy.read(viewer, guarded(note, item)) : workItemPolicy.read(viewer, item);
    return viewer.id !== null && reason && mayRead ? [{ userId: viewer.id, reason }] : [];
  });
}
