import type { UserId } from '@milepost/core/ids';
import type { Viewer } from '@milepost/core/roles';
import type { Policy } from '../../platform/context.ts';
import type { UserState } from './table.ts';

interface Account {
  id: UserId;
}
interface Owned {
  userId: UserId;
}

/** Names are for every reader; an email address, rights and the like are for the person and for administrators. */
export const userPolicy = {
  readPrivate: (viewer, user) => viewer.isAdmin || viewer.is(user.id),
  update: (viewer) => viewer.isAdmin,
  /** Nobody locks themselves out. */
  block: (viewer, user) => viewer.isAdmin && !viewer.is(user.id),
  /** To keep out for good, and hide what they wrote. */
  ban: (viewer, user) => viewer.isAdmin && !viewer.is(user.id),
  /** Anyone but oneself. */
  report: (viewer, user) => viewer.isSignedIn && !viewer.is(user.id),
  destroy: (viewer, user) => viewer.isAdmin && !viewer.is(user.id),
} satisfies Policy<Account>;

/** A page of their own: whoever was banned has one for administrators alone, as all that they wrote. */
export function mayReadPage(viewer: Viewer, user: { state: UserState }): boolean {
  return viewer.isAdmin || user.state !== 'banned';
}

export const accessTokenPolicy = {
  create: (viewer, token) => viewer.isAdmin || viewer.is(token.userId),
  read: (viewer, token) => viewer.isAdmin || viewer.is(token.userId),
  revoke: (viewer, token) => viewer.isAdmin || viewer.is(token.userId),
} satisfies Policy<Owned>;

export function mayCreateUsers(viewer: Viewer): boolean {
  return viewer.isAdmin;
}

/** What people reported of each other. */
export function mayReadAbuseReports(viewer: Viewer): boolean {
  return viewer.isAdmin;
}

/** The list of people is for people. */
export function mayListUsers(viewer: Viewer): boolean {
  return viewer.isSignedIn || viewer.isAdmin;
}
