import type { Span } from '../days.ts';

/**
 * Whether `blocked` starts before `blocker` ends. Days are whole, so an item that starts on the other's due date starts before
 * that day is over; with a lag, that many more days must pass. False where a date is missing.
 */
export function startsTooEarly(blocker: Span, blocked: Span, lagDays = 0): boolean {
  return blocker.due !== null && blocked.start !== null && blocked.start <= blocker.due + lagDays;
}
