import type { UserId } from '@milepost/core/ids';
import { canGrant } from '@milepost/core/members';
import type { Viewer } from '@milepost/core/roles';
import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';

interface Peopled extends InNamespace {
  kind: 'group' | 'project';
}

/** Owners of a group, maintainers of a project. */
function manages(viewer: Viewer, { kind, scope }: Peopled): boolean {
  return viewer.atLeast(kind === 'group' ? 'owner' : 'maintainer', scope);
}

export const memberPolicy = {
  /** Those who may read a namespace may see its members. */
  read: (viewer, namespace) => viewer.canSee(namespace.scope),
  /** Members, shares and access requests of a group are managed by owners, those of a project by maintainers. */
  manage: (viewer, namespace) => isOpen(namespace) && manages(viewer, namespace),
} satisfies Policy<Peopled>;

/** Whether the viewer may grant, change or remove a membership of this level: never above their own. */
export function mayGrant(viewer: Viewer, namespace: Peopled, level: number): boolean {
  return memberPolicy.manage(viewer, namespace) && canGrant(viewer.levelIn(namespace.scope), level);
}

/** Everybody may leave; others are removed by those who manage members. */
export function mayRemove(
  viewer: Viewer,
  namespace: Peopled,
  member: { userId: UserId; accessLevel: number },
): boolean {
  return viewer.is(member.userId) || mayGrant(viewer, namespace, member.accessLevel);
}

/** When members were last active is shown to those who have a role there. */
export function maySeeActivity(viewer: Viewer, namespace: Peopled): boolean {
  return viewer.isSignedIn && viewer.atLeast('guest', namespace.scope);
}

/** Email addresses of members are visible to those who manage the namespace. */
export function maySeeEmails(viewer: Viewer, namespace: Peopled): boolean {
  return viewer.atLeast('owner', namespace.scope);
}

/** Service accounts: those of the installation for administrators, those of a group for its owners. A bot would outlive its own. */
export function managesServiceAccounts(viewer: Viewer, group: InNamespace | null): boolean {
  if (viewer.isBot) return false;
  return group === null ? viewer.isAdmin : isOpen(group) && viewer.atLeast('owner', group.scope);
}

/** Access tokens of a group or project. They are managed like its members, and revoked even where it is archived. */
export const namespaceTokenPolicy = {
  read: (viewer, namespace) => manages(viewer, namespace),
  /** A bot that created further tokens would outlive its own. */
  create: (viewer, namespace) => !viewer.isBot && memberPolicy.manage(viewer, namespace),
  revoke: (viewer, namespace) => manages(viewer, namespace),
} satisfies Policy<Peopled>;
