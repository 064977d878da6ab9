import { formatDay, parseDay, partsOf, utcDayOf, type Day } from '@milepost/core/days';
import { formatDuration, parseDuration } from '@milepost/core/dates/durations';
import { ValidationError } from '@milepost/core/errors';
import type { QuickAction } from '../work-items/commands/sockets.ts';
import { issueTypes } from '../work-items/store.ts';
import { addSpentTime, resetSpentTime } from './commands.ts';
import { timelogPolicy } from './policy.ts';

interface Spent {
  /** The input of `addSpentTime`. */
  duration: string;
  /** Null without a day: now. */
  day: Day | null;
}

/** Parses `1h 30m`, `-1h`, optionally followed by a day, `2026-11-20`. Throws ValidationError for a day that does not exist. */
function spentIn(argument: string): Spent {
  const [, duration = '', named] = /^(.*?)(?:\s+(\d{4}-\d\d-\d\d))?$/.exec(argument.trim()) ?? [];
  const day = named === undefined ? null : parseDay(named);
  if (named !== undefined && day === null) throw new ValidationError({ base: [`"${named}" is not a date`] });
  const length = duration.startsWith('-') ? duration.slice(1) : duration;
  if (!parseDuration(length)) throw new ValidationError({ base: [`"${duration}" is not a duration, such as 1h 30m`] });
  return { duration, day };
}

/** The time to store for a day: now for today, otherwise noon UTC, which is on that day in nearly every time zone. */
function momentOf(day: Day | null): Date | null {
  if (day === null || day === utcDayOf(new Date())) return null;
  const { year, month, dayOfMonth } = partsOf(day);
  return new Date(Date.UTC(year, month - 1, dayOfMonth, 12));
}

/** Quick actions for time tracking. */
export const timeActions: readonly QuickAction[] = [
  {
    name: 'spend',
    aliases: ['spend_time', 'spent'],
    types: issueTypes,
    description: 'Add or subtract time spent',
    params: '<1w 3d 2h 14m> <YYYY-MM-DD>',
    isArgumentNeeded: true,
    isOffered: (ctx, { item }) => ctx.can(timelogPolicy.log, { item, userId: ctx.viewer.id }),
    explain: (argument) => `Adds ${argument} of time spent.`,
    async perform(ctx, { item }, argument) {
      const { duration, day } = spentIn(argument);
      const { timeSpent } = await addSpentTime(ctx, { itemId: item.id, duration, spentAt: momentOf(day) });
      const length = formatDuration(Math.abs(timeSpent)) ?? '0m';
      const on = day === null ? '' : ` on ${formatDay(day)}`;
      return `${timeSpent < 0 ? 'Subtracted' : 'Added'} ${length} of time spent${on}.`;
    },
  },
  {
    name: 'remove_time_spent',
    types: issueTypes,
    description: 'Remove all time spent',
    isOffered: (ctx, { item, isNew }) => !isNew && ctx.can(timelogPolicy.log, { item, userId: ctx.viewer.id }),
    explain: () => 'Removes all time spent.',
    async perform(ctx, { item }) {
      await resetSpentTime(ctx, item.id);
      return 'Removed all time spent.';
    },
  },
];
