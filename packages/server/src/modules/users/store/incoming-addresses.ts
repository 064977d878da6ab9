import type { UserId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { type Context, defineLoader } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { incomingAddress, type IncomingTarget } from '../../../platform/mail/incoming-address.ts';

/** How often people have reset their addresses for incoming mail; absent for never. */
export const addressGenerations = defineLoader<UserId, number>('addressGenerations', async (ctx, ids) => {
  const rows = await ctx.db
    .selectFrom('incomingAddressGenerations')
    .selectAll()
    .where('userId', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ userId, generation }) => [userId, generation]));
});

/** The address by which a person comments or creates issues by mail; null if the server receives none. */
export async function incomingAddressOf(
  ctx: Context,
  userId: UserId,
  target: IncomingTarget,
  targetId: number,
): Promise<string | null> {
  const { incomingMail, secret } = ctx.services;
  if (!incomingMail) return null;
  const generation = (await ctx.load(addressGenerations, userId)) ?? 0;
  return incomingAddress(incomingMail.address, secret, { target, targetId, userId, generation });
}

/** Ends all addresses of a person. */
export async function resetIncomingAddresses(db: Db, userId: UserId): Promise<void> {
  await db
    .insertInto('incomingAddressGenerations')
    .values({ userId, generation: 1 })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ generation: sql<number>`incoming_address_generations.generation + 1` }),
    )
    .execute();
}
