/** A day with a time, but without an offset. */
const WITHOUT_OFFSET = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/i;

/**
 * Parses a day or an instant; null if it is neither. A time without an offset is UTC: JavaScript alone would take the time zone of
 * the machine.
 */
export function parseInstant(text: string): Date | null {
  const instant = new Date(text.trim().replace(WITHOUT_OFFSET, '$1T$2Z'));
  return Number.isNaN(instant.getTime()) ? null : instant;
}
