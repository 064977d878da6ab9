import { pathOnSite } from '@milepost/core/text/web-urls';

/** Where to go after signing in: a path of this server as it was asked for, else home. Never another site. */
export function safeRedirect(wanted: string): string {
  const path = wanted.startsWith('/') ? pathOnSite(wanted, window.location.origin) : null;
  return path === null || /^\/users\/sign_in(?![^?#])/.test(path) ? '/' : path;
}
