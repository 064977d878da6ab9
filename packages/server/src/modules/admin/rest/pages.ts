import type { Viewer } from '@milepost/core/roles';

/** Pages of the administration: visitors sign in first, and for others than administrators there are none. */
export function bootstrapOfAdministration(viewer: Viewer, url: string): object {
  const isAdministration = /^\/admin(?:\/(?:users|groups|projects|settings|jobs))?\/?(?:[?#]|$)/.test(url);
  if (!isAdministration || viewer.isAdmin) return {};
  return viewer.isSignedIn ? { isFound: false } : { redirectTo: `/users/sign_in?redirect=${encodeURIComponent(url)}` };
}
