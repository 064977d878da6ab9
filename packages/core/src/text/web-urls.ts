/** Maximum length of a URL. */
export const URL_LIMIT = 2048;

/** An http or https URL without user name and password, which are used for phishing. */
const WEB_URL = /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i;

/** Whether a text is the URL of a web page, which is safe as a link. */
export function isWebUrl(text: string): boolean {
  return text.length <= URL_LIMIT && WEB_URL.test(text);
}

/**
 * The path of an address of the site at `site`, absolute or from its root: safe to redirect to. Null for an address of another
 * site, or none.
 */
export function pathOnSite(address: string, site: string): string | null {
  if (!URL.canParse(address, site)) return null;
  const { host, pathname, search, hash } = new URL(address, site);
  // A path that begins with two slashes is the address of another host.
  return host === new URL(site).host && !pathname.startsWith('//') ? pathname + search + hash : null;
}
