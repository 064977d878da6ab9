import { percentageOf } from '@milepost/core/roadmap/progress';
import type { NamespaceKind } from '../../platform/api/endpoints.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CircleCheck, FlagTriangleRight } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { useTitle } from '../../platform/navigation/title.tsx';
import { MilestoneDates } from '../../modules/milestones/MilestoneDates.tsx';
import { issuesPages, noIssueFilter } from '../../modules/work-items/issues.ts';
import { Description } from '../../modules/work-items/ItemLayout.tsx';
import { ItemList } from '../../modules/lists/ListRow.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { PageBody, PageHead, Section } from '../../ui/page/Page.tsx';
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx';
import { Count, text } from '../../ui/text/text.tsx';
import { issueColumns, IssueRow } from '../../modules/lists/IssueRow.tsx';
import { milestoneQuery, type MilestoneView } from './api.ts';

const messages = defineMessages({
  open: { id: 'milestonePage.open', defaultMessage: 'Open' },
  closed: { id: 'milestonePage.closed', defaultMessage: 'Closed' },
  pastDue: { id: 'milestonePage.pastDue', defaultMessage: 'Past due' },
  progress: {
    id: 'milestonePage.progress',
    defaultMessage: '{closed, number} of {total, plural, one {# issue} other {# issues}} closed',
  },
  issues: { id: 'milestonePage.issues', defaultMessage: 'Issues' },
  none: { id: 'milestonePage.none', defaultMessage: 'No issues in this milestone.' },
  failed: { id: 'milestonePage.failed', defaultMessage: 'Could not load the issues' },
});

/** One milestone: its dates, progress and issues. */
export function MilestonePage({ address }: PageProps<'groupMilestone' | 'projectMilestone'>) {
  const kind = address.page === 'groupMilestone' ? 'group' : 'project';
  const query = useQuery(milestoneQuery(kind, address.fullPath, address.iid));
  useTitle(query.data?.title ?? `%${address.iid}`, address.fullPath);
  return (
    <PageBody>
      <QueryView query={query}>
        {(milestone) => <Milestone milestone={milestone} kind={kind} fullPath={address.fullPath} />}
      </QueryView>
    </PageBody>
  );
}

function Milestone({ milestone, kind, fullPath }: { milestone: MilestoneView; kind: NamespaceKind; fullPath: string }) {
  const { formatMessage } = useIntl();
  const total = milestone.stats?.totalIssuesCount ?? 0;
  const closed = milestone.stats?.closedIssuesCount ?? 0;
  const progress = formatMessage(messages.progress, { closed, total });
  return (
    <>
      <PageHead title={milestone.title} after={<StateBadge milestone={milestone} />} />
      <p className={text.quiet} style={{ marginTop: 4 }}>
        <MilestoneDates startDate={milestone.startDate} dueDate={milestone.dueDate} />
      </p>
      {total > 0 && (
        <div style={{ display: 'grid', gap: 6, maxWidth: 360, marginTop: 16 }}>
          <ProgressBar share={percentageOf(closed, total - closed)} label={progress} />
          <p className={text.quiet}>{progress}</p>
        </div>
      )}
      <Description html={milestone.descriptionHtml} />
      <Section title={<FormattedMessage {...messages.issues} />} after={<Count value={total} />}>
        <Issues title={milestone.title} kind={kind} fullPath={fullPath} />
      </Section>
    </>
  );
}

function StateBadge({ milestone }: { milestone: MilestoneView }) {
  if (milestone.state === 'closed') {
    return (
      <Badge tone="info" icon={CircleCheck}>
        <FormattedMessage {...messages.closed} />
      </Badge>
    );
  }
  return (
    <Badge tone={milestone.expired ? 'warning' : 'success'} icon={FlagTriangleRight}>
      <FormattedMessage {...(milestone.expired ? messages.pastDue : messages.open)} />
    </Badge>
  );
}

function Issues({ title, kind, fullPath }: { title: string; kind: 'group' | 'project'; fullPath: string }) {
  const { formatMessage } = useIntl();
  const query = useInfiniteQuery(
    issuesPages(kind, fullPath, 'all', { key: 'updated', direction: 'desc' }, { ...noIssueFilter, milestone: title }),
  );
  return (
    <QueryView query={query} failed={<FormattedMessage {...messages.failed} />}>
      {({ pages }) => {
        const issues = pages.flatMap((page) => page.issues);
        if (issues.length === 0) {
          return (
            <p className={text.quiet}>
              <FormattedMessage {...messages.none} />
            </p>
          );
        }
        const columns = issueColumns(issues);
        return (
          <>
            <ItemList label={formatMessage(messages.issues)}>
              {issues.map((issue) => (
                <IssueRow key={issue.id} issue={issue} namespacePath={fullPath} columns={columns} />
              ))}
            </ItemList>
            <MorePages query={query} />
          </>
        );
      }}
    </QueryView>
  );
}
