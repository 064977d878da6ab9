import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';

/** The group or project that a file belongs to. */
export const uploadPolicy = {
  /** The minimum: a file attached to items or notes requires access to one of them, see `findUpload`. */
  read: (viewer, namespace) => viewer.canSee(namespace.scope),
  /** Those who may create issues or comments there. */
  create: (viewer, namespace) => isOpen(namespace) && viewer.isSignedIn && viewer.canSee(namespace.scope),
  /** List and delete all files, regardless of access to the texts that contain them. */
  manage: (viewer, namespace) => viewer.atLeast('maintainer', namespace.scope),
  destroy: (viewer, namespace) => isOpen(namespace) && viewer.atLeast('maintainer', namespace.scope),
} satisfies Policy<InNamespace>;
