import { randomUUID } from 'node:crypto';
import type { WebhookDeliveryId, WorkItemId } from '@milepost/core/ids';
import type { AnyAnnouncement, Context, Listener, Trx } from '../../platform/context.ts';
import { addJob } from '../../platform/jobs/runner.ts';
import { notesById } from '../notes/store.ts';
import { itemPayload, notePayload, readTold, type ChangesTold, type ItemAction } from './commands-payload.ts';
import { hooksFor, insertDeliveries, replacePayload } from './store.ts';

/** What a transaction tells of an item so far: all its changes go out as one message. */
interface Message {
  deliveryIds: readonly WebhookDeliveryId[];
  action: ItemAction;
  changes: ChangesTold;
}
const messages = new WeakMap<Trx, Map<WorkItemId, Message>>();

/** Writes down, with the change itself, what the webhooks of the place are to be told of it. */
export const tellWebhooks: Listener = async (ctx, trx, announcement) => {
  const { workItemId, namespaceId } = announcement;
  if (workItemId === undefined) return;
  if (announcement.name === 'note.created' || announcement.name === 'note.updated') {
    await tellOfNote(ctx.within(trx), trx, workItemId, announcement);
    return;
  }
  const action = actionOf(announcement);
  if (!action) return;
  const told = messages.get(trx)?.get(workItemId);
  if (told) {
    await tellMore(ctx.within(trx), trx, workItemId, told, { action, changes: changesOf(announcement) });
    return;
  }
  const [open, confidential] = [
    await hooksFor(trx, namespaceId, 'issuesEvents'),
    await hooksFor(trx, namespaceId, 'confidentialIssuesEvents'),
  ];
  if (open.length + confidential.length === 0) return;
  const within = ctx.within(trx);
  const item = await readTold(within, workItemId);
  if (!item || item.item.audience === HIDDEN) return;
  const hookIds = item.item.isConfidential ? confidential : open;
  if (hookIds.length === 0) return;
  const changes = changesOf(announcement);
  const deliveryIds = await insertDeliveries(trx, hookIds, {
    eventUuid: randomUUID(),
    trigger: item.item.isConfidential ? 'confidential_issue_hooks' : 'issue_hooks',
    event: item.item.isConfidential ? 'Confidential Issue Hook' : 'Issue Hook',
    payload: JSON.stringify(await itemPayload(within, item, action, changes)),
  });
  remember(trx, workItemId, { deliveryIds, action, changes });
  await wake(trx);
};

/** Seen by administrators only: nobody outside hears of it. */
const HIDDEN = 5;

async function tellMore(
  ctx: Context,
  trx: Trx,
  workItemId: WorkItemId,
  before: Message,
  more: Pick<Message, 'action' | 'changes'>,
): Promise<void> {
  const item = await readTold(ctx, workItemId);
  if (!item) return;
  const action = more.action === 'update' ? before.action : before.action === 'open' ? 'open' : more.action;
  const changes = { ...before.changes, ...more.changes };
  await replacePayload(trx, before.deliveryIds, JSON.stringify(await itemPayload(ctx, item, action, changes)));
  remember(trx, workItemId, { deliveryIds: before.deliveryIds, action, changes });
}

async function tellOfNote(
  ctx: Context,
  trx: Trx,
  workItemId: WorkItemId,
  announcement: Extract<AnyAnnouncement, { name: 'note.created' | 'note.updated' }>,
): Promise<void> {
  const [open, confidential] = [
    await hooksFor(trx, announcement.namespaceId, 'noteEvents'),
    await hooksFor(trx, announcement.namespaceId, 'confidentialNoteEvents'),
  ];
  if (open.length + confidential.length === 0) return;
  const note = await ctx.load(notesById, announcement.data.noteId);
  const item = await readTold(ctx, workItemId);
  if (!note || note.isSystem || !item || item.item.audience === HIDDEN) return;
  const isConfidential = note.isInternal || item.item.isConfidential;
  const hookIds = isConfidential ? confidential : open;
  if (hookIds.length === 0) return;
  const action = announcement.name === 'note.created' ? 'create' : 'update';
  await insertDeliveries(trx, hookIds, {
    eventUuid: randomUUID(),
    trigger: isConfidential ? 'confidential_note_hooks' : 'note_hooks',
    event: isConfidential ? 'Confidential Note Hook' : 'Note Hook',
    payload: JSON.stringify(await notePayload(ctx, item, note, action)),
  });
  await wake(trx);
}

/** They are sent as soon as this is committed. */
function wake(trx: Trx): Promise<void> {
  return addJob(trx, 'webhooks.send', {}, { queue: 'webhooks', maxAttempts: 1 });
}

function remember(trx: Trx, workItemId: WorkItemId, message: Message): void {
  const told = messages.get(trx) ?? new Map<WorkItemId, Message>();
  messages.set(trx, told.set(workItemId, message));
}

function actionOf({ name }: AnyAnnouncement): ItemAction | null {
  switch (name) {
    case 'workItem.created':
      return 'open';
    case 'workItem.closed':
      return 'close';
    case 'workItem.reopened':
      return 'reopen';
    case 'workItem.updated':
    case 'workItem.assigneesChanged':
    case 'workItem.labelsChanged':
    case 'workItem.milestoneChanged':
    case 'workItem.iterationChanged':
    case 'workItem.parentChanged':
      return 'update';
    default:
      return null;
  }
}

/** Our columns that receivers know under another name. */
const names: Readonly<Record<string, string>> = {
  isConfidential: 'confidential',
  isDiscussionLocked: 'discussion_locked',
};

function changesOf(announcement: AnyAnnouncement): ChangesTold {
  switch (announcement.name) {
    case 'workItem.updated':
      return Object.fromEntries(
        Object.entries(announcement.data.changes).map(([column, { from, to }]) => [
          names[column] ?? column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
          { previous: from, current: to },
        ]),
      );
    case 'workItem.closed':
      return { state_id: { previous: 1, current: 2 } };
    case 'workItem.reopened':
      return { state_id: { previous: 2, current: 1 } };
    case 'workItem.milestoneChanged':
      return { milestone_id: { previous: announcement.data.fromId, current: announcement.data.toId } };
    case 'workItem.iterationChanged':
      return { iteration_id: { previous: announcement.data.fromId, current: announcement.data.toId } };
    case 'workItem.parentChanged':
      return { parent_id: { previous: announcement.data.from, current: announcement.data.to } };
    case 'workItem.labelsChanged':
      return { labels: { previous: announcement.data.removed, current: announcement.data.added } };
    case 'workItem.assigneesChanged':
      return { assignee_ids: { previous: announcement.data.removed, current: announcement.data.added } };
    default:
      return {};
  }
}
