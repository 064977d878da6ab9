import { mailPage, smallPrint, textInMail } from '../../../platform/outbox/mail-page.ts';
import type { UserId } from '@milepost/core/ids';
import {
  isNotified,
  type NotificationEvent,
  type NotificationReason,
} from '@milepost/core/notifications/notifications';
import { webPathOf, type WorkItemType } from '@milepost/core/work-items';
import type { Viewer } from '@milepost/core/roles';
import type { Context } from '../../../platform/context.ts';
import { escapeHtml } from '../../../platform/markdown/html.ts';
import type { OutgoingMail } from '../../../platform/mail/mailer.ts';
import { viewersOfAccounts } from '../../members/commands/identify.ts';
import { labelsById } from '../../labels/store.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { guarded } from '../../notes/commands.ts';
import { notePolicy } from '../../notes/policy.ts';
import { notesById, type Note } from '../../notes/store.ts';
import { incomingAddressOf } from '../../users/store/incoming-addresses.ts';
import { usersById, type User } from '../../users/store.ts';
import { workItemPolicy } from '../../work-items/policy.ts';
import { descriptionsById, workItemsById, type WorkItem } from '../../work-items/store.ts';
import { addressOfLink } from './links.ts';
import { hasUnsubscribed, notificationLevelAt } from '../store.ts';
import type { Email } from '../store/emails.ts';
import type { EmailEvent } from '../table.ts';

/** The text and HTML of a message, from what its recipient may see now. Null if they may not see it, or have unsubscribed. */
export async function composeEmail(ctx: Context, email: Email): Promise<OutgoingMail | null> {
  const [viewer] = await viewersOfAccounts(ctx.db, [email.userId]);
  const [reader, item, note] = await Promise.all([
    ctx.load(usersById, email.userId),
    ctx.load(workItemsById, email.workItemId),
    email.noteId === null ? null : ctx.load(notesById, email.noteId),
  ]);
  if (!viewer || !reader || !item || reader.email.endsWith('.invalid') || !mayRead(viewer, item, note)) return null;
  if (email.event === 'noted' && !note) return null;
  if (!(await isWanted(ctx, email, item))) return null;
  const content = await contentOf(ctx, email, item, note);
  return addressed(ctx, email, { reader, item, note, content });
}

function mayRead(viewer: Viewer, item: WorkItem, note: Note | null): boolean {
  return note ? notePolicy.read(viewer, guarded(note, item)) : workItemPolicy.read(viewer, item);
}

/** False if the recipient has unsubscribed since the message was queued. */
async function isWanted(ctx: Context, email: Email, item: WorkItem): Promise<boolean> {
  const { userId, workItemId, reason, event } = email;
  if (await hasUnsubscribed(ctx.db, workItemId, userId)) return false;
  const level = await notificationLevelAt(ctx.db, userId, item.scope.traversalIds, eventOfMessage(event, item.type));
  return isNotified(level, reason);
}

/** The event of the level `custom` that a message belongs to; null for none. */
export function eventOfMessage(event: EmailEvent, type: WorkItemType): NotificationEvent | null {
  const isEpic = type === 'epic';
  switch (event) {
    case 'created':
      return isEpic ? 'new_epic' : 'new_issue';
    case 'noted':
      return 'new_note';
    case 'closed':
      return isEpic ? null : 'close_issue';
    case 'reopened':
      return isEpic ? null : 'reopen_issue';
    case 'assigneesChanged':
      return isEpic ? null : 'reassign_issue';
    case 'mentioned':
    case 'labelled':
      return null;
    default:
      return event satisfies never;
  }
}

/** A sentence about the event, and the written text. */
interface EmailContent {
  actor: User | null;
  /** Starts with the actor. */
  sentence: string;
  text: string;
  html: string;
}

async function contentOf(ctx: Context, email: Email, item: WorkItem, note: Note | null): Promise<EmailContent> {
  const actor = email.actorId === null ? null : await ctx.load(usersById, email.actorId);
  const who = actor?.name ?? 'Someone';
  const noun = item.type;
  const silent = (sentence: string): EmailContent => ({ actor, sentence, text: '', html: '' });
  const described = async (sentence: string): Promise<EmailContent> => {
    const texts = await ctx.load(descriptionsById, item.id);
    return { actor, sentence, text: texts?.description ?? '', html: texts?.descriptionHtml ?? '' };
  };
  switch (email.event) {
    case 'created':
      return described(`${who} created ${a(noun)}: ${item.title}`);
    case 'mentioned':
      return described(`${who} mentioned you in the ${noun} ${item.title}:`);
    case 'noted': {
      const verb =
        email.reason === 'mentioned' ? 'mentioned you' : note?.isInternal ? 'commented internally' : 'commented';
      return {
        actor,
        sentence: `${who} ${verb} on ${item.title}:`,
        text: note?.body ?? '',
        html: note?.bodyHtml ?? '',
      };
    }
    case 'closed':
      return silent(`${who} closed the ${noun} ${item.title}.`);
    case 'reopened':
      return silent(`${who} reopened the ${noun} ${item.title}.`);
    case 'labelled': {
      const labels = await ctx.loadMany(labelsById, email.data.labelIds ?? []);
      const titles = labels.map(({ title }) => title).join(', ');
      return silent(`${who} added the label ${titles} to the ${noun} ${item.title}.`);
    }
    case 'assigneesChanged': {
      const added = await namesOf(ctx, email.data.added);
      const removed = await namesOf(ctx, email.data.removed);
      const parts = [added && `assigned ${added} to`, removed && `unassigned ${removed} from`].filter(Boolean);
      return silent(`${who} ${parts.join(', and ')} the ${noun} ${item.title}.`);
    }
    default:
      return email.event satisfies never;
  }
}

async function namesOf(ctx: Context, ids: readonly UserId[] = []): Promise<string> {
  return (await ctx.loadMany(usersById, ids)).map(({ name }) => name).join(', ');
}

interface Parts {
  reader: User;
  item: WorkItem;
  note: Note | null;
  content: EmailContent;
}

async function addressed(ctx: Context, email: Email, { reader, item, note, content }: Parts): Promise<OutgoingMail> {
  const { baseUrl, services } = ctx;
  const namespace = await ctx.load(namespacesById, item.namespaceId);
  const address = baseUrl + webPathOf(item) + (note ? `#note_${note.id}` : '');
  const unsubscribe = addressOfLink(baseUrl, services.secret, { workItemId: item.id, userId: reader.id });
  const why = reasonText(email.reason, item.type);
  const replyTo = await incomingAddressOf(ctx, reader.id, note ? 'note' : 'item', note ? note.id : item.id);
  const host = new URL(baseUrl).hostname;
  const thread = `<work-item-${item.id}@${host}>`;
  const isFirst = email.event === 'created';
  const reference = `${item.type === 'epic' ? '&' : '#'}${item.iid}`;
  const subject = `${isFirst ? '' : 'Re: '}${namespace?.name ?? ''} | ${item.title} (${reference})`;
  return {
    to: { name: reader.name, address: reader.email },
    fromName: content.actor && `${content.actor.name} (@${content.actor.username})`,
    // A title has one line; a header must have one.
    subject: subject.replaceAll(/\s+/g, ' ').slice(0, 500),
    text: [
      content.sentence,
      ...(content.text ? ['', content.text] : []),
      '',
      '-- ',
      ...(replyTo ? ['Reply to this email to comment.'] : []),
      `View it on ${services.instance.name}: ${address}`,
      why,
      `Unsubscribe: ${unsubscribe}`,
      `Notification settings: ${baseUrl}/-/profile`,
      '',
    ].join('\n'),
    html: mailPage(
      services,
      htmlOf({
        name: services.instance.name,
        content,
        address,
        why,
        unsubscribe,
        baseUrl,
        isAnswered: replyTo !== null,
      }),
    ),
    replyTo,
    // Equal for every attempt, so that mail programs can recognize a duplicate.
    messageId: isFirst ? thread : `<email-${email.id}-${email.createdAt.getTime()}@${host}>`,
    ...(!isFirst && { inReplyTo: thread, references: [thread] }),
    headers: {
      'List-Id': `${item.namespacePath} <${item.namespacePath.replaceAll('/', '.')}.${host}>`,
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'X-Milepost-Reason': email.reason,
      'X-Milepost-Item': `${item.namespacePath}${reference}`,
    },
  };
}

interface HtmlParts {
  content: EmailContent;
  address: string;
  why: string;
  unsubscribe: string;
  baseUrl: string;
  /** Whether a reply becomes a comment. */
  isAnswered: boolean;
  /** Of the installation. */
  name: string;
}

function htmlOf({ name, content, address, why, unsubscribe, baseUrl, isAnswered }: HtmlParts): string {
  const link = (to: string, words: string) => `<a href="${escapeHtml(to)}">${words}</a>`;
  const foot = `${isAnswered ? 'Reply to this email to comment. ' : ''}${link(address, `View it on ${escapeHtml(name)}`)}. ${escapeHtml(why)}<br>
${link(unsubscribe, 'Unsubscribe')} or change your ${link(`${baseUrl}/-/profile`, 'notification settings')}.`;
  return `<p><strong>${escapeHtml(content.sentence)}</strong></p>
${textInMail(content.html, baseUrl)}
<hr style="border: 0; border-top: 1px solid #8888; margin: 24px 0 12px">
${smallPrint(foot)}`;
}

function a(noun: string): string {
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/** The footer of every message. */
export function reasonText(reason: NotificationReason, type: WorkItemType): string {
  switch (reason) {
    case 'mentioned':
      return 'You are receiving this because you were mentioned.';
    case 'assigned':
      return `You are receiving this because the ${type} is assigned to you.`;
    case 'unassigned':
      return `You are receiving this because the ${type} was assigned to you.`;
    case 'author':
      return `You are receiving this because you created the ${type}.`;
    case 'commented':
      return 'You are receiving this because you commented.';
    case 'subscribed':
      return `You are receiving this because you are subscribed to the ${type}.`;
    case 'watching':
      return 'You are receiving this because you watch all activity in your groups and projects.';
    default:
      return reason satisfies never;
  }
}
