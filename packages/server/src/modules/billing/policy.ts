import type { Viewer } from '@milepost/core/roles';
import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';

/** Seats, plan and payment of a top-level group are for its owners. */
export const billingPolicy = {
  read: (viewer, group) => viewer.atLeast('owner', group.scope),
  manage: (viewer, group) => isOpen(group) && !viewer.isBot && viewer.atLeast('owner', group.scope),
} satisfies Policy<InNamespace>;

/** Plans are stored by administrators, and by the payment provider. */
export function mayStorePlans(viewer: Viewer): boolean {
  return viewer.isAdmin;
}
