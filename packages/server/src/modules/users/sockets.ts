import type { UserId } from '@milepost/core/ids';
import type { Context, Trx } from '../../platform/context.ts';

/** Called when a person is banned or unbanned, in the same transaction. */
export type FollowBan = (ctx: Context, trx: Trx, ban: { userId: UserId; isBanned: boolean }) => Promise<void>;

const plugged = new Set<FollowBan>();
export const pluggedBans: ReadonlySet<FollowBan> = plugged;

export function plugInBan(follow: FollowBan): void {
  plugged.add(follow);
}
