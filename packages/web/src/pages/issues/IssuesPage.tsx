import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { filterQuery } from '@milepost/core/filters/address';
import { issueListSorts } from '@milepost/core/filters/lists';
import type { Query } from '@milepost/core/query';
import { useQuery } from '@tanstack/react-query';
import { CircleDot, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import { useFreshOnChange } from '../../platform/live/live.ts';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import type { Address } from '../../platform/navigation/addresses.ts';
import { useShortcuts } from '../../platform/shortcuts/use-shortcuts.ts';
import { session } from '../../platform/session/session.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { useNamespaceAccessState } from '../../modules/namespaces/permissions.ts';
import { useOfferedColumns } from '../../modules/lists/columns-without.ts';
import { TokenBar } from '../../modules/lists/filters/TokenBar.tsx';
import { useListFilter } from '../../modules/lists/filters/use-list-filter.ts';
import { listDisplay } from '../../modules/lists/display.ts';
import { ItemListPage } from '../../modules/lists/ItemListPage.tsx';
import { useListSettings } from '../../modules/lists/use-list-views.ts';
import { listMessages } from '../../modules/lists/messages.ts';
import { defineMessages } from '../../ui/text/messages.ts';
import { issueCells } from '../../modules/lists/issue-cells.ts';
import { issueListCounts, issuePageQuery } from '../../modules/lists/issues.ts';
import { issueColumns, IssueRow, listedIssue, type IssueColumn } from '../../modules/lists/IssueRow.tsx';

const NewIssueRow = lazy(async () => ({
  default: (await import('../../modules/lists/new/NewIssueRow.tsx')).NewIssueRow,
}));

const messages = defineMessages({
  title: { id: 'issuesPage.title', defaultMessage: 'Issues' },
  newIssue: { id: 'issuesPage.newIssue', defaultMessage: 'New issue' },
  filter: { id: 'issuesPage.filter', defaultMessage: 'Filter issues' },
  search: { id: 'issuesPage.search', defaultMessage: 'Search or filter issues' },
  none: { id: 'issuesPage.none', defaultMessage: 'No issues yet' },
  noneWhy: {
    id: 'issuesPage.noneWhy',
    defaultMessage: 'Use issues to track work, bugs and decisions.',
  },
  begin: { id: 'issuesPage.begin', defaultMessage: 'Create issue' },
  noneOpen: { id: 'issuesPage.noneOpen', defaultMessage: 'No open issues' },
  noneClosed: { id: 'issuesPage.noneClosed', defaultMessage: 'No closed issues' },
  noMatch: { id: 'issuesPage.noMatch', defaultMessage: 'No issues match' },
});

const columnMessages: Readonly<Record<IssueColumn, MessageDescriptor>> = {
  labels: listMessages.labels,
  status: listMessages.status,
  epic: listMessages.epic,
  milestone: listMessages.milestone,
  iteration: listMessages.iteration,
  health: listMessages.health,
  weight: listMessages.weight,
  comments: listMessages.comments,
  assignees: listMessages.assignees,
  dueDate: listMessages.dueDate,
};
const columns = Object.keys(columnMessages) as IssueColumn[];
const preset: readonly IssueColumn[] = [
  'labels',
  'status',
  'milestone',
  'health',
  'weight',
  'comments',
  'assignees',
  'dueDate',
];
const display = listDisplay<IssueColumn>('issues', columns, preset);
const sorts = [
  ['updated', listMessages.byUpdated],
  ['created', listMessages.byCreated],
  ['due_date', listMessages.byDue],
  ['weight', listMessages.byWeight],
  ['title', listMessages.byTitle],
] as const;

/** The filter parameters of a URL. */
const canonical = (address: Query): Query => filterQuery('issues', address);

/** The issues of a project, or of a group and its descendants. */
export function IssuesPage({ address: { page, fullPath } }: PageProps<'issues' | 'groupIssues'>) {
  const kind = page === 'groupIssues' ? 'group' : 'project';
  useFreshOnChange({ kind, fullPath }, ({ all, items, removed, labels, milestones }) =>
    all || items.length + removed.length + labels.length + milestones.length > 0 ? [['issues'], ['savedView']] : [],
  );
  const intl = useIntl();
  const { formatMessage } = intl;
  useTitle(formatMessage(messages.title), fullPath);
  const home = useMemo((): NamespaceRef => ({ kind, fullPath }), [kind, fullPath]);
  const settings = useListSettings({
    page: { kind: 'issues', home },
    sorts: issueListSorts,
    canonical,
    setting: display,
    columns,
  });
  const { address, changes, display: shown } = settings;
  const isReady = !settings.isPending;
  const answer = useQuery({
    ...issuePageQuery(home, address, shown.pageSize),
    placeholderData: (before) => before,
    enabled: isReady,
  });
  const counts = useQuery({
    ...issueListCounts(home, address.filters),
    placeholderData: (before) => before,
    enabled: isReady,
  }).data;
  const items = answer.data?.items;
  const { offered, wanted } = useOfferedColumns(columnMessages, shown.columns);
  const shownColumns = useMemo(() => issueColumns(items ?? [], wanted), [items, wanted]);
  const filter = useListFilter({ of: 'issues', home, filters: address.filters, setFilters: changes.setFilters });
  const { tokens } = filter;
  const cells = useMemo(() => issueCells(home, address), [home, address]);
  const { may, isArchived } = useNamespaceAccessState(home);
  const { createIssue, updateWorkItems = false } = may;
  // In a group the form finds the project, or says who may create one.
  const mayCreate = kind === 'group' ? session().viewer !== null && !isArchived : createIssue;
  const [isCreating, setCreating] = useState(false);
  useShortcuts(
    mayCreate ? [{ keys: 'c', title: formatMessage(messages.newIssue), perform: () => setCreating(true) }] : [],
  );
  const newIssue: Address = { page: kind === 'group' ? 'newGroupIssue' : 'newIssue', fullPath };
  return (
    <ItemListPage
      of="issue"
      maySelect={updateWorkItems}
      home={home}
      title={formatMessage(messages.title)}
      actions={
        mayCreate && (
          <ButtonLink kind="primary" icon={Plus} to={newIssue}>
            <FormattedMessage {...messages.newIssue} />
          </ButtonLink>
        )
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
      read={listedIssue}
      row={(issue, choice, cells) => (
        <IssueRow
          key={issue.id}
          issue={issue}
          namespacePath={fullPath}
          columns={shownColumns}
          choice={choice}
          cells={cells}
        />
      )}
      cells={cells}
      newRow={
        isCreating && (
          <Suspense fallback={null}>
            <NewIssueRow home={home} tokens={tokens} onClose={() => setCreating(false)} />
          </Suspense>
        )
      }
      exportPath={`/${kind}s/${encodeURIComponent(fullPath)}/issues.csv`}
      empty={{
        icon: CircleDot,
        title: formatMessage(messages.none),
        text: formatMessage(messages.noneWhy),
        begin: mayCreate && (
          <ButtonLink icon={Plus} to={newIssue}>
            <FormattedMessage {...messages.begin} />
          </ButtonLink>
        ),
        noneOf: { opened: formatMessage(messages.noneOpen), closed: formatMessage(messages.noneClosed) },
        noMatch: formatMessage(messages.noMatch),
      }}
    />
  );
}
