/** Where to go after signing in: a path of this server as it was asked for, else home. Never another site. */
export function safeRedirect(wanted: string): string {
  if (!wanted.startsWith('/') || wanted.startsWith('//') || wanted.includes('\\')) return '/';
  const url = new URL(wanted, window.location.origin);
  return url.origin === window.location.origin && url.pathname !== '/users/sign_in'
    ? url.pathname + url.search + url.hash
    : '/';
}
