/** Longer addresses are not kept. */
export const URL_LIMIT = 2048;

/** Host, perhaps a port; no name and password before it, which are made to deceive. */
const WEB_URL = /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i;

/** Whether a text is the address of a web page that a link may lead to, and nothing that runs. */
export function isWebUrl(text: string): boolean {
  return text.length <= URL_LIMIT && WEB_URL.test(text);
}

/**
 * What follows the host in an address of the site at `site`, whole or from its root: safe to go to. Null for an address of another
 * site, or of none.
 */
export function pathOnSite(address: string, site: string): string | null {
  if (!URL.canParse(address, site)) return null;
  const { host, pathname, search, hash } = new URL(address, site);
  // By itself a path that begins with two strokes is the address of another host.
  return host === new URL(site).host && !pathname.startsWith('//') ? pathname + search + hash : null;
}
