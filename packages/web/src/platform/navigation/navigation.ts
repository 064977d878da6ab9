import type { MouseEvent } from 'react';
import { type Address, parseAddress, printAddress } from './addresses.ts';
import type { NavigateOptions } from './router.ts';
import { printSearch, type SearchChange } from './search.ts';

export type Target = Address | string;

/** Moves between pages: the router of the application, or a double in tests. */
export interface Navigator {
  navigate(href: string, options: NavigateOptions): void;
  /** Fetches the code of a page ahead of its use. */
  prepare(address: Address | null): void;
}

let navigator: Navigator = { navigate: (href) => window.location.assign(href), prepare: () => undefined };

export function connectNavigation(next: Navigator): void {
  navigator = next;
}

/** The address text of a target: an Address, a path, or a URL of this server (which becomes a path). */
export function hrefOf(target: Target, search: SearchChange = {}): string {
  if (typeof target !== 'string') return printAddress(target) + printSearch(search);
  const { origin } = window.location;
  // A path that begins with two slashes would be the address of another server.
  const isOwn = target.startsWith(`${origin}/`) && !target.startsWith(`${origin}//`);
  return (isOwn ? target.slice(origin.length) : target) + printSearch(search);
}

/**
 * Navigates to a target, within the application if it has a page for it, otherwise by the browser. `anew`: even if it is the
 * current address.
 */
export function goTo(
  target: Target,
  { replace = false, anew = false, search = {} }: { replace?: boolean; anew?: boolean; search?: SearchChange } = {},
): void {
  const href = hrefOf(target, search);
  if (isOurs(href)) navigator.navigate(href, { replace, anew });
  else if (replace) window.location.replace(href);
  else window.location.assign(href);
}

/** For links: handles an ordinary click within the application if it has the page. */
export function followLink(event: MouseEvent<HTMLElement>): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || (link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return;
  const href = hrefOf(link.href);
  if (!isOurs(href) || isSamePageAnchor(href)) return;
  event.preventDefault();
  goTo(href);
}

/** Prefetches the code of the page behind a target. */
export function prepare(target: Target): void {
  const address = typeof target === 'string' ? parseAddress(pathOf(hrefOf(target))) : target;
  navigator.prepare(address);
}

function isOurs(href: string): boolean {
  return href.startsWith('/') && !href.startsWith('//') && parseAddress(pathOf(href)) !== null;
}

function isSamePageAnchor(href: string): boolean {
  const { pathname, search } = window.location;
  return href.includes('#') && href.split('#')[0] === pathname + search;
}

function pathOf(href: string): string {
  return href.split(/[?#]/)[0] ?? href;
}
