import type { SortOption } from '@milepost/core/filter-bar/sort';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import type { Query } from '@milepost/core/query';
import { parseQuery, printQuery } from '@milepost/core/query';
import { listStates } from '@milepost/core/filters/lists';
import type { UseQueryResult } from '@tanstack/react-query';
import { Download, EllipsisVertical, FileSpreadsheet, ListChecks, SearchX, type LucideIcon } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { restPath } from '../../platform/api/rest.ts';
import { download } from '../../platform/api/download.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { useShortcuts } from '../../platform/shortcuts/use-shortcuts.ts';
import { SortControl } from '../../filter-bar/SortControl.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/overlay/Menu.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { Tabs } from '../../ui/list/Tabs.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import type { ViewScene } from '../views/view-scene.ts';
import type { CellSource } from './cells/save-cell.ts';
import { useCells } from './cells/use-cells.ts';
import { ItemRows, type ItemRowsProps } from './ItemRows.tsx';
import { itemMessages } from '../work-items/messages.ts';
import { DisplayMenu, type DisplayMenuProps } from './DisplayMenu.tsx';
import { MAX_COUNT, type ItemPage, type StateCounts } from './item-page.ts';
import { Pager } from './Pager.tsx';
import { firstPage, writeListAddress, type ListAddress, type ListAddressChanges } from './use-list-address.ts';
import { useSelection } from './use-selection.ts';
import { listMessages as messages } from './messages.ts';
import styles from './list.module.css';
import type { ListedItem } from './item-page.ts';

const none: readonly never[] = [];

const BulkUpdates = lazy(async () => ({ default: (await import('./BulkUpdates.tsx')).BulkUpdates }));
const BulkBar = lazy(async () => ({ default: (await import('./BulkBar.tsx')).BulkBar }));

export interface ItemListPageProps<Item, Sort extends string, Column extends string> {
  of: 'issue' | 'epic';
  home: NamespaceRef;
  /** Whether the viewer may change any item in bulk. */
  maySelect: boolean;
  title: string;
  actions: ReactNode;
  /** The filter bar. */
  bar: ReactNode;
  address: ListAddress<Sort>;
  changes: ListAddressChanges<Sort>;
  /** The sort options: the key in the address, and the title. */
  sorts: readonly (readonly [string, MessageDescriptor])[];
  answer: UseQueryResult<ItemPage<Item>>;
  counts: StateCounts | undefined;
  /** The columns that can be shown, in order. */
  columns: Readonly<Record<Column, MessageDescriptor>>;
  display: DisplayMenuProps<Column>['display'];
  onDisplay: DisplayMenuProps<Column>['onChange'];
  views: ViewScene;
  read(item: Item): ListedItem;
  row: ItemRowsProps<Item>['row'];
  /** Where a new item is typed, above the rows. */
  newRow?: ReactNode;
  /** How cells are edited in place. Must keep its identity. */
  cells: CellSource<Item>;
  /** Relative to the REST API, without parameters. */
  exportPath: string;
  empty: {
    icon: LucideIcon;
    title: string;
    text: string;
    /** Creates the first one; omitted without permission. */
    begin: ReactNode;
    /** Shown if all items have the other state. */
    noneOf: Readonly<Record<'opened' | 'closed', string>>;
    noMatch: string;
  };
}

/** The page of a list of work items: tabs by state, filters, sorting, columns, paging, export and bulk edit. */
export function ItemListPage<Item, Sort extends string, Column extends string>(
  props: ItemListPageProps<Item, Sort, Column>,
) {
  const { formatMessage } = useIntl();
  const { address, changes, answer, counts, title, read, maySelect } = props;
  const items = answer.data?.items ?? none;
  const shown = items.map((item) => read(item).id);
  const { page: at, columns: _columns, density: _density, ...listed } = address;
  const selection = useSelection(shown, JSON.stringify(listed));
  const cells = useCells(props.cells, items, JSON.stringify({ at, ...listed }));
  const total = counts?.[address.state];
  const sortOptions = props.sorts.map(([key, name]): SortOption => ({
    id: key,
    title: formatMessage(name),
    sortDirection: { ascending: `${key}_asc`, descending: `${key}_desc` },
  }));
  const columns = Object.entries<MessageDescriptor>(props.columns).map(([value, name]) => ({
    value: value as Column,
    title: formatMessage(name),
  }));
  useShortcuts([
    { keys: 'o', title: formatMessage(messages.peekKey) },
    { keys: 'j', title: formatMessage(messages.nextKey) },
    { keys: 'k', title: formatMessage(messages.previousKey) },
    ...(maySelect
      ? [
          { keys: 'x', title: formatMessage(messages.selectKey) },
          { keys: 'Shift+x', title: formatMessage(messages.selectToKey) },
          { keys: 'F2', title: formatMessage(messages.editKey) },
        ]
      : []),
  ]);
  const tabMessages = { opened: itemMessages.open, closed: itemMessages.closed, all: itemMessages.all };
  return (
    <PageBody>
      <PageHead title={title} actions={props.actions} />
      <div style={{ height: 12 }} />
      <Tabs
        label={formatMessage(messages.states)}
        tabs={listStates.map((value) => ({
          value,
          label: formatMessage(tabMessages[value]),
          count: counts?.[value],
          MAX_COUNT,
        }))}
        value={address.state}
        onChange={changes.setState}
      >
        <div className={styles.tools}>
          {props.bar}
          <SortControl
            value={address.sort}
            options={sortOptions as [SortOption, ...SortOption[]]}
            onChange={(sort) => changes.setSort(sort as Sort)}
          />
          <ViewsMenu scene={props.views} />
          <DisplayMenu columns={columns} display={props.display} onChange={props.onDisplay} />
          <MoreMenu {...props} onSelect={() => selection.setSelecting(true)} />
        </div>
        {maySelect && answer.data && (
          <Suspense fallback={null}>
            <BulkUpdates home={props.home} />
          </Suspense>
        )}
        {props.newRow}
        <QueryView query={answer}>
          {(page) =>
            cells.rows.length === 0 ? (
              <Nothing {...props} isPast={at.number !== 1} isEmpty={counts?.all === 0} />
            ) : (
              <div className={answer.isPlaceholderData ? styles.stale : undefined}>
                <ItemRows
                  title={title}
                  density={props.display.density}
                  selection={maySelect ? selection : null}
                  cells={cells}
                  read={props.cells.read}
                  row={props.row}
                />
                <Pager
                  page={page}
                  at={at}
                  pageSize={props.display.pageSize}
                  total={total}
                  most={MAX_COUNT}
                  onGo={changes.setPage}
                />
              </div>
            )
          }
        </QueryView>
      </Tabs>
      {maySelect && selection.isSelecting && (
        <Suspense fallback={null}>
          <BulkBar
            of={props.of}
            home={props.home}
            selection={selection}
            items={items.map(read)}
            total={total}
            filters={printQuery([['state', address.state], ...parseQuery(address.filters)])}
          />
        </Suspense>
      )}
    </PageBody>
  );
}

function MoreMenu<Item, Sort extends string, Column extends string>({
  address,
  exportPath,
  of,
  home,
  maySelect,
  onSelect,
}: ItemListPageProps<Item, Sort, Column> & { onSelect(): void }) {
  const { formatMessage } = useIntl();
  const save = (extra: Query): void => {
    const query: Query = [
      ...writeListAddress({ ...address, page: firstPage, view: null, columns: null, density: null }),
      ...extra,
    ];
    const name = home.fullPath.slice(home.fullPath.lastIndexOf('/') + 1);
    download(`${restPath(exportPath)}${query.length === 0 ? '' : `?${printQuery(query)}`}`, `${name}-${of}s.csv`);
  };
  return (
    <Menu
      label={formatMessage(messages.more)}
      placement={{ align: 'end' }}
      trigger={(trigger) => (
        <IconButton {...trigger} kind="secondary" icon={EllipsisVertical} label={formatMessage(messages.more)} />
      )}
    >
      {maySelect && (
        <>
          <MenuItem icon={ListChecks} onSelect={onSelect}>
            <FormattedMessage {...messages.select} />
          </MenuItem>
          <MenuLine />
        </>
      )}
      <MenuItem icon={Download} onSelect={() => save([])}>
        <FormattedMessage {...messages.exportCsv} />
      </MenuItem>
      <MenuItem icon={FileSpreadsheet} onSelect={() => save([['bom', 'true']])}>
        <FormattedMessage {...messages.exportForExcel} />
      </MenuItem>
    </Menu>
  );
}

function Nothing<Item, Sort extends string, Column extends string>({
  address,
  changes,
  empty,
  isPast,
  isEmpty,
}: ItemListPageProps<Item, Sort, Column> & { isPast: boolean; isEmpty: boolean }) {
  if (isPast) {
    return (
      <EmptyState
        icon={SearchX}
        title={<FormattedMessage {...messages.noMore} />}
        actions={
          <Button onClick={() => changes.setPage(firstPage)}>
            <FormattedMessage {...messages.first} />
          </Button>
        }
      />
    );
  }
  if (address.filters === '') {
    // If nothing matches in any state, the counts will show it a moment later.
    if (address.state !== 'all' && !isEmpty)
      return <EmptyState icon={empty.icon} title={empty.noneOf[address.state]} />;
    return (
      <EmptyState icon={empty.icon} title={empty.title} actions={empty.begin}>
        {empty.text}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={SearchX}
      title={empty.noMatch}
      actions={
        <Button onClick={() => changes.setFilters(() => [])}>
          <FormattedMessage {...messages.clear} />
        </Button>
      }
    >
      <FormattedMessage {...messages.noMatchWhy} />
    </EmptyState>
  );
}
