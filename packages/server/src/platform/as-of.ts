import { parseDay, utcDayOf, type Day } from '@milepost/core/days';
import { ValidationError } from '@milepost/core/errors';
import type { Context } from './context.ts';

/** The parameter of a past day; null where there is none. Throws ValidationError for anything but a past day (UTC). */
export function readAsOf(value: unknown): Day | null {
  if (value === undefined || value === null || value === '') return null;
  const day = typeof value === 'string' ? parseDay(value) : null;
  if (day === null || day >= utcDayOf(new Date())) throw new ValidationError({ as_of: ['must be a past day'] });
  return day;
}

/** The context that reads the day of a request, or the present. */
export function contextAsOf(ctx: Context, value: unknown): Context {
  const day = readAsOf(value);
  return day === null ? ctx : ctx.at(day);
}
