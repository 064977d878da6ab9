import { type WorkItemType, workItemTypes } from '@milepost/core/work-items';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { concerns, useFreshOnChange } from '../../app/live.ts';
import type { PageProps } from '../../app/page-props.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { useTitle } from '../../app/title.tsx';
import { Activity } from '../../modules/notes/Activity.tsx';
import { Description, ItemHead, ItemLayout, Tasks } from '../../modules/work-items/ItemLayout.tsx';
import { BlockedBadge, ConfidentialBadge, LockedBadge, StateBadge } from '../../modules/work-items/StateBadge.tsx';
import { issueQuery, type IssueView } from './api.ts';
import { IssueActions, useIssueState } from './IssueActions.tsx';
import { IssueSidebar } from './IssueSidebar.tsx';
import { LinkedItems } from './LinkedItems.tsx';
import { issueWords as words } from './words.ts';

/** One issue (an incident or task too): its text, its links, its facts. */
export function IssuePage({ address: { fullPath, iid } }: PageProps<'issue'>) {
  const query = useQuery(issueQuery(fullPath, iid));
  useTitle(query.data ? `${query.data.title} (#${iid})` : `#${iid}`, fullPath);
  return <QueryView query={query}>{(issue) => <Issue issue={issue} fullPath={fullPath} />}</QueryView>;
}

function Issue({ issue, fullPath }: { issue: IssueView; fullPath: string }) {
  const { formatMessage } = useIntl();
  const change = useIssueState(issue, fullPath);
  const { iid } = issue;
  useFreshOnChange({ kind: 'project', fullPath }, (message) =>
    concerns(message, issue.id)
      ? [
          ['issue', fullPath, iid],
          ['activity', 'issue', fullPath, iid],
        ]
      : [],
  );
  const state = issue.state === 'closed' ? 'closed' : 'opened';
  return (
    <ItemLayout
      sidebarLabel={formatMessage(words.details)}
      sidebar={<IssueSidebar issue={issue} fullPath={fullPath} />}
    >
      <ItemHead
        title={issue.title}
        createdAt={issue.createdAt}
        author={issue.author}
        actions={<IssueActions issue={issue} fullPath={fullPath} change={change} />}
        failure={change.failure}
        badges={
          <>
            <StateBadge state={state} type={typeOf(issue.type)} />
            {issue.blocked && state === 'opened' && <BlockedBadge />}
            {issue.confidential && <ConfidentialBadge />}
            {issue.discussionLocked && <LockedBadge />}
          </>
        }
      >
        <Tasks status={issue.taskCompletionStatus} />
      </ItemHead>
      <Description html={issue.descriptionHtml} />
      <LinkedItems issue={issue} fullPath={fullPath} />
      <Activity kind="issue" fullPath={fullPath} iid={issue.iid} />
    </ItemLayout>
  );
}

function typeOf(type: string | null | undefined): WorkItemType {
  return workItemTypes.find((candidate) => candidate === type?.toLowerCase()) ?? 'issue';
}
