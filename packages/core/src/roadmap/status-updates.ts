import type { FieldErrors } from '../errors.ts';

/** Maximum characters of a status update. */
export const MAX_STATUS_UPDATE_LENGTH = 10_000;

/** Status updates on a page of the history. */
export const STATUS_UPDATES_PER_PAGE = 20;

/** Characters of a status update in the popover of a bar. */
export const STATUS_UPDATE_EXCERPT_LENGTH = 140;

/** Why a closed epic takes no status update. */
export const CLOSED_EPIC_PROBLEM = 'Reopen the epic to post an update';

/** Validation errors of a text by field; null when there are none. */
export function statusUpdateProblems(text: string): FieldErrors | null {
  if (text.trim() === '') return { text: ["can't be blank"] };
  const isTooLong = text.length > MAX_STATUS_UPDATE_LENGTH && Array.from(text).length > MAX_STATUS_UPDATE_LENGTH;
  return isTooLong ? { text: [`is too long (maximum is ${MAX_STATUS_UPDATE_LENGTH} characters)`] } : null;
}
