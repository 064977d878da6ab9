import type { UserId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

export interface TotpFactor {
  sealedSecret: Buffer;
  usedSteps: readonly number[];
  createdAt: Date;
}

/** Stores the secret of a set-up that is not complete; replaces that of an earlier one. */
export async function savePendingTotp(db: Db, userId: UserId, sealedSecret: Buffer): Promise<void> {
  const createdAt = sql<Date>`now()`;
  await db
    .insertInto('totpFactors')
    .values({ userId, isActive: false, sealedSecret, createdAt })
    .onConflict((conflict) => conflict.columns(['userId', 'isActive']).doUpdateSet({ sealedSecret, createdAt }))
    .execute();
}

/** The active factor, locked until the transaction ends, so that concurrent requests cannot use one code twice. */
export async function lockTotp(trx: Db, userId: UserId): Promise<TotpFactor | null> {
  return totpOf(trx, userId, true);
}

/** The secret of a set-up that began less than `minutes` ago. */
export async function lockPendingTotp(trx: Db, userId: UserId, minutes: number): Promise<TotpFactor | null> {
  const factor = await totpOf(trx, userId, false);
  return factor && Date.now() - factor.createdAt.getTime() < minutes * 60_000 ? factor : null;
}

async function totpOf(trx: Db, userId: UserId, isActive: boolean): Promise<TotpFactor | null> {
  const row = await trx
    .selectFrom('totpFactors')
    .select(['sealedSecret', 'usedSteps', 'createdAt'])
    .where('userId', '=', userId)
    .where('isActive', '=', isActive)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function saveUsedSteps(trx: Db, userId: UserId, usedSteps: number[]): Promise<void> {
  await trx
    .updateTable('totpFactors')
    .set({ usedSteps })
    .where('userId', '=', userId)
    .where('isActive', '=', true)
    .execute();
}

/** Makes the pending factor the active one, instead of an earlier one. */
export async function activateTotp(trx: Db, userId: UserId, usedSteps: number[]): Promise<void> {
  await trx.deleteFrom('totpFactors').where('userId', '=', userId).where('isActive', '=', true).execute();
  await trx
    .updateTable('totpFactors')
    .set({ isActive: true, usedSteps, createdAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .execute();
  await settleFactors(trx, userId);
}

export async function deleteTotp(trx: Db, userId: UserId): Promise<void> {
  await trx.deleteFrom('totpFactors').where('userId', '=', userId).execute();
  await settleFactors(trx, userId);
}

/** Updates `has_second_factor` after a change of the factors. Without a factor the recovery codes end. */
export async function settleFactors(trx: Db, userId: UserId): Promise<void> {
  const { rows } = await sql<{ hasSecondFactor: boolean }>`
    UPDATE users SET has_second_factor = EXISTS (SELECT FROM totp_factors WHERE user_id = ${userId} AND is_active)
      OR EXISTS (SELECT FROM passkeys WHERE user_id = ${userId})
    WHERE id = ${userId} RETURNING has_second_factor`.execute(trx);
  if (rows[0]?.hasSecondFactor === false) await replaceRecoveryCodes(trx, userId, []);
}

/** The factors of an account, as its owner sees them. */
export interface FactorSummary {
  /** When the authenticator app was set up; null without one. */
  totpSince: Date | null;
  recoveryCodesLeft: number;
}

export async function factorSummary(db: Db, userId: UserId): Promise<FactorSummary> {
  const { rows } = await sql<FactorSummary>`
    SELECT (SELECT created_at FROM totp_factors WHERE user_id = ${userId} AND is_active) AS totp_since,
      (SELECT count(*)::int FROM recovery_codes WHERE user_id = ${userId}) AS recovery_codes_left`.execute(db);
  return rows[0] ?? { totpSince: null, recoveryCodesLeft: 0 };
}

export async function replaceRecoveryCodes(trx: Db, userId: UserId, codeHashes: readonly Buffer[]): Promise<void> {
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  if (codeHashes.length === 0) return;
  await trx
    .insertInto('recoveryCodes')
    .values(codeHashes.map((codeHash) => ({ userId, codeHash })))
    .execute();
}

/** Uses up a recovery code; false when there is no such code. */
export async function consumeRecoveryCode(trx: Db, userId: UserId, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes every factor and recovery code of an account. */
export async function deleteFactors(trx: Db, userId: UserId): Promise<void> {
  await trx.deleteFrom('passkeys').where('userId', '=', userId).execute();
  await trx.deleteFrom('passkeyChallenges').where('userId', '=', userId).execute();
  await deleteTotp(trx, userId);
}
