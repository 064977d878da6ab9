import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CircleDot, Plus, SearchX } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ButtonLink } from '../../app/Link.tsx';
import { MorePages } from '../../app/MorePages.tsx';
import type { PageProps } from '../../app/page-props.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { type SearchChange, type SearchParameters, textOf, useSearchParameters } from '../../app/search.ts';
import { session } from '../../app/session.ts';
import { useTitle } from '../../app/title.tsx';
import {
  issueCountsQuery,
  type IssueFilter,
  issueSortKeys,
  type IssueSortKey,
  issuesPages,
} from '../../modules/work-items/issues.ts';
import { ItemList } from '../../modules/work-items/ListRow.tsx';
import { printSort, readSort, type Sort } from '../../modules/work-items/sort.ts';
import { SortMenu } from '../../modules/work-items/SortMenu.tsx';
import { itemWords } from '../../modules/work-items/words.ts';
import { EmptyState } from '../../ui/Alert.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { SearchField } from '../../ui/Field.tsx';
import { PageBody, PageHead } from '../../ui/Page.tsx';
import { RowTools } from '../../ui/Rows.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { IssueRow } from './IssueRow.tsx';
import { defineMessages } from '../../ui/messages.ts';

const words = defineMessages({
  title: { id: 'issuesPage.title', defaultMessage: 'Issues' },
  newIssue: { id: 'issuesPage.newIssue', defaultMessage: 'New issue' },
  states: { id: 'issuesPage.states', defaultMessage: 'State' },
  search: { id: 'issuesPage.search', defaultMessage: 'Search issues' },
  none: { id: 'issuesPage.none', defaultMessage: 'No issues yet' },
  noMatch: { id: 'issuesPage.noMatch', defaultMessage: 'No issues match' },
  noMatchWhy: { id: 'issuesPage.noMatchWhy', defaultMessage: 'Change the search, or look at another state.' },
  shown: {
    id: 'issuesPage.shown',
    defaultMessage: '{shown, number} of {total, plural, one {# issue} other {# issues}} shown',
  },
  remove: { id: 'issuesPage.remove', defaultMessage: 'Remove {name} from the filter' },
});

const sortWords = defineMessages({
  updated: { id: 'issuesPage.byUpdated', defaultMessage: 'Last updated' },
  created: { id: 'issuesPage.byCreated', defaultMessage: 'Created' },
  due_date: { id: 'issuesPage.byDue', defaultMessage: 'Due date' },
  title: { id: 'issuesPage.byTitle', defaultMessage: 'Title' },
});

const presetSort: Sort<IssueSortKey> = { key: 'updated', direction: 'desc' };
const states = ['opened', 'closed', 'all'] as const;

/** The issues of a project, or of a group and everything below it. */
export function IssuesPage({ address }: PageProps<'issues' | 'groupIssues'>) {
  const { formatMessage } = useIntl();
  const { fullPath } = address;
  const kind = address.page === 'groupIssues' ? 'group' : 'project';
  useTitle(formatMessage(words.title), fullPath);
  const [parameters, change] = useSearchParameters();
  const state = states.find((candidate) => candidate === textOf(parameters, 'state')) ?? 'opened';
  const sort = readSort(textOf(parameters, 'sort'), issueSortKeys, presetSort);
  const filter = useDeferredValue(useMemo(() => filterOf(parameters), [parameters]));
  const query = useInfiniteQuery({
    ...issuesPages(kind, fullPath, state, sort, filter),
    placeholderData: (before) => before,
  });
  const counts = useQuery({ ...issueCountsQuery(kind, fullPath, filter), placeholderData: (before) => before }).data;
  const tabs = [
    { value: 'opened', label: formatMessage(itemWords.open), count: counts?.opened },
    { value: 'closed', label: formatMessage(itemWords.closed), count: counts?.closed },
    { value: 'all', label: formatMessage(itemWords.all), count: counts?.all },
  ] as const;
  const total = counts?.[state === 'all' ? 'all' : state];
  return (
    <PageBody>
      <PageHead
        title={<FormattedMessage {...words.title} />}
        actions={
          kind === 'project' &&
          session().viewer && (
            <ButtonLink kind="primary" icon={Plus} to={{ page: 'newIssue', fullPath }}>
              <FormattedMessage {...words.newIssue} />
            </ButtonLink>
          )
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
            value={textOf(parameters, 'search')}
            onChange={(text) => change({ search: text }, { replace: true })}
          />
          <SortMenu keys={sortWords} value={sort} onChange={(next) => change({ sort: printSort(next, presetSort) })} />
        </RowTools>
        <FilterChips filter={filter} onChange={change} />
        <QueryView query={query}>
          {({ pages }) => {
            const issues = pages.flatMap((page) => page.issues);
            if (issues.length === 0) return <NoIssues isFiltered={(counts?.all ?? 0) > 0 || filter.search !== ''} />;
            return (
              <>
                <ItemList label={formatMessage(words.title)}>
                  {issues.map((issue) => (
                    <IssueRow key={issue.id} issue={issue} placePath={fullPath} />
                  ))}
                </ItemList>
                <MorePages query={query} />
                {typeof total === 'number' && (
                  <p style={{ paddingTop: 16, fontSize: 12, color: 'var(--text-3)' }} role="status">
                    <FormattedMessage {...words.shown} values={{ shown: issues.length, total }} />
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

function filterOf(parameters: SearchParameters): IssueFilter {
  const labels = parameters['label_name[]'];
  return {
    search: textOf(parameters, 'search'),
    labels: Array.isArray(labels) ? labels : [],
    milestone: textOf(parameters, 'milestone_title'),
    assignee: textOf(parameters, 'assignee_username'),
    author: textOf(parameters, 'author_username'),
  };
}

/** What narrows the list besides the search: each can be taken away. */
function FilterChips({ filter, onChange }: { filter: IssueFilter; onChange(change: SearchChange): void }) {
  const { formatMessage } = useIntl();
  const chips = [
    ...filter.labels.map((label) => ({
      name: `~${label}`,
      change: { 'label_name[]': filter.labels.filter((other) => other !== label) },
    })),
    ...(filter.milestone === '' ? [] : [{ name: `%${filter.milestone}`, change: { milestone_title: undefined } }]),
    ...(filter.assignee === '' ? [] : [{ name: `@${filter.assignee}`, change: { assignee_username: undefined } }]),
    ...(filter.author === '' ? [] : [{ name: `@${filter.author}`, change: { author_username: undefined } }]),
  ];
  if (chips.length === 0) return null;
  return (
    <p style={{ display: 'flex', flexWrap: 'wrap', gap: 8, paddingBottom: 12 }}>
      {chips.map(({ name, change }) => (
        <Chip key={name} removeLabel={formatMessage(words.remove, { name })} onRemove={() => onChange(change)}>
          {name}
        </Chip>
      ))}
    </p>
  );
}

function NoIssues({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon={SearchX} title={<FormattedMessage {...words.noMatch} />}>
      <FormattedMessage {...words.noMatchWhy} />
    </EmptyState>
  ) : (
    <EmptyState icon={CircleDot} title={<FormattedMessage {...words.none} />} />
  );
}
