import { hasCode } from '../util/errors.ts';

/** The name of the constraint that refused a row because another has the same; null for any other error. */
export function violatedUniqueness(error: unknown): string | null {
  return hasCode(error, '23505') ? ((error as { constraint?: string }).constraint ?? '') : null;
}

/** The pattern of ILIKE for "contains this text", whatever characters it has. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
