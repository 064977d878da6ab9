import { asOfIn } from '@milepost/core/dates/as-of';
import { parseQuery } from '@milepost/core/query';
import { type Address, parseAddress } from '../../../platform/navigation/addresses.ts';
import { hrefOf, type Target } from '../../../platform/navigation/navigation.ts';

/** An item that can be shown beside a page. */
export interface PeekAddress {
  page: 'epic' | 'issue';
  fullPath: string;
  iid: string;
}

/** How `peek` names the item of a page: `group&12` is an epic, `group/project#12` any other item; null for any other page. */
export function peekOf(target: Target): string | null {
  const address = typeof target === 'string' ? parseAddress(hrefOf(target).split(/[?#]/)[0] ?? '') : target;
  return isItem(address) ? `${address.fullPath}${address.page === 'epic' ? '&' : '#'}${address.iid}` : null;
}

export function isItem(address: Address | null): address is PeekAddress {
  return address?.page === 'epic' || address?.page === 'issue';
}

let latest = { pathname: '', offers: false };

/**
 * Whether items can be shown beside a page. The page of an item is the whole of it already, and a public link shows nothing else.
 * A roadmap as of a past day is read-only, and a peek would edit the present.
 */
export function offersPeek({ pathname, search }: { pathname: string; search: string }): boolean {
  if (latest.pathname !== pathname) {
    const address = parseAddress(pathname);
    latest = { pathname, offers: address !== null && !isItem(address) && address.page !== 'sharedRoadmap' };
  }
  return latest.offers && (!search.includes('as_of') || asOfIn(parseQuery(search)) === null);
}
