import { ForbiddenError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { pluggedFactorRequirements } from '../sockets.ts';
import { userById } from '../store.ts';

/** Until when a person must have a second factor; null if nothing requires one. */
export async function factorDeadlineOf(db: Db, userId: UserId): Promise<Date | null> {
  let first: Date | null = null;
  for (const deadlineOf of pluggedFactorRequirements) {
    const deadline = await deadlineOf(db, userId);
    if (deadline !== null && (first === null || deadline < first)) first = deadline;
  }
  return first;
}

/** Whether a person has no second factor although the time to set it up is over. */
export async function isFactorOverdue(db: Db, user: { id: UserId; hasSecondFactor: boolean }): Promise<boolean> {
  if (user.hasSecondFactor) return false;
  const deadline = await factorDeadlineOf(db, user.id);
  return deadline !== null && deadline <= new Date();
}

/** Throws ForbiddenError for a viewer whose second factor is overdue: existing tokens keep working, but make no new ones. */
export async function requireFactorInTime({ db, viewer }: Context): Promise<void> {
  const user = viewer.id === null ? null : await userById(db, viewer.id);
  if (user && (await isFactorOverdue(db, user)))
    throw new ForbiddenError('Set up two-factor authentication before you create a token.');
}
