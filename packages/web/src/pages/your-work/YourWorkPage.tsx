import type { WorkItemType } from '@milepost/core/work-items';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, SearchX } from 'lucide-react';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { PeekList } from '../../modules/work-items/peek/PeekList.tsx';
import { usePeekRow } from '../../modules/work-items/peek/use-peek-row.ts';
import { WorkItemIcon } from '../../modules/work-items/WorkItemIcon.tsx';
import { UnauthenticatedError } from '../../platform/api/errors.ts';
import { present } from '../../platform/api/graphql.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { Link } from '../../platform/navigation/Link.tsx';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { useSearchText } from '../../platform/navigation/use-search-text.ts';
import { session } from '../../platform/session/session.ts';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { printAgo, printTime } from '../../ui/field/days.ts';
import { SearchField, Select } from '../../ui/field/Field.tsx';
import { roveByKey } from '../../ui/list/rove.ts';
import { Tabs } from '../../ui/list/Tabs.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { text } from '../../ui/text/text.tsx';
import { type YourWorkItem, yourWorkPages } from './api.ts';
import styles from './YourWork.module.css';

const messages = defineMessages({
  title: { id: 'yourWork.title', defaultMessage: 'Your work' },
  assigned: { id: 'yourWork.assigned', defaultMessage: 'Assigned' },
  created: { id: 'yourWork.created', defaultMessage: 'Created' },
  mentioned: { id: 'yourWork.mentioned', defaultMessage: 'Mentioned' },
  epics: { id: 'yourWork.epics', defaultMessage: 'Owned epics' },
  tabs: { id: 'yourWork.tabs', defaultMessage: 'Kinds of work' },
  search: { id: 'yourWork.search', defaultMessage: 'Filter by title' },
  state: { id: 'yourWork.state', defaultMessage: 'State' },
  opened: { id: 'yourWork.opened', defaultMessage: 'Open' },
  closed: { id: 'yourWork.closed', defaultMessage: 'Closed' },
  all: { id: 'yourWork.all', defaultMessage: 'All' },
  sort: { id: 'yourWork.sort', defaultMessage: 'Sort' },
  updated: { id: 'yourWork.updated', defaultMessage: 'Latest change' },
  mention: { id: 'yourWork.mention', defaultMessage: 'Latest mention' },
  createdFirst: { id: 'yourWork.createdFirst', defaultMessage: 'Newest' },
  due: { id: 'yourWork.due', defaultMessage: 'Due date' },
  changed: { id: 'yourWork.changed', defaultMessage: 'Changed {when}' },
  isClosed: { id: 'yourWork.isClosed', defaultMessage: 'Closed' },
  confidential: { id: 'yourWork.confidential', defaultMessage: 'Confidential' },
  none: { id: 'yourWork.none', defaultMessage: 'Nothing here' },
  noneHint: { id: 'yourWork.noneHint', defaultMessage: 'Items appear here as soon as they concern you.' },
  noMatch: { id: 'yourWork.noMatch', defaultMessage: 'No matching items' },
  noMatchHint: { id: 'yourWork.noMatchHint', defaultMessage: 'Change the filter to see more.' },
});

const tabs = ['assigned', 'created', 'mentioned', 'epics'] as const;
const MAX_COUNT = 1000;

/** Issues and epics that concern the viewer, in all groups and projects. */
export function YourWorkPage() {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title));
  return session().viewer ? <YourWork /> : <Failure error={new UnauthenticatedError()} />;
}

function YourWork() {
  const { formatMessage } = useIntl();
  const [search, change] = usePageSearch('yourWork');
  const typing = useSearchText();
  const query = useInfiniteQuery(yourWorkPages(search));
  const counts = query.data?.pages[0]?.currentUser?.yourWorkCounts;
  const isFiltered = search.search !== '' || search.state !== 'opened';
  return (
    <PageBody>
      <PageHead title={<FormattedMessage {...messages.title} />} />
      <div style={{ height: 12 }} />
      <Tabs
        label={formatMessage(messages.tabs)}
        tabs={tabs.map((tab) => ({
          value: tab,
          label: formatMessage(messages[tab]),
          ...(counts && { count: counts[tab], MAX_COUNT }),
        }))}
        value={search.tab}
        onChange={(tab) => change({ tab })}
      >
        <div className={styles.tools}>
          <SearchField label={formatMessage(messages.search)} value={typing.typed} onChange={typing.type} />
          <Select
            label={formatMessage(messages.state)}
            isLabelHidden
            value={search.state}
            onChange={(event) => change({ state: event.target.value as typeof search.state })}
          >
            {(['opened', 'closed', 'all'] as const).map((state) => (
              <option key={state} value={state}>
                {formatMessage(messages[state])}
              </option>
            ))}
          </Select>
          <Select
            label={formatMessage(messages.sort)}
            isLabelHidden
            value={search.sort}
            onChange={(event) => change({ sort: event.target.value as typeof search.sort })}
          >
            <option value="">{formatMessage(search.tab === 'mentioned' ? messages.mention : messages.updated)}</option>
            {search.tab === 'mentioned' && <option value="updated_desc">{formatMessage(messages.updated)}</option>}
            <option value="created_desc">{formatMessage(messages.createdFirst)}</option>
            <option value="due_date_asc">{formatMessage(messages.due)}</option>
          </Select>
        </div>
        <QueryView query={query}>
          {({ pages }) => {
            const items = pages.flatMap(({ currentUser }) => present(currentUser?.yourWork.nodes));
            return items.length === 0 ? (
              <EmptyState
                icon={isFiltered ? SearchX : CircleCheck}
                title={<FormattedMessage {...(isFiltered ? messages.noMatch : messages.none)} />}
              >
                <FormattedMessage {...(isFiltered ? messages.noMatchHint : messages.noneHint)} />
              </EmptyState>
            ) : (
              <>
                <PeekList
                  className={styles.list}
                  aria-label={formatMessage(messages[search.tab])}
                  onKeyDown={(event) => roveByKey(event, '[data-item]', 'vertical')}
                >
                  {items.map((item) => (
                    <Row key={item.id} item={item} />
                  ))}
                </PeekList>
                <MorePages query={query} />
              </>
            );
          }}
        </QueryView>
      </Tabs>
    </PageBody>
  );
}

function Row({ item }: { item: YourWorkItem }) {
  const intl = useIntl();
  const isClosed = item.state === 'CLOSED';
  const row = useRef<HTMLLIElement>(null);
  const peek = usePeekRow(item.webPath ?? '/', row);
  return (
    // A press beside the title opens the peek; by keyboard it is the key `o` on the title.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <li ref={row} className={styles.row} {...peek}>
      <WorkItemIcon
        type={(item.workItemType?.name.toLowerCase() ?? 'issue') as WorkItemType}
        state={isClosed ? 'closed' : 'opened'}
      />
      <div className={styles.body}>
        <Link className={text.titleLink} to={item.webPath ?? '/'} data-item="">
          {item.title}
        </Link>
        <p className={styles.meta}>
          {item.reference}
          <span aria-hidden="true"> · </span>
          <time dateTime={item.updatedAt} data-tooltip={printTime(intl, item.updatedAt)}>
            <FormattedMessage {...messages.changed} values={{ when: printAgo(intl, item.updatedAt) }} />
          </time>
        </p>
      </div>
      {item.confidential && (
        <Badge tone="warning">
          <FormattedMessage {...messages.confidential} />
        </Badge>
      )}
      {isClosed && (
        <Badge>
          <FormattedMessage {...messages.isClosed} />
        </Badge>
      )}
    </li>
  );
}
