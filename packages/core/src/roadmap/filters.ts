import { filterQuery } from '../filters/address.ts';
import type { Query } from '../query.ts';
import { parseQuery, printQuery } from '../query.ts';

/** The filter part of an address as canonical text: known order, nothing empty, no duplicates. */
export function filterParamsOf(address: Query): string {
  return printQuery(filterQuery('epics', address));
}

/** Whether an address, or the text of {@link filterParamsOf}, filters the list. */
export function hasFilters(source: Query | string): boolean {
  return filterParamsOf(typeof source === 'string' ? parseQuery(source) : source) !== '';
}

/** `group::&12` gives `12`; a value without the marker is returned unchanged. */
export function epicNumberOf(value: string): string {
  const marker = value.lastIndexOf('::&');
  return marker === -1 ? value : value.slice(marker + 3);
}

/** The group of `group::&12`; null where only the number is given. */
export function epicGroupOf(value: string): string | null {
  const marker = value.lastIndexOf('::&');
  return marker === -1 ? null : value.slice(0, marker);
}
