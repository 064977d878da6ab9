import { baseOfItem } from '@milepost/core/text/references';
import { NotFoundError, ValidationError } from '@milepost/core/errors';
import type { StatusUpdateId, WorkItemId } from '@milepost/core/ids';
import { CLOSED_EPIC_PROBLEM, statusUpdateProblems } from '@milepost/core/roadmap/status-updates';
import type { HealthStatus } from '@milepost/core/work-items';
import type { Context, Trx } from '../../platform/context.ts';
import { renderText } from '../../platform/markdown/sockets.ts';
import { recipientsOf } from '../subscriptions/store.ts';
import { addTodos } from '../todos/commands.ts';
import { changeWithin } from '../work-items/commands.ts';
import { visibleWorkItem, type WorkItem } from '../work-items/store.ts';
import { lockWorkItem } from '../work-items/store/writing.ts';
import { statusUpdatePolicy, statusUpdatesPolicy } from './policy.ts';
import { insertUpdate, lockUpdate, saveUpdate, updatesById, type StatusUpdate } from './store.ts';

declare module '../../platform/context.ts' {
  interface Events {
    'statusUpdate.created': { statusUpdateId: StatusUpdateId };
    'statusUpdate.updated': { statusUpdateId: StatusUpdateId };
    'statusUpdate.deleted': { statusUpdateId: StatusUpdateId };
  }
}

export interface StatusUpdateFields {
  health: HealthStatus;
  text: string;
}

/**
 * Posts a status update and sets the health of the epic. Throws ValidationError for an invalid text and for a closed epic,
 * NotFoundError and ForbiddenError.
 */
export async function postStatusUpdate(
  ctx: Context,
  epicId: WorkItemId,
  { health, text }: StatusUpdateFields,
): Promise<StatusUpdate> {
  const id = await ctx.transaction(async (trx) => {
    const epic = await lockWorkItem(trx, epicId);
    if (!epic || !ctx.can(statusUpdatesPolicy.read, epic)) throw new NotFoundError('Epic');
    ctx.require(statusUpdatesPolicy.post, epic);
    check(text);
    if (epic.state === 'closed') throw new ValidationError({ base: [CLOSED_EPIC_PROBLEM] });
    const within = ctx.within(trx);
    await changeWithin(within, trx, epicId, { healthStatus: health });
    const statusUpdateId = await insertUpdate(trx, {
      workItemId: epicId,
      authorId: ctx.viewer.id,
      health,
      previousHealth: epic.healthStatus,
      body: text,
      bodyHtml: await renderText(within, text, baseOfItem(epic)),
      startDate: epic.startDate,
      dueDate: epic.dueDate,
    });
    announce(trx, epic, 'statusUpdate.created', statusUpdateId);
    await addTodos(within, trx, {
      item: epic,
      noteId: null,
      userIds: await subscribersOf(trx, epic),
      action: 'status_update_posted',
    });
    return statusUpdateId;
  });
  return loaded(ctx, id);
}

/** Changes an update; the health of the epic stays. Throws as `postStatusUpdate` does. */
export async function updateStatusUpdate(
  ctx: Context,
  id: StatusUpdateId,
  { health, text }: Partial<StatusUpdateFields>,
): Promise<StatusUpdate> {
  await ctx.transaction(async (trx) => {
    const { update, item } = await lockReadable(ctx, trx, id);
    if (update.deletedAt) throw new NotFoundError('Status update');
    ctx.require(statusUpdatePolicy.update, { ...update, item });
    if (text !== undefined) check(text);
    const isChanged =
      (text !== undefined && text !== update.body) || (health !== undefined && health !== update.health);
    if (!isChanged) return;
    await saveUpdate(trx, id, {
      ...(health && { health }),
      ...(text !== undefined && { body: text, bodyHtml: await renderText(ctx.within(trx), text, baseOfItem(item)) }),
      editedAt: new Date(),
    });
    announce(trx, item, 'statusUpdate.updated', id);
  });
  return loaded(ctx, id);
}

/** Deletes an update; it can be restored for a day. The health of the epic stays. */
export async function deleteStatusUpdate(ctx: Context, id: StatusUpdateId): Promise<StatusUpdate> {
  return ctx.transaction(async (trx) => {
    const { update, item } = await lockReadable(ctx, trx, id);
    if (update.deletedAt) throw new NotFoundError('Status update');
    ctx.require(statusUpdatePolicy.destroy, { ...update, item });
    await saveUpdate(trx, id, { deletedAt: new Date() });
    announce(trx, item, 'statusUpdate.deleted', id);
    return update;
  });
}

/** Restores a deleted update. */
export async function restoreStatusUpdate(ctx: Context, id: StatusUpdateId): Promise<StatusUpdate> {
  await ctx.transaction(async (trx) => {
    const { update, item } = await lockReadable(ctx, trx, id);
    ctx.require(statusUpdatePolicy.destroy, { ...update, item });
    if (!update.deletedAt) return;
    await saveUpdate(trx, id, { deletedAt: null });
    announce(trx, item, 'statusUpdate.updated', id);
  });
  return loaded(ctx, id);
}

/** Locks an update. Throws NotFoundError if the viewer may not read it, or may not restore a deleted one. */
async function lockReadable(ctx: Context, trx: Trx, id: StatusUpdateId) {
  const update = await lockUpdate(trx, id);
  const item = update && (await visibleWorkItem(ctx.within(trx), update.workItemId));
  const rule = update?.deletedAt ? statusUpdatePolicy.destroy : statusUpdatePolicy.read;
  if (!update || !item || !ctx.can(rule, { ...update, item })) throw new NotFoundError('Status update');
  return { update, item };
}

/** The subscribers of the epic, explicit or by participation. */
async function subscribersOf(trx: Trx, epic: WorkItem) {
  const recipients = await recipientsOf(trx, epic);
  return recipients
    .filter(({ reasons }) => reasons.some((reason) => reason !== 'watching'))
    .map(({ userId }) => userId);
}

async function loaded(ctx: Context, id: StatusUpdateId): Promise<StatusUpdate> {
  const update = await ctx.load(updatesById, id);
  if (!update) throw new NotFoundError('Status update');
  return update;
}

function check(text: string): void {
  const problems = statusUpdateProblems(text);
  if (problems) throw new ValidationError(problems);
}

function announce(
  trx: Trx,
  { id, namespaceId }: Pick<WorkItem, 'id' | 'namespaceId'>,
  name: 'statusUpdate.created' | 'statusUpdate.updated' | 'statusUpdate.deleted',
  statusUpdateId: StatusUpdateId,
): void {
  trx.announce({ name, namespaceId, workItemId: id, data: { statusUpdateId } });
}
