import type { Viewer } from '@milepost/core/roles';

/** Bootstrap data of admin pages: anonymous viewers must sign in, others without the administrator role get 404. */
export function bootstrapOfAdministration(viewer: Viewer, url: string): object {
  const isAdministration =
    /^\/admin(?:\/(?:users|groups|projects|service_accounts|settings|jobs|sites|assistant|backups|audit_events|incoming_mail))?\/?(?:[?#]|$)/.test(
      url,
    );
  if (!isAdministration || viewer.isAdmin) return {};
  return viewer.isSignedIn ? { isFound: false } : { redirectTo: `/users/sign_in?redirect=${encodeURIComponent(url)}` };
}
