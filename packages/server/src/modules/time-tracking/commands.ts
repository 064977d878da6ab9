import { parseDuration } from '@milepost/core/dates/durations';
import { NotFoundError, ValidationError } from '@milepost/core/errors';
import type { TimelogId, WorkItemId } from '@milepost/core/ids';
import type { Context } from '../../platform/context.ts';
import { findVisibleWorkItemById, visibleWorkItem } from '../work-items/store.ts';
import { lockWorkItem } from '../work-items/store/writing.ts';
import { timelogPolicy } from './policy.ts';
import { insertTimelog, removeTimelog, removeTimelogsOf, timelogById, totalSpent, type Timelog } from './store.ts';

declare module '../../platform/context.ts' {
  interface Events {
    /** Seconds; below zero where time was taken back. */
    'workItem.timeSpent': { timeSpent: number };
    'workItem.timelogDeleted': { timeSpent: number };
    'workItem.timeSpentReset': Record<string, never>;
  }
}

export interface SpentTime {
  itemId: WorkItemId;
  /** `1h 30m`; with a minus, time is taken back. */
  duration: string;
  summary?: string | null;
  /** Now where left out. */
  spentAt?: Date | null;
}

const MAX_SUMMARY_LENGTH = 255;

/**
 * Tells of time that was spent. Throws ValidationError for what is no length of time, a day to come, a summary that is too long,
 * or more taken back than was told; ForbiddenError unless the viewer plans there.
 */
export async function addSpentTime(ctx: Context, { itemId, duration, summary, spentAt }: SpentTime): Promise<Timelog> {
  const timeSpent = signedDuration(duration);
  if (timeSpent === null || timeSpent === 0) {
    throw new ValidationError({ time_spent: ['must be formatted correctly. For example: 1h 30m'] });
  }
  if (spentAt && spentAt.getTime() > Date.now()) {
    throw new ValidationError({ spent_at: ["can't be a future date and time"] });
  }
  const text = summary?.trim() ?? '';
  if (text.length > MAX_SUMMARY_LENGTH) {
    throw new ValidationError({ summary: [`is too long (maximum is ${MAX_SUMMARY_LENGTH} characters)`] });
  }
  return ctx.transaction(async (trx) => {
    const within = ctx.within(trx);
    const item = await findVisibleWorkItemById(within, itemId);
    // Two who take back at once must not take back more than there is.
    await lockWorkItem(trx, itemId);
    ctx.require(timelogPolicy.log, { item, userId: ctx.viewer.id });
    if (timeSpent < 0 && (await totalSpent(trx, itemId)) + timeSpent < 0) {
      throw new ValidationError({ time_spent: ['to subtract exceeds the total time spent'] });
    }
    const timelog = await insertTimelog(trx, {
      workItemId: itemId,
      userId: ctx.viewer.id,
      timeSpent,
      summary: text,
      ...(spentAt && { spentAt }),
    });
    trx.announce({
      name: 'workItem.timeSpent',
      namespaceId: item.namespaceId,
      workItemId: itemId,
      data: { timeSpent },
    });
    return timelog;
  });
}

/**
 * Removes a time log. Throws NotFoundError where it or its item is not the viewer's to see; ValidationError where more was taken back
 * than would be left: the time spent is always the sum of the logs, and never below nothing.
 */
export async function deleteTimelog(ctx: Context, id: TimelogId): Promise<Timelog> {
  return ctx.transaction(async (trx) => {
    const timelog = await timelogById(trx, id);
    const item = timelog && (await visibleWorkItem(ctx.within(trx), timelog.workItemId));
    if (!timelog || !item) throw new NotFoundError('Timelog');
    await lockWorkItem(trx, item.id);
    ctx.require(timelogPolicy.destroy, { item, userId: timelog.userId });
    if (!(await removeTimelog(trx, id))) throw new NotFoundError('Timelog');
    if ((await totalSpent(trx, item.id)) < 0) {
      throw new ValidationError({ time_spent: ['to subtract exceeds the total time spent'] });
    }
    trx.announce({
      name: 'workItem.timelogDeleted',
      namespaceId: item.namespaceId,
      workItemId: item.id,
      data: { timeSpent: timelog.timeSpent },
    });
    return timelog;
  });
}

/** Forgets all time spent on an item. */
export async function resetSpentTime(ctx: Context, itemId: WorkItemId): Promise<void> {
  await ctx.transaction(async (trx) => {
    const item = await findVisibleWorkItemById(ctx.within(trx), itemId);
    ctx.require(timelogPolicy.log, { item, userId: ctx.viewer.id });
    if (!(await removeTimelogsOf(trx, itemId))) return;
    trx.announce({ name: 'workItem.timeSpentReset', namespaceId: item.namespaceId, workItemId: itemId, data: {} });
  });
}

function signedDuration(text: string): number | null {
  const isTakenBack = text.trim().startsWith('-');
  const seconds = parseDuration(isTakenBack ? text.trim().slice(1) : text);
  return seconds === null ? null : isTakenBack ? -seconds : seconds;
}
