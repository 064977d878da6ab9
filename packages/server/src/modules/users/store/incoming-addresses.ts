import type { UserId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { type Context, defineLoader } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { claimOf, incomingAddress, type IncomingTarget, userOfClaim } from '../../../platform/mail/incoming-address.ts';

/** Earlier versions ended all addresses of a person at once. */
const ALL_OF_PERSON = '';

/** How often addresses for incoming mail were reset, by their claims; absent for never. */
export const addressGenerations = defineLoader<string, number>('addressGenerations', async (ctx, claims) => {
  const userIds = new Set(claims.map((claim) => userOfClaim(claim) as UserId));
  const rows = await ctx.db
    .selectFrom('incomingAddressGenerations')
    .selectAll()
    .where('userId', 'in', [...userIds])
    .where('claim', 'in', [ALL_OF_PERSON, ...claims])
    .execute();
  const generationOf = (claim: string): number =>
    rows
      .filter((row) => row.claim === claim || (row.claim === ALL_OF_PERSON && row.userId === userOfClaim(claim)))
      .reduce((sum, { generation }) => sum + generation, 0);
  return new Map(claims.map((claim) => [claim, generationOf(claim)]));
});

/**
 * The address by which a person comments or creates issues by mail; null if the server receives none, and for a token that may only
 * read: who knows the address can write.
 */
export async function incomingAddressOf(
  ctx: Context,
  userId: UserId,
  target: IncomingTarget,
  targetId: number,
): Promise<string | null> {
  const { incomingMail, secret } = ctx.services;
  if (!incomingMail || !ctx.mayWrite) return null;
  const key = { target, targetId, userId };
  const generation = (await ctx.load(addressGenerations, claimOf(key))) ?? 0;
  return incomingAddress(incomingMail.address, secret, { ...key, generation });
}

/** Ends an address of a person. */
export async function resetIncomingAddress(db: Db, userId: UserId, claim: string): Promise<void> {
  await db
    .insertInto('incomingAddressGenerations')
    .values({ userId, claim, generation: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'claim'])
        .doUpdateSet({ generation: sql<number>`incoming_address_generations.generation + 1` }),
    )
    .execute();
}
