import type { UserId } from '@milepost/core/ids';
import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';
import type { RoadmapLinkKind } from './table.ts';

/** Permissions on a group's roadmap. */
export const roadmapPolicy = {
  read: (viewer, group) => viewer.canSee(group.scope),
  /** Lanes by assignee, author or parent: a public link names no people, and no epic that it does not show. */
  readRelatives: (viewer, group) => viewer.linkedTo === null && viewer.canSee(group.scope),
  /** Personal settings and feeds: for every account that can read the group. */
  keep: (viewer, group) => viewer.isSignedIn && viewer.canSee(group.scope),
  /** When epics of the tree are stale. */
  setStaleLimit: (viewer, group) => isOpen(group) && viewer.atLeast('maintainer', group.scope),
  /** Links that show the roadmap to anyone. */
  publish: (viewer, group) => isOpen(group) && viewer.atLeast('maintainer', group.scope),
  /** Listing and revoking links: in an archived group as well. */
  manageLinks: (viewer, group) => viewer.atLeast('maintainer', group.scope),
} satisfies Policy<InNamespace>;

/** A link, and the group of its roadmap. */
export interface GuardedLink {
  kind: RoadmapLinkKind;
  authorId: UserId | null;
  group: InNamespace;
}

export const roadmapLinkPolicy = {
  read: (viewer, link) => viewer.canSee(link.group.scope) && (isOwnFeed(viewer, link) || isManaged(viewer, link)),
  /** A feed belongs to its owner; public links to all maintainers. */
  revoke: (viewer, link) => isOwnFeed(viewer, link) || isManaged(viewer, link),
} satisfies Policy<GuardedLink>;

function isOwnFeed(viewer: Parameters<typeof roadmapPolicy.keep>[0], link: GuardedLink): boolean {
  return link.kind === 'feed' && viewer.is(link.authorId);
}

function isManaged(viewer: Parameters<typeof roadmapPolicy.keep>[0], link: GuardedLink): boolean {
  return link.kind === 'page' && roadmapPolicy.manageLinks(viewer, link.group);
}
