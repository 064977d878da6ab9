import { hasCode } from '../util/errors.ts';

/** The name of the violated unique constraint; null for any other error. */
export function violatedUniqueness(error: unknown): string | null {
  return hasCode(error, '23505') ? ((error as { constraint?: string }).constraint ?? '') : null;
}

/** The LIKE pattern for "contains this text", with special characters escaped. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
