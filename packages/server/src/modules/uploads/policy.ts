import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';

/** The subject is the group or project that a file belongs to. */
export const uploadPolicy = {
  /** The least: a file that is attached to items or notes is for readers of one of them, see `findUpload`. */
  read: (viewer, namespace) => viewer.canSee(namespace.scope),
  /** Whoever may write there, an issue or a comment. */
  create: (viewer, namespace) => isOpen(namespace) && viewer.isSignedIn && viewer.canSee(namespace.scope),
  /** To see all of them at once, whatever text they are in, and to remove them. */
  manage: (viewer, namespace) => viewer.atLeast('maintainer', namespace.scope),
} satisfies Policy<InNamespace>;
