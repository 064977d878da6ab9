import { parseQuery, type Query } from '@milepost/core/query';
import { viewQueryOf } from '@milepost/core/views/queries';
import { useMemo } from 'react';
import { useRouter } from '../../platform/navigation/router-context.ts';
import type { LocalSetting } from '../../ui/local-setting.ts';
import { useLocalSetting } from '../../ui/use-local-setting.ts';
import { useViewSearch } from '../views/use-view-search.ts';
import type { ViewPage } from '../views/api.ts';
import type { ViewScene } from '../views/view-scene.ts';
import type { ListDisplay } from './display.ts';
import { NO_COLUMNS, useListAddress, type ListAddress, type ListAddressChanges } from './use-list-address.ts';

interface ListSettings<Sort extends string, Column extends string> {
  page: ViewPage;
  sorts: Readonly<Record<Sort, string>>;
  /** The filter parameters of an address, in their canonical order. */
  canonical(address: Query): Query;
  setting: LocalSetting<ListDisplay<Column>>;
  columns: readonly Column[];
}

/** What a list shows: its address with the saved view that it names, and the viewer's own columns otherwise. */
export function useListSettings<Sort extends string, Column extends string>({
  page,
  sorts,
  canonical,
  setting,
  columns,
}: ListSettings<Sort, Column>): {
  address: ListAddress<Sort>;
  changes: ListAddressChanges<Sort>;
  display: ListDisplay<Column>;
  setDisplay(display: ListDisplay<Column>): void;
  views: ViewScene;
  /** The saved view is still being requested, so nothing else should be. */
  isPending: boolean;
} {
  const { search, isPending } = useViewSearch(page);
  const [address, changes] = useListAddress(sorts, canonical, search);
  const [own, setOwn] = useLocalSetting(setting);
  const router = useRouter();
  const display = useMemo(() => {
    const { columns: named, density } = address;
    return {
      ...own,
      ...(named && { columns: columns.filter((column) => named.includes(column)) }),
      ...(density && { density }),
    };
  }, [address, columns, own]);
  const isOwn = address.view === null && address.columns === null && address.density === null;
  const { kind, home } = page;
  const views: ViewScene = {
    kind,
    home,
    query: viewQueryOf(kind, [
      ...parseQuery(address.filters),
      ['state', address.state],
      ['sort', address.sort],
      // A view without columns shows those of its viewer.
      ...(address.view !== null && address.columns === null
        ? []
        : [['columns', display.columns.join(',') || NO_COLUMNS] as const]),
      ['density', display.density],
    ]),
    canonical: (query) => viewQueryOf(kind, parseQuery(query)),
    show({ view, ...rest }) {
      // A view is named alone, so that it follows later changes.
      router.navigateSearch(view === undefined ? rest : { view }, { replace: true });
    },
  };
  return {
    address,
    changes,
    display,
    setDisplay({ pageSize, ...next }) {
      if (isOwn) setOwn({ ...next, pageSize });
      else {
        if (pageSize !== own.pageSize) setOwn({ ...own, pageSize });
        changes.setDisplay(next);
      }
    },
    views,
    isPending,
  };
}
