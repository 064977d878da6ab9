import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { concerns, useFreshOnChange } from '../../app/live.ts';
import type { PageProps } from '../../app/page-props.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { useTitle } from '../../app/title.tsx';
import { Activity } from '../../modules/notes/Activity.tsx';
import { Description, ItemLayout } from '../../modules/work-items/ItemLayout.tsx';
import { issueQuery, type IssueView } from './api.ts';
import { useIssueState } from './IssueActions.tsx';
import { IssueHead } from './IssueHead.tsx';
import { IssueSidebar } from './IssueSidebar.tsx';
import { LinkedItems } from './LinkedItems.tsx';
import { useEditKey } from './use-edit-key.ts';
import { usePolling } from './use-polling.ts';
import { issueWords as words } from './words.ts';

const EditForm = lazy(async () => ({ default: (await import('./EditForm.tsx')).EditForm }));

/** One issue (an incident or task too): its text, its links, its facts. */
export function IssuePage({ address: { fullPath, iid } }: PageProps<'issue'>) {
  const query = useQuery(issueQuery(fullPath, iid));
  useTitle(query.data ? `${query.data.title} (#${iid})` : `#${iid}`, fullPath);
  return <QueryView query={query}>{(issue) => <Issue issue={issue} fullPath={fullPath} />}</QueryView>;
}

function Issue({ issue, fullPath }: { issue: IssueView; fullPath: string }) {
  const { formatMessage } = useIntl();
  const change = useIssueState(issue, fullPath);
  const [isEditing, setEditing] = useState(false);
  const edit = () => setEditing(true);
  const { iid } = issue;
  useEditKey(issue.userPermissions.updateIssue && !isEditing, edit);
  usePolling(issue, fullPath);
  useFreshOnChange({ kind: 'project', fullPath }, (message) =>
    concerns(message, issue.id)
      ? [
          ['issue', fullPath, iid],
          ['issue-text', issue.webPath],
          ['activity', 'issue', fullPath, iid],
        ]
      : [],
  );
  return (
    <ItemLayout
      sidebarLabel={formatMessage(words.details)}
      sidebar={<IssueSidebar issue={issue} fullPath={fullPath} />}
    >
      {isEditing && issue.userPermissions.updateIssue ? (
        <Suspense fallback={null}>
          <EditForm issue={issue} fullPath={fullPath} onClose={() => setEditing(false)} />
        </Suspense>
      ) : (
        <>
          <IssueHead issue={issue} fullPath={fullPath} change={change} onEdit={edit} />
          <Description html={issue.descriptionHtml} />
        </>
      )}
      <LinkedItems issue={issue} fullPath={fullPath} />
      <Activity
        kind="issue"
        fullPath={fullPath}
        iid={issue.iid}
        noteableId={issue.id}
        webPath={issue.webPath}
        mayComment={issue.userPermissions.createNote}
        mayWriteInternally={issue.userPermissions.adminIssue}
        isLocked={issue.discussionLocked}
      />
    </ItemLayout>
  );
}
