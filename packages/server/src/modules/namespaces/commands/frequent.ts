import type { FrequentType } from '@milepost/core/frequent-items';
import type { UserId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { findVisibleGroup, findVisibleProject } from '../commands.ts';
import { ownUsePolicy } from '../policy.ts';
import { countUse, dropLeastUsed, frequentNamespaces, type FrequentNamespace } from '../store/frequent.ts';

/** Records that the viewer used a group or project. Throws NotFoundError if they may not see it. */
export async function trackUse(ctx: Context, type: FrequentType, id: number): Promise<void> {
  const find = type === 'groups' ? findVisibleGroup : findVisibleProject;
  const used = await find(ctx, id);
  ctx.require(ownUsePolicy.track, used);
  const userId = ctx.viewer.id as UserId;
  await ctx.transaction(async (trx) => {
    if (await countUse(trx, userId, used.id)) await dropLeastUsed(trx, userId, used.kind, used.id);
  });
}

/** The viewer's frequent groups or projects, most used first. */
export function listFrequent(ctx: Context, type: FrequentType): Promise<FrequentNamespace[]> {
  return frequentNamespaces(ctx.db, ctx.viewer, type === 'groups' ? 'group' : 'project');
}
