import { DomainError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import { recordAudit } from '../../../platform/audit.ts';
import type { Db } from '../../../platform/database/tables.ts';

interface FailedSignIn {
  /** The address of the client. */
  ip: string | null;
  /** The account, if it is known. */
  userId: UserId | null;
  /** The reason, without anything that was typed: people type their password as the name. */
  what: string;
}

/** Records a failed sign-in. Not in a transaction that the failure rolls back. */
export async function recordFailedSignIn({ db }: { db: Db }, { ip, userId, what }: FailedSignIn): Promise<void> {
  const of = userId === null ? null : { user: userId };
  await recordAudit(db, { viewer: { id: null }, address: ip }, { kind: 'sign_in_failed', of, what });
}

/** Kinds of errors that refuse nobody: an outage, and a step that has ended. */
const harmless: ReadonlySet<string> = new Set(['unavailable', 'full', 'missing']);

/** Runs a part of a sign-in. An error that refuses it is recorded, with its text after `what`, and thrown. */
export async function recordingRefusal<Result>(
  services: { db: Db },
  failed: FailedSignIn,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && !harmless.has(error.kind)) {
      await recordFailedSignIn(services, { ...failed, what: `${failed.what}: ${error.message}` });
    }
    throw error;
  }
}
