import { listSortOf, listStateOf, presetSort, type ListState } from '@milepost/core/filters/lists';
import { parseQuery, printQuery, valueOf, type Query } from '@milepost/core/query';
import { columnsOf, densityOf, type Density } from '@milepost/core/views/queries';
import { viewIdOf } from '@milepost/core/views/views';
import { useEffect, useMemo, useRef } from 'react';
import { useRouter } from '../../platform/navigation/router-context.ts';
import { recordOf } from '../../platform/navigation/search.ts';

/** A page of a list: the rows after or before a cursor, and its number, if known. */
export interface ListPageAddress {
  after: string;
  before: string;
  number: number;
}

export interface ListAddress<Sort extends string> {
  /** The filters, as canonical text. */
  filters: string;
  state: ListState;
  sort: Sort;
  page: ListPageAddress;
  /** The saved view that the address is of; null for none. */
  view: string | null;
  /** The columns and the density that the address names; null if it leaves them to the viewer's own settings. */
  columns: readonly string[] | null;
  density: Density | null;
}

export interface ListAddressChanges<Sort extends string> {
  /** The filters are replaced in the address: Back leaves the list instead of stepping through its filters. */
  setFilters(change: (now: Query) => Query): void;
  setState(state: ListState): void;
  setSort(sort: Sort): void;
  setPage(page: ListPageAddress): void;
  setDisplay(display: Pick<ListAddress<Sort>, 'columns' | 'density'>): void;
}

export const firstPage: ListPageAddress = { after: '', before: '', number: 1 };

/**
 * The list state in an address. `canonical` are its filter parameters, in their canonical order; `search`: the parameters, with
 * those of the view that the address names.
 */
export function useListAddress<Sort extends string>(
  sorts: Readonly<Record<Sort, string>>,
  canonical: (address: Query) => Query,
  search: string,
): [ListAddress<Sort>, ListAddressChanges<Sort>] {
  const router = useRouter();
  const address = useMemo(() => readListAddress(search, sorts, canonical), [search, sorts, canonical]);
  // Several changes may arrive before the address is rendered again.
  const current = useRef(address);
  useEffect(() => {
    current.current = address;
  }, [address]);
  const changes = useMemo(() => {
    const go = (change: Partial<ListAddress<Sort>>, replace: boolean): void => {
      current.current = { ...current.current, page: firstPage, ...change };
      const record = recordOf(writeListAddress(current.current));
      router.navigateSearch(record, { replace, keepScroll: change.page === undefined });
    };
    return {
      setFilters: (change) => go({ filters: printQuery(change(parseQuery(current.current.filters))) }, true),
      setState: (state) => go({ state }, false),
      setSort: (sort) => go({ sort }, false),
      setPage: (page) => go({ page }, false),
      setDisplay: (display) => go({ page: current.current.page, ...display }, true),
    } satisfies ListAddressChanges<Sort>;
  }, [router]);
  return [address, changes];
}

export function readListAddress<Sort extends string>(
  search: string,
  sorts: Readonly<Record<Sort, string>>,
  canonical: (address: Query) => Query,
): ListAddress<Sort> {
  const query = parseQuery(search);
  const [after, before] = [valueOf(query, 'page_after') ?? '', valueOf(query, 'page_before') ?? ''];
  const number = Number(valueOf(query, 'page') ?? '1');
  return {
    filters: printQuery(canonical(query)),
    state: listStateOf(query),
    sort: listSortOf(query, sorts),
    page: after === '' && before === '' ? firstPage : { after, before, number: Number.isInteger(number) ? number : 0 },
    view: viewIdOf(query),
    columns: columnsOf(query),
    density: densityOf(query),
  };
}

/** Stands for a list without columns: an address leaves empty parameters out. */
export const NO_COLUMNS = 'none';

/** The parameters of an address; defaults are omitted, except where the address differs from a saved view. */
export function writeListAddress({ filters, state, sort, page, view, columns, density }: ListAddress<string>): Query {
  const { after, before, number } = page;
  return [
    ...(view === null ? [] : [['view', view] as const]),
    ...(state === 'opened' && view === null ? [] : [['state', state] as const]),
    ...parseQuery(filters),
    ...(sort === presetSort && view === null ? [] : [['sort', sort] as const]),
    ...(columns === null ? [] : [['columns', columns.join(',') || NO_COLUMNS] as const]),
    ...(density === null ? [] : [['density', density] as const]),
    ...(after === '' ? [] : [['page_after', after] as const]),
    ...(before === '' ? [] : [['page_before', before] as const]),
    ...(number > 1 && (after !== '' || before !== '') ? [['page', String(number)] as const] : []),
  ];
}
