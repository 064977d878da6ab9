import { NotFoundError } from '@milepost/core/errors';

/** Whether `error` has one of these codes of Node.js or PostgreSQL, such as 'ENOENT' or '42P04'. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

export function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : String(error);
}

/** Null instead of a NotFoundError. */
export async function nullIfNotFound<Found>(finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}
