import type { Site } from '../table.ts';

/**
 * The row of this server's site: that named MILEPOST_SITE_NAME, or without the setting that with the URL of this server. Null if there is
 * none.
 */
export function currentSite<Row extends Pick<Site, 'name' | 'url'>>(
  sites: readonly Row[],
  { siteName, baseUrl }: { siteName: string | null; baseUrl: string },
): Row | null {
  if (siteName !== null) return sites.find(({ name }) => name === siteName) ?? null;
  return sites.find(({ url }) => withoutSlash(url) === withoutSlash(baseUrl)) ?? null;
}

function withoutSlash(url: string): string {
  return url.toLowerCase().replace(/\/+$/, '');
}
