import { useInfiniteQuery } from '@tanstack/react-query';
import type { NamespaceKind } from '../../platform/api/endpoints.ts';
import { FlagTriangleRight } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from '../../platform/navigation/Link.tsx';
import type { Target } from '../../platform/navigation/navigation.ts';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { useSearchText } from '../../platform/navigation/use-search-text.ts';
import { milestonesPages, type RestMilestone } from '../../modules/milestones/api.ts';
import { MilestoneDates } from '../../modules/milestones/MilestoneDates.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { SearchField } from '../../ui/field/Field.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { Row, Rows, RowTools } from '../../ui/list/Rows.tsx';
import { Tabs } from '../../ui/list/Tabs.tsx';
import { text } from '../../ui/text/text.tsx';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  title: { id: 'milestonesPage.title', defaultMessage: 'Milestones' },
  states: { id: 'milestonesPage.states', defaultMessage: 'State' },
  open: { id: 'milestonesPage.open', defaultMessage: 'Open' },
  closed: { id: 'milestonesPage.closed', defaultMessage: 'Closed' },
  all: { id: 'milestonesPage.all', defaultMessage: 'All' },
  search: { id: 'milestonesPage.search', defaultMessage: 'Search milestones' },
  none: { id: 'milestonesPage.none', defaultMessage: 'No milestones found' },
  past: { id: 'milestonesPage.past', defaultMessage: 'Past due' },
  issues: { id: 'milestonesPage.issues', defaultMessage: 'Issues' },
});

/** The milestones of a group and its descendants, or of a project. */
export function MilestonesPage({ address }: PageProps<'groupMilestones' | 'projectMilestones'>) {
  const { formatMessage } = useIntl();
  const kind = address.page === 'groupMilestones' ? 'group' : 'project';
  useTitle(formatMessage(messages.title), address.fullPath);
  const [{ state }, change] = usePageSearch(address.page);
  const search = useSearchText();
  const query = useInfiniteQuery({
    ...milestonesPages(kind, address.fullPath, state, search.text),
    placeholderData: (before) => before,
  });
  const tabs = [
    { value: 'active', label: formatMessage(messages.open) },
    { value: 'closed', label: formatMessage(messages.closed) },
    { value: 'all', label: formatMessage(messages.all) },
  ] as const;
  return (
    <PageBody>
      <PageHead title={<FormattedMessage {...messages.title} />} />
      <div style={{ height: 12 }} />
      <Tabs
        label={formatMessage(messages.states)}
        tabs={tabs}
        value={state}
        onChange={(next) => change({ state: next })}
      >
        <RowTools>
          <SearchField label={formatMessage(messages.search)} value={search.typed} onChange={search.type} />
        </RowTools>
        <QueryView query={query}>
          {({ pages }) => {
            const milestones = pages.flatMap((page) => page.items);
            if (milestones.length === 0)
              return <EmptyState icon={FlagTriangleRight} title={<FormattedMessage {...messages.none} />} />;
            return (
              <Rows label={formatMessage(messages.title)}>
                {milestones.map((milestone) => (
                  <MilestoneRow key={milestone.id} milestone={milestone} kind={kind} fullPath={address.fullPath} />
                ))}
              </Rows>
            );
          }}
        </QueryView>
        <MorePages query={query} />
      </Tabs>
    </PageBody>
  );
}

function MilestoneRow({
  milestone,
  kind,
  fullPath,
}: {
  milestone: RestMilestone;
  kind: NamespaceKind;
  fullPath: string;
}) {
  const page = kind === 'group' ? 'groupIssues' : 'issues';
  return (
    <Row
      before={<Icon of={FlagTriangleRight} />}
      title={
        <Link className={`${text.titleLink} ${text.strong}`} to={addressOf(milestone, kind, fullPath)}>
          {milestone.title}
        </Link>
      }
      note={<MilestoneDates startDate={milestone.start_date} dueDate={milestone.due_date} />}
      end={
        <>
          {milestone.expired && milestone.state === 'active' && (
            <Badge tone="warning">
              <FormattedMessage {...messages.past} />
            </Badge>
          )}
          {milestone.state === 'closed' && (
            <Badge tone="info">
              <FormattedMessage {...messages.closed} />
            </Badge>
          )}
          <Link
            className={text.link}
            to={{ page, fullPath }}
            search={{ milestone_title: milestone.title, state: 'all' }}
          >
            <FormattedMessage {...messages.issues} />
          </Link>
        </>
      }
    />
  );
}

/** A group's list includes milestones of its descendants; each has the path of its page. */
function addressOf(milestone: RestMilestone, kind: NamespaceKind, fullPath: string): Target {
  if (milestone.web_url !== undefined) return milestone.web_url;
  return { page: kind === 'group' ? 'groupMilestone' : 'projectMilestone', fullPath, iid: String(milestone.iid) };
}
