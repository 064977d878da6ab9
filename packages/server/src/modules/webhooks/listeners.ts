import type { NamespaceId, StatusUpdateId, WebhookDeliveryId, WorkItemId } from '@milepost/core/ids';
import type { AnyAnnouncement, Context, Listener, Trx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import { notesById } from '../notes/store.ts';
import { updatesById } from '../status-updates/store.ts';
import type { LockFact } from '../work-items/sockets.ts';
import { payloadChanges } from './commands/changes.ts';
import {
  itemPayload,
  notePayload,
  readPayloadSource,
  statusUpdatePayload,
  type ItemAction,
  type PayloadSource,
} from './commands/payload.ts';
import { queueEvent } from './commands/queue.ts';
import { replacePayload } from './store/deliveries.ts';
import { hooksAbove, hooksAboveItem, type EventColumn, type SubscribedHook } from './store.ts';

/** The changes of a transaction to an item so far: they are sent as one message. */
interface Message {
  deliveryIds: readonly WebhookDeliveryId[];
  action: ItemAction;
  announcements: readonly AnyAnnouncement[];
}
const messages = new WeakMap<Trx, Map<WorkItemId, Message>>();

/** Writes the deliveries for the webhooks of the namespace in the transaction of the change. */
export const queueDeliveries: Listener = async (ctx, trx, announcement) => {
  const { workItemId, namespaceId } = announcement;
  if (workItemId === undefined) return;
  if (announcement.name === 'note.created' || announcement.name === 'note.updated') {
    await queueNote(ctx.within(trx), trx, workItemId, announcement);
    return;
  }
  if (isAboutStatusUpdate(announcement)) {
    await sendStatusUpdate(ctx.within(trx), trx, workItemId, announcement);
    return;
  }
  const action = actionOf(announcement);
  if (!action) return;
  const pending = messages.get(trx)?.get(workItemId);
  if (pending) {
    await extendMessage(ctx.within(trx), trx, workItemId, pending, action, announcement);
    return;
  }
  const hooks = await subscribedHooks(trx, namespaceId, ['issuesEvents', 'confidentialIssuesEvents']);
  if (hooks.length === 0) return;
  const within = ctx.within(trx);
  const item = await readPayloadSource(within, workItemId);
  if (!item || isHidden(item)) return;
  const { isConfidential } = item.item;
  const hookIds = idsOf(hooks, isConfidential ? 'confidentialIssuesEvents' : 'issuesEvents');
  if (hookIds.length === 0) return;
  const announcements = [announcement];
  const payload = await itemPayload(within, item, action, payloadChanges(item, announcements));
  const event = isConfidential ? 'confidential_issues_events' : 'issues_events';
  const deliveryIds = await queueEvent(trx, hookIds, event, payload);
  keepMessage(trx, workItemId, { deliveryIds, action, announcements });
};

const cachedHooks = new WeakMap<Db, Map<NamespaceId, readonly SubscribedHook[]>>();

function hooksKnownTo(trx: Db): Map<NamespaceId, readonly SubscribedHook[]> {
  const known = cachedHooks.get(trx) ?? new Map<NamespaceId, readonly SubscribedHook[]>();
  cachedHooks.set(trx, known);
  return known;
}

/** Reads the webhooks with the lock of an item: most changes then need no statement for them. */
export const hooksWithLock: LockFact = {
  name: 'webhooks',
  of: hooksAboveItem,
  found(trx, namespaceId, hooks) {
    hooksKnownTo(trx).set(namespaceId, (hooks ?? []) as readonly SubscribedHook[]);
  },
};

/** The webhooks of a namespace that receive one of these events; queried once per transaction. */
async function subscribedHooks(
  trx: Trx,
  namespaceId: NamespaceId,
  columns: readonly EventColumn[],
): Promise<readonly SubscribedHook[]> {
  const known = hooksKnownTo(trx);
  const hooks = known.get(namespaceId) ?? (await hooksAbove(trx, namespaceId));
  known.set(namespaceId, hooks);
  return hooks.filter((hook) => columns.some((column) => hook[column]));
}

const idsOf = (hooks: readonly SubscribedHook[], column: EventColumn) =>
  hooks.filter((hook) => hook[column]).map(({ id }) => id);

/** Visible to administrators only, so not sent outside. */
const isHidden = ({ item }: PayloadSource): boolean => item.isHidden;

async function extendMessage(
  ctx: Context,
  trx: Trx,
  workItemId: WorkItemId,
  before: Message,
  next: ItemAction,
  announcement: AnyAnnouncement,
): Promise<void> {
  const item = await readPayloadSource(ctx, workItemId);
  if (!item) return;
  const action = next === 'update' || before.action === 'open' ? before.action : next;
  const announcements = [...before.announcements, announcement];
  const payload = await itemPayload(ctx, item, action, payloadChanges(item, announcements));
  await replacePayload(trx, before.deliveryIds, JSON.stringify(payload));
  keepMessage(trx, workItemId, { deliveryIds: before.deliveryIds, action, announcements });
}

async function queueNote(
  ctx: Context,
  trx: Trx,
  workItemId: WorkItemId,
  announcement: Extract<AnyAnnouncement, { name: 'note.created' | 'note.updated' }>,
): Promise<void> {
  const hooks = await subscribedHooks(trx, announcement.namespaceId, ['noteEvents', 'confidentialNoteEvents']);
  if (hooks.length === 0) return;
  const note = await ctx.load(notesById, announcement.data.noteId);
  const item = await readPayloadSource(ctx, workItemId);
  if (!note || note.isSystem || note.isHidden || !item || isHidden(item)) return;
  const isConfidential = note.isInternal || item.item.isConfidential;
  const hookIds = idsOf(hooks, isConfidential ? 'confidentialNoteEvents' : 'noteEvents');
  if (hookIds.length === 0) return;
  const action = announcement.name === 'note.created' ? 'create' : 'update';
  const event = isConfidential ? 'confidential_note_events' : 'note_events';
  await queueEvent(trx, hookIds, event, await notePayload(ctx, item, note, action));
}

type StatusUpdateAnnouncement = Extract<AnyAnnouncement, { data: { statusUpdateId: StatusUpdateId } }>;

const statusUpdateActions = {
  'statusUpdate.created': 'create',
  'statusUpdate.updated': 'update',
  'statusUpdate.deleted': 'delete',
} as const;

function isAboutStatusUpdate(announcement: AnyAnnouncement): announcement is StatusUpdateAnnouncement {
  return announcement.name in statusUpdateActions;
}

async function sendStatusUpdate(
  ctx: Context,
  trx: Trx,
  workItemId: WorkItemId,
  { name, namespaceId, data }: StatusUpdateAnnouncement,
): Promise<void> {
  const hooks = await subscribedHooks(trx, namespaceId, ['statusUpdateEvents']);
  if (hooks.length === 0) return;
  const update = await ctx.load(updatesById, data.statusUpdateId);
  const item = await readPayloadSource(ctx, workItemId);
  if (!update || update.isHidden || !item || isHidden(item)) return;
  const hookIds = item.item.isConfidential ? idsOf(hooks, 'confidentialIssuesEvents') : hooks.map(({ id }) => id);
  if (hookIds.length === 0) return;
  const payload = await statusUpdatePayload(ctx, item, update, statusUpdateActions[name]);
  await queueEvent(trx, hookIds, 'status_update_events', payload);
}

function keepMessage(trx: Trx, workItemId: WorkItemId, message: Message): void {
  const pending = messages.get(trx) ?? new Map<WorkItemId, Message>();
  messages.set(trx, pending.set(workItemId, message));
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
    case 'workItem.statusChanged':
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
