import type { Span } from '../days.ts';

/**
 * Whether `blocked` starts before `blocker` ends. Days are whole, so an item that starts on the other's due date starts before
 * that day is over. False where a date is missing.
 */
export function startsTooEarly(blocker: Span, blocked: Span): boolean {
  return blocker.due !== null && blocked.start !== null && blocked.start <= blocker.due;
}
