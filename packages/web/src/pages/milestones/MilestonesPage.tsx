import { percentageOf } from '@milepost/core/roadmap/progress';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, FlagTriangleRight, Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { useFreshOnChange } from '../../platform/live/live.ts';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { Link } from '../../platform/navigation/Link.tsx';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { useSearchText } from '../../platform/navigation/use-search-text.ts';
import {
  type ListedMilestone,
  milestoneOrders,
  milestonesKey,
  milestonesOf,
  milestonesPages,
  ownerOf,
} from '../../modules/milestones/api.ts';
import { MilestoneActions } from '../../modules/milestones/MilestoneActions.tsx';
import { MilestoneDates } from '../../modules/milestones/MilestoneDates.tsx';
import { MilestoneForm } from '../../modules/milestones/MilestoneForm.tsx';
import { milestoneMessages } from '../../modules/milestones/messages.ts';
import { useNamespaceAccess } from '../../modules/namespaces/permissions.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { SearchField } from '../../ui/field/Field.tsx';
import { Row, Rows, RowTools } from '../../ui/list/Rows.tsx';
import { Tabs } from '../../ui/list/Tabs.tsx';
import { Menu, MenuChoice } from '../../ui/overlay/Menu.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { text } from '../../ui/text/text.tsx';
import styles from './MilestonesPage.module.css';

const messages = defineMessages({
  title: { id: 'milestonesPage.title', defaultMessage: 'Milestones' },
  states: { id: 'milestonesPage.states', defaultMessage: 'State' },
  open: { id: 'milestonesPage.open', defaultMessage: 'Open' },
  closed: { id: 'milestonesPage.closed', defaultMessage: 'Closed' },
  all: { id: 'milestonesPage.all', defaultMessage: 'All' },
  search: { id: 'milestonesPage.search', defaultMessage: 'Search milestones' },
  none: { id: 'milestonesPage.none', defaultMessage: 'No milestones found' },
  noneWhy: {
    id: 'milestonesPage.noneWhy',
    defaultMessage: 'Milestones group issues into a goal with a start and a due date.',
  },
  sort: { id: 'milestonesPage.sort', defaultMessage: 'Sort by' },
  due_date: { id: 'milestonesPage.byDueDate', defaultMessage: 'Due date' },
  start_date: { id: 'milestonesPage.byStartDate', defaultMessage: 'Start date' },
  byTitle: { id: 'milestonesPage.byTitle', defaultMessage: 'Title' },
  progress: { id: 'milestonesPage.progress', defaultMessage: '{closed, number} of {total, number} closed' },
  percentage: { id: 'milestonesPage.percentage', defaultMessage: '{share, number}%' },
  weight: { id: 'milestonesPage.weight', defaultMessage: 'Weight {weight, number}' },
  noIssues: { id: 'milestonesPage.noIssues', defaultMessage: 'No issues' },
});
const orderMessages = { due_date: messages.due_date, start_date: messages.start_date, title: messages.byTitle };

/** The milestones that the items of a group or project can have; of a group also those of everything below. */
export function MilestonesPage({ address }: PageProps<'groupMilestones' | 'projectMilestones'>) {
  const { formatMessage } = useIntl();
  const namespace: NamespaceRef = {
    kind: address.page === 'groupMilestones' ? 'group' : 'project',
    fullPath: address.fullPath,
  };
  useTitle(formatMessage(messages.title), address.fullPath);
  const may = useNamespaceAccess(namespace);
  const [{ state, sort }, change] = usePageSearch(address.page);
  const search = useSearchText();
  const [isCreating, setCreating] = useState(false);
  const query = useInfiniteQuery({
    ...milestonesPages(namespace, { state, sort, search: search.text }),
    placeholderData: (before) => before,
  });
  useFreshOnChange(namespace, ({ all, items, removed, milestones }) =>
    all || items.length + removed.length + milestones.length > 0 ? [milestonesKey(namespace)] : [],
  );
  const counts = query.data?.pages[0]?.namespace;
  const active = counts?.active?.count;
  const closed = counts?.closed?.count;
  const sum = active === undefined || closed === undefined ? undefined : active + closed;
  const create = may.adminMilestone && (
    <Button kind="primary" icon={Plus} onClick={() => setCreating(true)}>
      <FormattedMessage {...milestoneMessages.new} />
    </Button>
  );
  return (
    <PageBody>
      <PageHead
        title={<FormattedMessage {...messages.title} />} // Not before it is known where the button stands: it would move, and lose the focus.
        actions={!query.isPending && sum !== 0 && create}
      />
      <div className={styles.gap} />
      <Tabs
        label={formatMessage(messages.states)}
        tabs={[
          { value: 'active', label: formatMessage(messages.open), count: active },
          { value: 'closed', label: formatMessage(messages.closed), count: closed },
          { value: 'all', label: formatMessage(messages.all), count: sum },
        ]}
        value={state}
        onChange={(next) => change({ state: next })}
      >
        <RowTools>
          <SearchField label={formatMessage(messages.search)} value={search.typed} onChange={search.type} />
          <Menu
            label={formatMessage(messages.sort)}
            trigger={(trigger) => (
              <Button {...trigger}>
                <FormattedMessage {...messages.sort} />: <FormattedMessage {...orderMessages[sort]} />
              </Button>
            )}
          >
            {milestoneOrders.map((order) => (
              <MenuChoice key={order} checked={order === sort} onSelect={() => change({ sort: order })}>
                <FormattedMessage {...orderMessages[order]} />
              </MenuChoice>
            ))}
          </Menu>
        </RowTools>
        <QueryView query={query}>
          {({ pages }) => {
            const milestones = pages.flatMap(milestonesOf);
            if (milestones.length === 0) {
              return (
                <EmptyState
                  icon={FlagTriangleRight}
                  title={<FormattedMessage {...messages.none} />}
                  actions={sum === 0 && create}
                >
                  {sum === 0 && search.text === '' && <FormattedMessage {...messages.noneWhy} />}
                </EmptyState>
              );
            }
            return (
              <Rows label={formatMessage(messages.title)}>
                {milestones.map((milestone) => (
                  <MilestoneRow key={milestone.id} milestone={milestone} namespace={namespace} />
                ))}
              </Rows>
            );
          }}
        </QueryView>
        <MorePages query={query} />
      </Tabs>
      {isCreating && <MilestoneForm namespace={namespace} milestone={null} onClose={() => setCreating(false)} />}
    </PageBody>
  );
}

function MilestoneRow({ milestone, namespace }: { milestone: ListedMilestone; namespace: NamespaceRef }) {
  const { title, state, startDate, dueDate, group, project } = milestone;
  const owner = ownerOf(milestone);
  const origin = owner.fullPath !== namespace.fullPath && (group?.fullName ?? project?.nameWithNamespace);
  return (
    <Row
      before={<Icon of={FlagTriangleRight} />}
      title={
        <>
          <Link className={`${text.titleLink} ${text.strong}`} to={milestone.webPath}>
            {title}
          </Link>{' '}
          {milestone.expired && state === 'active' && (
            <Badge tone="warning" icon={TriangleAlert}>
              <FormattedMessage {...milestoneMessages.overdue} />
            </Badge>
          )}
          {state === 'closed' && (
            <Badge tone="info" icon={CircleCheck}>
              <FormattedMessage {...milestoneMessages.closedState} />
            </Badge>
          )}
        </>
      }
      note={
        <>
          <MilestoneDates startDate={startDate} dueDate={dueDate} />
          {origin && ` · ${origin}`}
        </>
      }
      end={
        <>
          <Progress milestone={milestone} />
          <MilestoneActions milestone={milestone} />
        </>
      }
    />
  );
}

function Progress({ milestone: { title, stats } }: { milestone: ListedMilestone }) {
  const { formatMessage } = useIntl();
  const total = stats?.totalIssuesCount ?? 0;
  const closed = stats?.closedIssuesCount ?? 0;
  if (total === 0) return <span className={text.quiet}>{formatMessage(messages.noIssues)}</span>;
  const share = percentageOf(closed, total - closed) ?? 0;
  return (
    <span className={styles.progress}>
      <span>
        {formatMessage(messages.progress, { closed, total })}
        {(stats?.totalWeight ?? 0) > 0 && ` · ${formatMessage(messages.weight, { weight: stats?.totalWeight })}`}
      </span>
      <span className={styles.share}>
        <ProgressBar share={share} label={title} />
        {formatMessage(messages.percentage, { share })}
      </span>
    </span>
  );
}
