import { filterQuery } from '@milepost/core/filters/address';
import type { FilterToken } from '@milepost/core/filter-bar/tokens';
import { epicListSorts } from '@milepost/core/filters/lists';
import type { Query } from '@milepost/core/query';
import { useQuery } from '@tanstack/react-query';
import { Layers2, Milestone, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import { useFreshOnChange } from '../../platform/live/live.ts';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { goTo, hrefOf } from '../../platform/navigation/navigation.ts';
import { useShortcuts } from '../../platform/shortcuts/use-shortcuts.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { useNamespaceAccess } from '../../modules/namespaces/permissions.ts';
import { useOfferedColumns } from '../../modules/lists/columns-without.ts';
import { TokenBar } from '../../modules/lists/filters/TokenBar.tsx';
import { useListFilter } from '../../modules/lists/filters/use-list-filter.ts';
import { listDisplay } from '../../modules/lists/display.ts';
import { ItemListPage } from '../../modules/lists/ItemListPage.tsx';
import { useListSettings } from '../../modules/lists/use-list-views.ts';
import { listMessages } from '../../modules/lists/messages.ts';
import { epicSelectFields, selectTitles } from '../../modules/work-items/select-fields/fields.ts';
import { defineMessages } from '../../ui/text/messages.ts';
import { epicListCounts, epicPageQuery } from './api.ts';
import { epicCells } from './cells.ts';
import { epicColumns, EpicRow, listedEpic, type EpicColumn } from './EpicRow.tsx';

const messages = defineMessages({
  title: { id: 'epicsPage.title', defaultMessage: 'Epics' },
  roadmap: { id: 'epicsPage.roadmap', defaultMessage: 'Roadmap' },
  newEpic: { id: 'epicsPage.newEpic', defaultMessage: 'New epic' },
  filter: { id: 'epicsPage.filter', defaultMessage: 'Filter epics' },
  search: { id: 'epicsPage.search', defaultMessage: 'Search or filter epics' },
  none: { id: 'epicsPage.none', defaultMessage: 'No epics yet' },
  noneWhy: {
    id: 'epicsPage.noneWhy',
    defaultMessage: 'Use epics to group issues and other epics toward a goal.',
  },
  begin: { id: 'epicsPage.begin', defaultMessage: 'Create epic' },
  noneOpen: { id: 'epicsPage.noneOpen', defaultMessage: 'No open epics' },
  noneClosed: { id: 'epicsPage.noneClosed', defaultMessage: 'No closed epics' },
  noMatch: { id: 'epicsPage.noMatch', defaultMessage: 'No epics match' },
});

const columnMessages: Readonly<Record<EpicColumn, MessageDescriptor>> = {
  labels: listMessages.labels,
  status: listMessages.status,
  ...selectTitles,
  health: listMessages.health,
  children: listMessages.childrenColumn,
  progress: listMessages.progress,
  comments: listMessages.comments,
  owners: listMessages.owners,
  startDate: listMessages.startDate,
  dueDate: listMessages.dueDate,
};
const columns = Object.keys(columnMessages) as EpicColumn[];
const display = listDisplay<EpicColumn>('epics', columns, [
  'labels',
  'status',
  ...epicSelectFields,
  'health',
  'children',
  'progress',
  'owners',
  'dueDate',
]);
const sorts = [
  ['updated', listMessages.byUpdated],
  ['created', listMessages.byCreated],
  ['start_date', listMessages.byStart],
  ['due_date', listMessages.byDue],
  ['owner', listMessages.byOwner],
  ['title', listMessages.byTitle],
] as const;

/** The filter parameters of a URL. */
const canonical = (address: Query): Query => filterQuery('epics', address);

/** The epics of a group and its descendants. */
export function EpicsPage({ address: { fullPath } }: PageProps<'epics'>) {
  useFreshOnChange({ kind: 'group', fullPath }, ({ all, epics, removed, labels }) =>
    all || epics.length + removed.length + labels.length > 0 ? [['epics', fullPath], ['savedView']] : [],
  );
  const intl = useIntl();
  const { formatMessage } = intl;
  useTitle(formatMessage(messages.title), fullPath);
  const home = useMemo((): NamespaceRef => ({ kind: 'group', fullPath }), [fullPath]);
  const settings = useListSettings({
    page: { kind: 'epics', home },
    sorts: epicListSorts,
    canonical,
    setting: display,
    columns,
  });
  const { address, changes, display: shown } = settings;
  const isReady = !settings.isPending;
  const answer = useQuery({
    ...epicPageQuery(fullPath, address, shown.pageSize),
    placeholderData: (before) => before,
    enabled: isReady,
  });
  const counts = useQuery({
    ...epicListCounts(fullPath, address.filters),
    placeholderData: (before) => before,
    enabled: isReady,
  }).data;
  const items = answer.data?.items;
  const { offered, wanted } = useOfferedColumns(columnMessages, shown.columns);
  const shownColumns = useMemo(() => epicColumns(items ?? [], wanted), [items, wanted]);
  const filter = useListFilter({ of: 'epics', home, filters: address.filters, setFilters: changes.setFilters });
  const { tokens } = filter;
  const cells = useMemo(() => epicCells(fullPath, address), [fullPath, address]);
  const { createEpic, updateWorkItems = false } = useNamespaceAccess(home);
  useShortcuts(
    createEpic
      ? [{ keys: 'c', title: formatMessage(messages.newEpic), perform: () => void createFromFilter(fullPath, tokens) }]
      : [],
  );
  return (
    <ItemListPage
      of="epic"
      maySelect={updateWorkItems}
      home={home}
      title={formatMessage(messages.title)}
      actions={
        <>
          <ButtonLink icon={Milestone} to={{ page: 'roadmap', fullPath }} search={{ view: 'overview' }}>
            <FormattedMessage {...messages.roadmap} />
          </ButtonLink>
          {createEpic && (
            <ButtonLink kind="primary" icon={Plus} to={{ page: 'newEpic', fullPath }}>
              <FormattedMessage {...messages.newEpic} />
            </ButtonLink>
          )}
        </>
      }
      bar={<TokenBar label={formatMessage(messages.filter)} placeholder={formatMessage(messages.search)} {...filter} />}
      address={address}
      changes={changes}
      sorts={sorts}
      answer={answer}
      counts={counts}
      columns={offered}
      display={shown}
      onDisplay={settings.setDisplay}
      views={settings.views}
      read={listedEpic}
      row={(epic, choice, cells) => (
        <EpicRow
          key={epic.id}
          epic={epic}
          namespacePath={fullPath}
          columns={shownColumns}
          choice={choice}
          cells={cells}
        />
      )}
      cells={cells}
      exportPath={`/groups/${encodeURIComponent(fullPath)}/epics.csv`}
      empty={{
        icon: Layers2,
        title: formatMessage(messages.none),
        text: formatMessage(messages.noneWhy),
        begin: createEpic && (
          <ButtonLink icon={Plus} to={{ page: 'newEpic', fullPath }}>
            <FormattedMessage {...messages.begin} />
          </ButtonLink>
        ),
        noneOf: { opened: formatMessage(messages.noneOpen), closed: formatMessage(messages.noneClosed) },
        noMatch: formatMessage(messages.noMatch),
      }}
    />
  );
}

/** Opens the form of a new epic with the values that the filters demand. */
async function createFromFilter(fullPath: string, tokens: readonly FilterToken[]): Promise<void> {
  const { actionsOfFilter } = await import('@milepost/core/filters/fixed-values');
  const actions = actionsOfFilter('epics', tokens);
  goTo(hrefOf({ page: 'newEpic', fullPath }, actions === '' ? {} : { 'epic[description]': actions }));
}
