import type { NamespaceId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { plansOf } from '../../entitlements/store.ts';
import { countPeopleBelow } from '../../members/store/seats.ts';
import type { PlansPlug } from '../../namespaces/sockets.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { billingPolicy } from '../policy.ts';
import { seatsOf } from '../store.ts';

/** The plan and the seats in answers about namespaces, for the owners of the top-level group. */
export const namespacePlans: PlansPlug = {
  async planOf(ctx, rootId) {
    return (await mayRead(ctx, rootId)) ? ((await ctx.load(plansOf, rootId)) ?? null) : null;
  },
  async seatsOf(ctx, rootId) {
    if (!(await mayRead(ctx, rootId))) return null;
    const seats = await seatsOf(ctx.db, rootId, (await ctx.load(plansOf, rootId)) ?? null);
    return { ...seats, people: await countPeopleBelow(ctx.db, rootId) };
  },
};

async function mayRead(ctx: Context, rootId: NamespaceId): Promise<boolean> {
  const root = await ctx.load(namespacesById, rootId);
  return root !== null && ctx.can(billingPolicy.read, root);
}
