import type { UserId } from '@milepost/core/ids';
import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';
import type { RoadmapLinkKind } from './table.ts';

/** What may be done with a group's roadmap. */
export const roadmapPolicy = {
  read: (viewer, group) => viewer.canSee(group.scope),
  /** Settings, views and feeds of one's own: for every account that can look in. */
  keep: (viewer, group) => viewer.isSignedIn && viewer.canSee(group.scope),
  /** Views that everyone sees who sees the group. */
  shareViews: (viewer, group) => isOpen(group) && viewer.atLeast('planner', group.scope),
  /** Links that show the roadmap to anyone who has them. */
  publish: (viewer, group) => isOpen(group) && viewer.atLeast('maintainer', group.scope),
  /** Who made which links, and to take them back: in an archived group as well. */
  manageLinks: (viewer, group) => viewer.atLeast('maintainer', group.scope),
} satisfies Policy<InNamespace>;

/** A view, and the group whose roadmap it is of. */
export interface GuardedView {
  isShared: boolean;
  authorId: UserId | null;
  group: InNamespace;
}

export const roadmapViewPolicy = {
  read: (viewer, view) => viewer.canSee(view.group.scope) && (view.isShared || viewer.is(view.authorId)),
  /** One's own is one's own; what is shared is kept by whoever plans there. */
  update: (viewer, view) =>
    view.isShared
      ? roadmapPolicy.shareViews(viewer, view.group)
      : viewer.is(view.authorId) && viewer.canSee(view.group.scope),
  /** Nobody makes somebody else's view their secret. */
  unshare: (viewer, view) => viewer.is(view.authorId) && roadmapPolicy.shareViews(viewer, view.group),
} satisfies Policy<GuardedView>;

/** A link, and the group whose roadmap it shows. */
export interface GuardedLink {
  kind: RoadmapLinkKind;
  authorId: UserId | null;
  group: InNamespace;
}

export const roadmapLinkPolicy = {
  read: (viewer, link) => viewer.canSee(link.group.scope) && (isOwnFeed(viewer, link) || isManaged(viewer, link)),
  /** A feed is its maker's alone; a page is the business of all maintainers. */
  revoke: (viewer, link) => isOwnFeed(viewer, link) || isManaged(viewer, link),
} satisfies Policy<GuardedLink>;

function isOwnFeed(viewer: Parameters<typeof roadmapPolicy.keep>[0], link: GuardedLink): boolean {
  return link.kind === 'feed' && viewer.is(link.authorId);
}

function isManaged(viewer: Parameters<typeof roadmapPolicy.keep>[0], link: GuardedLink): boolean {
  return link.kind === 'page' && roadmapPolicy.manageLinks(viewer, link.group);
}
