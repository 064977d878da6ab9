import type { UserId } from '@milepost/core/ids';
import type { Context, Trx } from '../../platform/context.ts';

/** What a room does when somebody is banned or let in again, in the same transaction. */
export type FollowBan = (ctx: Context, trx: Trx, ban: { userId: UserId; isBanned: boolean }) => Promise<void>;

const plugged = new Set<FollowBan>();
export const pluggedBans: ReadonlySet<FollowBan> = plugged;

export function plugInBan(follow: FollowBan): void {
  plugged.add(follow);
}
