import type { UserId } from '@milepost/core/ids';
import type { Db } from '../../../platform/database/tables.ts';

/** The values that a provider last sent for these people. */
export async function claimValuesOf(
  db: Db,
  provider: string,
  userIds: readonly UserId[],
): Promise<Map<UserId, ReadonlySet<string>>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('identities')
    .select(['userId', 'claimValues'])
    .where('provider', '=', provider)
    .where('userId', 'in', [...userIds])
    .execute();
  return new Map(rows.map((row) => [row.userId, new Set(row.claimValues)]));
}
