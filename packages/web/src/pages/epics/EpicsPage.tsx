import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Layers2, Milestone, Plus, SearchX } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Failure } from '../../app/Failure.tsx';
import { MissingError } from '../../app/errors.ts';
import { ButtonLink } from '../../app/Link.tsx';
import { MorePages } from '../../app/MorePages.tsx';
import { useFreshOnChange } from '../../app/live.ts';
import type { PageProps } from '../../app/page-props.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { useSearchParameters, textOf } from '../../app/search.ts';
import { session } from '../../app/session.ts';
import { useTitle } from '../../app/title.tsx';
import { printSort, readSort, type Sort } from '../../modules/work-items/sort.ts';
import { ItemList } from '../../modules/work-items/ListRow.tsx';
import { SortMenu } from '../../modules/work-items/SortMenu.tsx';
import { itemWords } from '../../modules/work-items/words.ts';
import { EmptyState } from '../../ui/Alert.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { SearchField } from '../../ui/Field.tsx';
import { PageBody, PageHead } from '../../ui/Page.tsx';
import { RowTools } from '../../ui/Rows.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { epicCountsQuery, type EpicFilter, type EpicSortKey, epicsPages, sortKeys } from './api.ts';
import { EpicRow } from './EpicRow.tsx';
import { defineMessages } from '../../ui/messages.ts';

const words = defineMessages({
  title: { id: 'epicsPage.title', defaultMessage: 'Epics' },
  roadmap: { id: 'epicsPage.roadmap', defaultMessage: 'Roadmap' },
  newEpic: { id: 'epicsPage.newEpic', defaultMessage: 'New epic' },
  states: { id: 'epicsPage.states', defaultMessage: 'State' },
  search: { id: 'epicsPage.search', defaultMessage: 'Search epics' },
  none: { id: 'epicsPage.none', defaultMessage: 'No epics yet' },
  noneWhy: {
    id: 'epicsPage.noneWhy',
    defaultMessage: 'An epic gathers issues, and other epics, that lead to one goal.',
  },
  noMatch: { id: 'epicsPage.noMatch', defaultMessage: 'No epics match' },
  noMatchWhy: { id: 'epicsPage.noMatchWhy', defaultMessage: 'Change the search, or look at another state.' },
  shown: {
    id: 'epicsPage.shown',
    defaultMessage: '{shown, number} of {total, plural, one {# epic} other {# epics}} shown',
  },
  removeLabel: { id: 'epicsPage.removeLabel', defaultMessage: 'Remove label {label} from the filter' },
});

const sortWords = defineMessages({
  updated: { id: 'epicsPage.byUpdated', defaultMessage: 'Last updated' },
  created: { id: 'epicsPage.byCreated', defaultMessage: 'Created' },
  start_date: { id: 'epicsPage.byStart', defaultMessage: 'Start date' },
  due_date: { id: 'epicsPage.byDue', defaultMessage: 'Due date' },
  title: { id: 'epicsPage.byTitle', defaultMessage: 'Title' },
});

const presetSort: Sort<EpicSortKey> = { key: 'updated', direction: 'desc' };
const states = ['opened', 'closed', 'all'] as const;

/** The epics of a group and everything below it. */
export function EpicsPage({ address: { fullPath } }: PageProps<'epics'>) {
  useFreshOnChange({ kind: 'group', fullPath }, ({ all, epics, removed, labels }) =>
    all || epics.length + removed.length + labels.length > 0 ? [['epics', fullPath]] : [],
  );
  const { formatMessage } = useIntl();
  useTitle(formatMessage(words.title), fullPath);
  const [parameters, change] = useSearchParameters();
  const state = states.find((candidate) => candidate === textOf(parameters, 'state')) ?? 'opened';
  const sort = readSort(textOf(parameters, 'sort'), sortKeys, presetSort);
  const search = textOf(parameters, 'search');
  const labels = parameters['label_name[]'];
  const author = textOf(parameters, 'author_username');
  const filter = useDeferredValue(
    useMemo(
      (): EpicFilter => ({ search, labelName: Array.isArray(labels) ? labels : [], authorUsername: author }),
      [search, labels, author],
    ),
  );
  const query = useInfiniteQuery({ ...epicsPages(fullPath, state, sort, filter), placeholderData: (before) => before });
  const counts = useQuery({ ...epicCountsQuery(fullPath, filter), placeholderData: (before) => before }).data?.group;
  if (query.data && !query.data.pages[0]?.group) return <Failure error={new MissingError('Group')} />;
  const opened = counts?.opened?.count;
  const closed = counts?.closed?.count;
  const all = opened !== undefined && closed !== undefined ? opened + closed : undefined;
  const tabs = [
    { value: 'opened', label: formatMessage(itemWords.open), count: opened },
    { value: 'closed', label: formatMessage(itemWords.closed), count: closed },
    { value: 'all', label: formatMessage(itemWords.all), count: all },
  ] as const;
  const total = state === 'opened' ? opened : state === 'closed' ? closed : all;
  return (
    <PageBody>
      <PageHead
        title={<FormattedMessage {...words.title} />}
        actions={
          <>
            <ButtonLink icon={Milestone} to={{ page: 'roadmap', fullPath }}>
              <FormattedMessage {...words.roadmap} />
            </ButtonLink>
            {session().viewer && (
              <ButtonLink kind="primary" icon={Plus} to={{ page: 'newEpic', fullPath }}>
                <FormattedMessage {...words.newEpic} />
              </ButtonLink>
            )}
          </>
        }
      />
      <div style={{ height: 12 }} />
      <Tabs
        label={formatMessage(words.states)}
        tabs={tabs}
        value={state}
        onChange={(next) => change({ state: next === 'opened' ? undefined : next })}
      >
        <RowTools>
          <SearchField
            label={formatMessage(words.search)}
            value={search}
            onChange={(text) => change({ search: text }, { replace: true })}
          />
          <SortMenu keys={sortWords} value={sort} onChange={(next) => change({ sort: printSort(next, presetSort) })} />
        </RowTools>
        <FilteredLabels labels={filter.labelName} onChange={(next) => change({ 'label_name[]': next })} />
        <QueryView query={query}>
          {({ pages }) => {
            const epics = pages.flatMap((page) => page.group?.epics?.nodes ?? []).filter((epic) => epic !== null);
            if (epics.length === 0)
              return (
                <NoEpics
                  isFiltered={search !== '' || state !== 'opened' || filter.labelName.length > 0 || (all ?? 0) > 0}
                />
              );
            return (
              <>
                <ItemList label={formatMessage(words.title)}>
                  {epics.map((epic) => (
                    <EpicRow key={epic.id} epic={epic} placePath={fullPath} />
                  ))}
                </ItemList>
                <MorePages query={query} />
                {total !== undefined && (
                  <p style={{ paddingTop: 16, fontSize: 12, color: 'var(--text-3)' }} role="status">
                    <FormattedMessage {...words.shown} values={{ shown: epics.length, total }} />
                  </p>
                )}
              </>
            );
          }}
        </QueryView>
      </Tabs>
    </PageBody>
  );
}

function FilteredLabels({
  labels,
  onChange,
}: {
  labels: readonly string[];
  onChange(labels: readonly string[]): void;
}) {
  const { formatMessage } = useIntl();
  if (labels.length === 0) return null;
  return (
    <p style={{ display: 'flex', flexWrap: 'wrap', gap: 8, paddingBottom: 12 }}>
      {labels.map((label) => (
        <Chip
          key={label}
          removeLabel={formatMessage(words.removeLabel, { label })}
          onRemove={() => onChange(labels.filter((other) => other !== label))}
        >
          {label}
        </Chip>
      ))}
    </p>
  );
}

function NoEpics({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon={SearchX} title={<FormattedMessage {...words.noMatch} />}>
      <FormattedMessage {...words.noMatchWhy} />
    </EmptyState>
  ) : (
    <EmptyState icon={Layers2} title={<FormattedMessage {...words.none} />}>
      <FormattedMessage {...words.noneWhy} />
    </EmptyState>
  );
}
