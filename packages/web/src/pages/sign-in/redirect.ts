import { pathOnSite } from '@milepost/core/text/web-urls';

/** The path to open after signing in: a path of this server as requested, else home. Never another site. */
export function safeRedirect(wanted: string): string {
  const path = wanted.startsWith('/') ? pathOnSite(wanted, window.location.origin) : null;
  return path === null || /^\/users\/sign_in(?![^?#])/.test(path) ? '/' : path;
}
