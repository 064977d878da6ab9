import type { AnyAnnouncement, Listener } from '../../platform/context.ts';
import { insertEmailEvents, type NewEmailEvent } from './store/email-events.ts';

/** Stores the events that people are notified of by mail; the job that sends it determines the recipients. */
export const queueEmails: Listener = async (ctx, trx, announcement) => {
  const event = ctx.services.mailer ? eventOf(announcement) : null;
  const { workItemId } = announcement;
  if (event === null || workItemId === undefined) return;
  trx.deferRow(insertEmailEvents, {
    noteId: null,
    userIds: [],
    data: {},
    ...event,
    workItemId,
    actorId: ctx.viewer.id,
  });
};

function eventOf(
  announcement: AnyAnnouncement,
): (Pick<NewEmailEvent, 'event'> & Partial<Pick<NewEmailEvent, 'noteId' | 'userIds' | 'data'>>) | null {
  switch (announcement.name) {
    case 'workItem.created':
      return { event: 'created' };
    case 'workItem.closed':
      return { event: 'closed' };
    case 'workItem.reopened':
      return { event: 'reopened' };
    case 'workItem.assigneesChanged': {
      const { added, removed } = announcement.data;
      return { event: 'assigneesChanged', data: { added, removed } };
    }
    case 'workItem.labelsChanged': {
      const labelIds = announcement.data.added.map(({ id }) => id);
      return labelIds.length === 0 ? null : { event: 'labelled', data: { labelIds } };
    }
    case 'workItem.mentioned': {
      const { noteId, userIds } = announcement.data;
      return userIds.length === 0 ? null : { event: 'mentioned', noteId, userIds };
    }
    case 'note.created':
      return { event: 'noted', noteId: announcement.data.noteId };
    default:
      return null;
  }
}
