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
    /** Seconds; negative where time was subtracted. */
    'workItem.timeSpent': { timeSpent: number };
    'workItem.timelogDeleted': { timeSpent: number };
    'workItem.timeSpentReset': Record<string, never>;
  }
}

export interface SpentTime {
  itemId: WorkItemId;
  /** A duration such as `1h 30m`; a leading minus subtracts. */
  duration: string;
  summary?: string | null;
  /** Defaults to now. */
  spentAt?: Date | null;
}

const MAX_SUMMARY_LENGTH = 255;

/**
 * Logs spent time. Throws ValidationError for an invalid duration, a future day, a summary that is too long, or a subtraction
 * below zero; ForbiddenError below planner.
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
    // Two concurrent subtractions must not exceed the total.
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
 * Deletes a time log. Throws NotFoundError if the viewer may not see it or its item; ValidationError if the sum would become
 * negative: the time spent is always the sum of the logs.
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

/** Deletes all time logs of an item. */
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
