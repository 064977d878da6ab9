import { pathOnSite } from '@milepost/core/text/web-urls';

/** Where to go after signing in or registering: the requested path of this server, otherwise home. Never another site. */
export function safeRedirect(wanted: string): string {
  const path = wanted.startsWith('/') ? pathOnSite(wanted, window.location.origin) : null;
  return path === null || /^\/users\/sign_(?:in|up)(?![^?#])/.test(path) ? '/' : path;
}
