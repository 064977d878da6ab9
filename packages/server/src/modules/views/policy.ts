import type { UserId } from '@milepost/core/ids';
import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';

/** Saving views; the subject is the group or project of the page. */
export const viewPolicy = {
  /** Personal views: for every account that can read the namespace. */
  create: (viewer, namespace) => viewer.isSignedIn && viewer.canSee(namespace.scope),
  /** Views shared with everyone who sees the namespace. */
  share: (viewer, namespace) => isOpen(namespace) && viewer.atLeast('planner', namespace.scope),
} satisfies Policy<InNamespace>;

/** A view, and the group or project of its page. */
export interface GuardedView {
  isShared: boolean;
  authorId: UserId | null;
  namespace: InNamespace;
}

export const savedViewPolicy = {
  read: (viewer, view) => viewer.canSee(view.namespace.scope) && (view.isShared || viewer.is(view.authorId)),
  /** Personal views belong to their owner; shared ones can be edited from planner up. */
  update: (viewer, view) =>
    view.isShared
      ? viewPolicy.share(viewer, view.namespace)
      : viewer.is(view.authorId) && viewer.canSee(view.namespace.scope),
  /** Only the owner of a view can make it private. */
  unshare: (viewer, view) => viewer.is(view.authorId) && viewPolicy.share(viewer, view.namespace),
} satisfies Policy<GuardedView>;
