import { ValidationError, type FieldErrors } from '../errors.ts';

/** Maximum characters of an entry that people write, and of one that is taken from a comment. */
export const timelineLimits = { note: 280, comment: 10_000 } as const;

/** Maximum entries of one incident: the timeline is shown as a whole. */
export const MAX_TIMELINE_EVENTS = 1000;

/** The tags of entries, in the order of a usual incident. */
export const timelineTags = [
  'Start time',
  'End time',
  'Impact detected',
  'Response initiated',
  'Impact mitigated',
  'Cause identified',
] as const;
export type TimelineTag = (typeof timelineTags)[number];

/** Validation errors of an entry by API field name. */
export function timelineProblems(note: string | undefined, occurredAt: Date | undefined): FieldErrors {
  const year = occurredAt?.getUTCFullYear();
  return {
    ...(note !== undefined && noteProblem(note)),
    ...(year !== undefined && !(year >= 1970 && year <= 9999) && { occurred_at: ['is invalid'] }),
  };
}

function noteProblem(note: string): FieldErrors {
  const { length } = Array.from(note);
  if (length === 0) return { note: ["can't be blank"] };
  return length > timelineLimits.note ? { note: [`is too long (maximum is ${timelineLimits.note} characters)`] } : {};
}

/** The tags of these names in any case, each once. Throws a ValidationError that lists unknown names. */
export function timelineTagsOf(names: readonly string[]): TimelineTag[] {
  const wanted = new Set(names.map((name) => name.trim().toLowerCase()));
  const found = timelineTags.filter((tag) => wanted.delete(tag.toLowerCase()));
  if (wanted.size > 0) throw new ValidationError({ base: [`Following tags don't exist: ${[...wanted].join(', ')}`] });
  return found;
}

const WHEN = /^(?:(\d{4}-\d{2}-\d{2})\s*)?(?:(\d{1,2}):(\d{2}))?$/;

/**
 * The argument of `/timeline`: text, and after its last vertical bar the date, the time or both in UTC: `Disk full | 2022-09-23 09:30`.
 * The date is today and the time now where they are missing. Throws a ValidationError for anything else after the bar.
 */
export function parseTimelineText(argument: string, now: Date): { note: string; occurredAt: Date } {
  const bar = argument.lastIndexOf('|');
  if (bar === -1) return { note: argument.trim(), occurredAt: now };
  const [, day = now.toISOString().slice(0, 10), hour, minute] = WHEN.exec(argument.slice(bar + 1).trim()) ?? [];
  const time = hour === undefined ? now.toISOString().slice(11, 16) : `${hour.padStart(2, '0')}:${minute}`;
  const occurredAt = new Date(`${day}T${time}:00Z`);
  const isKnown = WHEN.test(argument.slice(bar + 1).trim()) && occurredAt.toJSON()?.startsWith(day);
  if (!isKnown) throw new ValidationError({ base: ['The date and time are written YYYY-MM-DD HH:MM'] });
  return { note: argument.slice(0, bar).trim(), occurredAt };
}
