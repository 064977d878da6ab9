import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';

/** Role mappings and links of directory groups give roles in a group: for its owners. */
export const identityPolicy = {
  read: (viewer, group) => viewer.atLeast('owner', group.scope),
  manage: (viewer, group) => isOpen(group) && viewer.atLeast('owner', group.scope),
} satisfies Policy<InNamespace>;
