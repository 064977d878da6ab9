import type { UserId } from '@milepost/core/ids';
import type { Viewer } from '@milepost/core/roles';
import { ForbiddenError } from '@milepost/core/errors';
import type { Policy } from '../../platform/context.ts';
import type { UserState } from './table.ts';

interface Account {
  id: UserId;
  isAdmin?: boolean;
  isBot?: boolean;
  state?: UserState;
}
interface Owned {
  userId: UserId;
  /** Set for the token of a group or project. */
  accessLevel?: number | null;
}

/** Names are public; email addresses, permissions and similar fields are visible to the person and to administrators. */
export const userPolicy = {
  readPrivate: (viewer, user) => viewer.isAdmin || viewer.is(user.id),
  update: (viewer) => viewer.isAdmin,
  /** Administrators cannot lock themselves out. */
  block: (viewer, user) => viewer.isAdmin && !viewer.is(user.id),
  /** Ban a person and hide their content. */
  ban: (viewer, user) => viewer.isAdmin && !viewer.is(user.id),
  /** Act as this person, for support. */
  impersonate: (viewer, user) =>
    viewer.isAdmin && !viewer.is(user.id) && !user.isAdmin && !user.isBot && user.state === 'active',
  /** Approve or reject a registered account. */
  approve: (viewer) => viewer.isAdmin,
  /** Report anyone but oneself. */
  report: (viewer, user) => viewer.isSignedIn && !viewer.is(user.id),
  destroy: (viewer, user) => viewer.isAdmin && !viewer.is(user.id),
} satisfies Policy<Account>;

/** Throws ForbiddenError while an administrator acts as the viewer: for passwords, factors, tokens and addresses. */
export function requireOwnHands({ impersonator }: { impersonator: object | null }): void {
  if (impersonator !== null) throw new ForbiddenError('Only the person can change this, not somebody who acts as them');
}

/** Whether the viewer may read a user page; that of a banned person is visible to administrators only, like their content. */
export function mayReadPage(viewer: Viewer, user: { state: UserState }): boolean {
  return viewer.isAdmin || user.state !== 'banned';
}

export const accessTokenPolicy = {
  /** A bot that created further tokens would outlive its own. */
  create: (viewer, token) => !viewer.isBot && (viewer.isAdmin || viewer.is(token.userId)),
  read: (viewer, token) => viewer.isAdmin || viewer.is(token.userId),
  revoke: (viewer, token) => viewer.isAdmin || viewer.is(token.userId),
  rotate: (viewer, token) => (token.accessLevel ?? null) === null && (viewer.isAdmin || viewer.is(token.userId)),
} satisfies Policy<Owned>;

export function mayCreateUsers(viewer: Viewer): boolean {
  return viewer.isAdmin;
}

/** Abuse reports. */
export function mayReadAbuseReports(viewer: Viewer): boolean {
  return viewer.isAdmin;
}

/** The list of people, for signed-in viewers. */
export function mayListUsers(viewer: Viewer): boolean {
  return viewer.isSignedIn || viewer.isAdmin;
}
