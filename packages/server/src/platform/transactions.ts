import { sql } from 'kysely';
import type { DbTransaction } from './database/tables.ts';
import type { DeferredWrites } from './deferred-writes.ts';
import { hasCode } from './util/errors.ts';

const DEADLOCK = '40P01';
const MAX_ATTEMPTS = 4;

/** Runs a transaction, or a job, again after a deadlock: PostgreSQL rolled back one of the two. Throws after four attempts. */
export async function retryDeadlocks<Result>(run: () => Promise<Result>, attempt = 1): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (attempt === MAX_ATTEMPTS || !hasCode(error, DEADLOCK)) throw error;
    return retryDeadlocks(run, attempt + 1);
  }
}

/** Runs a part of a transaction in a savepoint. If it throws, its writes are rolled back, and what it deferred and announced is dropped. */
export async function inSavepoint<Result>(
  trx: DbTransaction,
  part: () => Promise<Result>,
  [deferred, announced]: [DeferredWrites, unknown[]],
): Promise<Result> {
  const [announcedBefore, collectedBefore] = [announced.length, deferred.collected];
  await sql`SAVEPOINT attempt`.execute(trx);
  try {
    const result = await part();
    await sql`RELEASE SAVEPOINT attempt`.execute(trx);
    return result;
  } catch (error) {
    deferred.discard(collectedBefore);
    announced.splice(announcedBefore);
    await sql`ROLLBACK TO SAVEPOINT attempt`.execute(trx);
    await sql`RELEASE SAVEPOINT attempt`.execute(trx);
    throw error;
  }
}
