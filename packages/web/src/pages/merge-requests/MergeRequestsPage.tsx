import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { GitPullRequest, Plus } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { FilterBar } from '../../filter-bar/FilterBar.tsx';
import {
  addressOf,
  filterNames,
  filterOf,
  filterParts,
  mergeRequestKinds,
  tokensOf,
} from '../../modules/merge-requests/filter.ts';
import { mayCreateQuery, mergeRequestPages, mergeRequestsKey } from '../../modules/merge-requests/list.ts';
import { mergeRequestMessages } from '../../modules/merge-requests/messages.ts';
import { RequestRow } from '../../modules/merge-requests/RequestRow.tsx';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { NotFoundError } from '../../platform/api/errors.ts';
import { present } from '../../platform/api/graphql.ts';
import { useFreshOnChange } from '../../platform/live/live.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { SkeletonView } from '../../platform/loading/SkeletonView.tsx';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { Rows } from '../../ui/list/Rows.tsx';
import { Tabs } from '../../ui/list/Tabs.tsx';
import styles from './merge-requests.module.css';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  new: { id: 'mergeRequests.new', defaultMessage: 'New merge request' },
  states: { id: 'mergeRequests.states', defaultMessage: 'State' },
  filter: { id: 'mergeRequests.filter', defaultMessage: 'Filter merge requests' },
  search: { id: 'mergeRequests.search', defaultMessage: 'Search or filter' },
  none: { id: 'mergeRequests.none', defaultMessage: 'No merge requests' },
  noneWhy: {
    id: 'mergeRequests.noneWhy',
    defaultMessage: 'Push a branch, then open a merge request to have it reviewed and merged.',
  },
  noneWhyGroup: {
    id: 'mergeRequests.noneWhyGroup',
    defaultMessage: 'Merge requests of the projects in this group are shown here.',
  },
  noMatch: { id: 'mergeRequests.noMatch', defaultMessage: 'No merge requests match' },
  clear: { id: 'mergeRequests.clear', defaultMessage: 'Clear filters' },
});

const states = ['opened', 'merged', 'closed', 'all'] as const;

/** The merge requests of a project, or of the projects of a group. */
export function MergeRequestsPage({ address }: PageProps<'groupMergeRequests' | 'mergeRequests'>) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { fullPath, page } = address;
  const isOfGroup = page === 'groupMergeRequests';
  const home: NamespaceRef = { kind: isOfGroup ? 'group' : 'project', fullPath };
  useTitle(formatMessage(mergeRequestMessages.title), fullPath);
  const [search, change] = usePageSearch(page);
  const { state } = search;
  const query = useInfiniteQuery({
    ...mergeRequestPages(home, { ...filterOf(search), state }),
    placeholderData: (before) => before,
  });
  const mayCreate = useQuery({ ...mayCreateQuery(fullPath), enabled: !isOfGroup });
  useFreshOnChange(home, ({ all }) => (all ? [[...mergeRequestsKey]] : []));
  const kinds = useMemo(() => mergeRequestKinds(intl), [intl]);
  const tokens = useMemo(() => tokensOf(search), [search]);
  const loadParts = useCallback(() => filterParts({ fullPath, isProject: !isOfGroup }), [fullPath, isOfGroup]);
  const first = query.data?.pages[0]?.namespace;
  // Those who may not read the code get null instead of a list.
  if (query.data && !first?.mergeRequests) {
    return (
      <PageBody>
        <Failure error={new NotFoundError('Merge requests')} />
      </PageBody>
    );
  }
  const rows = query.data?.pages.flatMap(({ namespace }) => present(namespace?.mergeRequests?.nodes)) ?? [];
  const counts = first?.mergeRequestCounts;
  const create = mayCreate.data?.project?.userPermissions.createMergeRequestIn && (
    <ButtonLink kind="primary" icon={Plus} to={{ page: 'newMergeRequest', fullPath }}>
      <FormattedMessage {...messages.new} />
    </ButtonLink>
  );
  const isFiltered = tokens.length > 0;
  const clear = () => change({ ...Object.fromEntries(filterNames.map((name) => [name, ''])), search: '' });
  const empty = isFiltered ? (
    <EmptyState
      icon={GitPullRequest}
      title={<FormattedMessage {...messages.noMatch} />}
      actions={
        <Button onClick={clear}>
          <FormattedMessage {...messages.clear} />
        </Button>
      }
    />
  ) : (
    <EmptyState icon={GitPullRequest} title={<FormattedMessage {...messages.none} />} actions={create}>
      <FormattedMessage {...(isOfGroup ? messages.noneWhyGroup : messages.noneWhy)} />
    </EmptyState>
  );
  return (
    <PageBody>
      <PageHead
        title={<FormattedMessage {...mergeRequestMessages.title} />}
        actions={(rows.length > 0 || isFiltered) && create}
      />
      <Tabs
        label={formatMessage(messages.states)}
        tabs={states.map((value) => ({
          value,
          label: formatMessage(mergeRequestMessages[value]),
          count: counts?.[value],
        }))}
        value={state}
        onChange={(next) => change({ state: next })}
      >
        <div className={styles.tools}>
          <FilterBar
            label={formatMessage(messages.filter)}
            placeholder={formatMessage(messages.search)}
            kinds={kinds}
            tokens={tokens}
            recentKey={`merge-requests-${fullPath}`}
            loadParts={loadParts}
            onChange={(next) => change(addressOf(next(tokens)))}
          />
        </div>
        <SkeletonView query={query}>
          {() =>
            rows.length === 0 ? (
              empty
            ) : (
              <Rows label={formatMessage(mergeRequestMessages.title)}>
                {rows.map((row) => (
                  <RequestRow key={row.id} request={row} isOfGroup={isOfGroup} />
                ))}
              </Rows>
            )
          }
        </SkeletonView>
        <MorePages query={query} />
      </Tabs>
    </PageBody>
  );
}
