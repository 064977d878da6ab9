import type { UserId } from '@milepost/core/ids';
import type { Context, Trx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';

/** Called when a person is banned or unbanned, in the same transaction. */
export type BanListener = (ctx: Context, trx: Trx, ban: { userId: UserId; isBanned: boolean }) => Promise<void>;

const plugged = new Set<BanListener>();
export const pluggedBans: ReadonlySet<BanListener> = plugged;

export function plugInBan(follow: BanListener): void {
  plugged.add(follow);
}

/** Called before an account is deleted; throws a DomainError to refuse it. */
export type DeletionCheck = (trx: Trx, userId: UserId) => Promise<void>;

const checks = new Set<DeletionCheck>();
export const pluggedDeletionChecks: ReadonlySet<DeletionCheck> = checks;

export function plugInDeletionCheck(check: DeletionCheck): void {
  checks.add(check);
}

/** Called when a token was revoked, in the same transaction. */
export type RevocationListener = (trx: Trx, userId: UserId) => Promise<void>;

const revocations = new Set<RevocationListener>();
export const pluggedRevocations: ReadonlySet<RevocationListener> = revocations;

export function plugInRevocation(follow: RevocationListener): void {
  revocations.add(follow);
}

/** The time until which a person must have a second factor; null if nothing requires one. */
export type FactorRequirement = (db: Db, userId: UserId) => Promise<Date | null>;

const requirements = new Set<FactorRequirement>();
export const pluggedFactorRequirements: ReadonlySet<FactorRequirement> = requirements;

export function plugInFactorRequirement(requirement: FactorRequirement): void {
  requirements.add(requirement);
}
