import { filterQuery } from '../filters/address.ts';
import type { Query } from '../query.ts';
import { parseQuery, printQuery } from '../query.ts';

/** The part of an address that filters, as canonical text: known order, nothing empty, nothing twice. */
export function filterParamsOf(address: Query): string {
  return printQuery(filterQuery('epics', address));
}

/** Whether an address, or the text of {@link filterParamsOf}, narrows the list. */
export function hasFilters(source: Query | string): boolean {
  return filterParamsOf(typeof source === 'string' ? parseQuery(source) : source) !== '';
}

/** `group::&12` gives `12`; a value without the marker is used as it is. */
export function epicNumberOf(value: string): string {
  const marker = value.lastIndexOf('::&');
  return marker === -1 ? value : value.slice(marker + 3);
}

/** The group that `group::&12` names; null where only the number is given. */
export function epicGroupOf(value: string): string | null {
  const marker = value.lastIndexOf('::&');
  return marker === -1 ? null : value.slice(0, marker);
}
