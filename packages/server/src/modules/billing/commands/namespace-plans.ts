import { plansOf } from '../../entitlements/store.ts';
import type { PlansPlug } from '../../namespaces/sockets.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { billingPolicy } from '../policy.ts';
import { seatsOf } from '../store.ts';

/** The plan and the seats in answers about namespaces, for the owners of the top-level group. */
export const namespacePlans: PlansPlug = {
  async planOf(ctx, namespace) {
    const root = namespace.parentId === null ? namespace : await ctx.load(namespacesById, namespace.rootId);
    if (!root || !ctx.can(billingPolicy.read, root)) return null;
    return (await ctx.load(plansOf, root.id)) ?? null;
  },
  async seatsOf(ctx, root) {
    if (!ctx.can(billingPolicy.read, root)) return null;
    return seatsOf(ctx.db, root.id, (await ctx.load(plansOf, root.id)) ?? null);
  },
};
