import { convertedType } from '@milepost/core/text/task-lists';
import { usePrefetchInfiniteQuery, usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { NotFoundError } from '../../platform/api/errors.ts';
import { concernsWithLabels, useFreshOnChange } from '../../platform/live/live.ts';
import { present } from '../../platform/api/graphql.ts';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { useRememberItem } from '../../modules/work-items/recent-items.ts';
import { printAddress } from '../../platform/navigation/addresses.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { preloaded } from '../../platform/loading/preloaded.tsx';
import { fieldValuesQuery } from '../../modules/custom-fields/api.ts';
import { childTasksQuery } from '../../modules/hierarchy/data/child-tasks.ts';
import { ChildTasks } from '../../modules/hierarchy/ChildTasks.tsx';
import { AddToTimeline } from '../../modules/incidents/AddToTimeline.tsx';
import { IncidentTabs } from '../../modules/incidents/IncidentTabs.tsx';
import { metricImagesQuery } from '../../modules/incidents/api.ts';
import { linksQuery } from '../../modules/links/api.ts';
import { LinkedItems } from '../../modules/links/LinkedItems.tsx';
import { Activity } from '../../modules/notes/Activity.tsx';
import { usePrefetchActivity } from '../../modules/notes/use-prefetch-activity.ts';
import { Reactions } from '../../modules/reactions/Reactions.tsx';
import { AfterPaint } from '../../platform/loading/AfterPaint.tsx';
import { session } from '../../platform/session/session.ts';
import { RevealWhenSettled } from '../../platform/loading/RevealWhenSettled.tsx';
import { ItemLayout } from '../../modules/work-items/ItemLayout.tsx';
import { shownOf } from '../../modules/work-items/item-text.ts';
import { TaskDescription } from '../../modules/work-items/TaskDescription.tsx';
import { useTaskBoxes } from '../../modules/work-items/use-task-boxes.ts';
import { issueQuery, type IssueView } from './data/api.ts';
import { useIssueState } from './IssueActions.tsx';
import { IssueHead } from './IssueHead.tsx';
import { typeOf } from '../../modules/work-items/type-of.ts';
import { useEditKey } from '../../modules/work-items/actions/use-edit-key.ts';
import { usePeekFrame } from '../../modules/work-items/peek/peek-frame.ts';
import { usePolling } from '../../modules/work-items/use-polling.ts';
import { itemMessages } from '../../modules/work-items/messages.ts';
import { issueMessages as messages } from './messages.ts';

const IssueSidebar = preloaded(async () => (await import('./IssueSidebar.tsx')).IssueSidebar);
const EditForm = lazy(async () => ({ default: (await import('../../modules/work-items/edit/EditForm.tsx')).EditForm }));
const Related = lazy(async () => ({ default: (await import('./Related.tsx')).Related }));
const ItemAssistant = lazy(async () => ({
  default: (await import('../../modules/ai/ItemAssistant.tsx')).ItemAssistant,
}));
const MetricImages = lazy(async () => ({
  default: (await import('../../modules/incidents/MetricImages.tsx')).MetricImages,
}));

/** One issue (or incident or task): its text, its links, its sidebar. */
export function IssuePage({ address: { fullPath, iid } }: PageProps<'issue'>) {
  const query = useQuery(issueQuery(fullPath, iid));
  const peek = usePeekFrame();
  usePrefetchQuery(linksQuery({ fullPath, iid }));
  usePrefetchInfiniteQuery(childTasksQuery({ fullPath, iid }));
  usePrefetchQuery(fieldValuesQuery({ kind: 'issue', fullPath, iid }));
  usePrefetchActivity('issue', fullPath, iid);
  useRememberItem(
    query.data
      ? {
          path: printAddress({ page: 'issue', fullPath, iid }),
          title: query.data.title,
          reference: `${fullPath}#${iid}`,
        }
      : null,
  );
  useTitle(query.data ? `${query.data.title} (#${iid})` : `#${iid}`, fullPath);
  const isGone = query.error instanceof NotFoundError;
  return (
    <QueryView query={query} loading={peek?.skeleton}>
      {(issue) => <Issue issue={issue} fullPath={fullPath} isGone={isGone} />}
    </QueryView>
  );
}

function Issue({ issue, fullPath, isGone }: { issue: IssueView; fullPath: string; isGone: boolean }) {
  const isPeek = usePeekFrame() !== null;
  const { formatMessage } = useIntl();
  const change = useIssueState(issue, fullPath);
  const [isEditing, setEditing] = useState(false);
  const edit = () => setEditing(true);
  const { iid } = issue;
  useEditKey(issue.userPermissions.updateIssue && !isEditing, edit);
  const client = useQueryClient();
  const { queryKey } = issueQuery(fullPath, iid);
  const boxes = useTaskBoxes({
    webPath: issue.webPath,
    typeName: typeOf(issue.type),
    lockVersion: issue.lockVersion,
    onSaved: (saved) => client.setQueryData(queryKey, (now) => now && { ...now, ...shownOf(saved) }),
    onFailed: () => void client.invalidateQueries({ queryKey }),
  });
  const { lockVersion, title, state } = issue;
  const shown = { lockVersion, title, state, type: typeOf(issue.type) };
  usePolling({ webPath: issue.webPath, queryKey, shown, isPaused: boxes.isSaving });
  useFreshOnChange({ kind: 'project', fullPath }, (message) =>
    concernsWithLabels(message, issue.id)
      ? [
          ['issue', fullPath, iid],
          ['item-text', issue.webPath],
          ['activity', 'issue', fullPath, iid],
          ['metric-images', fullPath, iid],
          ['timeline', fullPath, iid],
        ]
      : [],
  );
  const content = (
    <>
      <TaskDescription
        html={issue.descriptionHtml}
        mayTick={issue.userPermissions.updateIssue}
        mayConvert={convertedType(typeOf(issue.type)) !== null}
        boxes={boxes}
        hidden={isEditing && issue.userPermissions.updateIssue}
      />
      <Reactions
        awardableId={issue.id}
        reactions={present(issue.awardEmoji?.nodes)}
        mayReact={issue.userPermissions.createNote}
        offersVotes
        refresh={() => client.invalidateQueries({ queryKey })}
      />
      {session().hasAssistant && !isPeek && (
        <AfterPaint>
          <Suspense fallback={null}>
            <ItemAssistant id={issue.id} fullPath={fullPath} iid={iid} mayComment={issue.userPermissions.createNote} />
          </Suspense>
        </AfterPaint>
      )}
      <RevealWhenSettled
        keys={[
          childTasksQuery({ fullPath, iid }).queryKey,
          linksQuery({ fullPath, iid }).queryKey,
          ...(typeOf(issue.type) === 'incident' ? [metricImagesQuery({ fullPath, iid }).queryKey] : []),
        ]}
      >
        {typeOf(issue.type) === 'incident' && (
          <Suspense fallback={null}>
            <MetricImages owner={{ fullPath, iid }} mayUpdate={issue.userPermissions.updateIssue} />
          </Suspense>
        )}
        {typeOf(issue.type) !== 'task' && (
          <ChildTasks id={issue.id} fullPath={fullPath} iid={iid} isConfidential={issue.confidential} />
        )}
        <LinkedItems
          item={{
            id: issue.id,
            fullPath,
            iid,
            type: typeOf(issue.type),
            webPath: issue.webPath,
            isConfidential: issue.confidential,
          }}
        />
        <Suspense fallback={null}>
          <Related fullPath={fullPath} iid={iid} />
        </Suspense>
        <Activity
          kind="issue"
          fullPath={fullPath}
          iid={issue.iid}
          noteableId={issue.id}
          webPath={issue.webPath}
          mayComment={issue.userPermissions.createNote}
          mayWriteInternally={issue.userPermissions.adminIssue}
          isLocked={issue.discussionLocked}
          NoteAction={
            typeOf(issue.type) === 'incident' && issue.userPermissions.adminTimelineEvent ? AddToTimeline : undefined
          }
        />
      </RevealWhenSettled>
    </>
  );
  return (
    <ItemLayout
      sidebarLabel={formatMessage(messages.details)}
      goneType={isGone ? formatMessage(itemMessages[typeOf(issue.type)]).toLowerCase() : undefined}
      sidebar={<IssueSidebar issue={issue} fullPath={fullPath} />}
      head={
        isEditing && issue.userPermissions.updateIssue ? (
          <Suspense fallback={null}>
            <EditForm
              item={{
                webPath: issue.webPath,
                type: typeOf(issue.type),
                uploadTarget: { project: fullPath },
                mayBeIncident: issue.userPermissions.createIncident,
              }}
              onClose={() => setEditing(false)}
            />
          </Suspense>
        ) : (
          <IssueHead issue={issue} fullPath={fullPath} change={change} onEdit={edit} />
        )
      }
    >
      {typeOf(issue.type) === 'incident' ? (
        <IncidentTabs owner={{ fullPath, iid, id: issue.id }} mayWrite={issue.userPermissions.adminTimelineEvent}>
          {content}
        </IncidentTabs>
      ) : (
        content
      )}
    </ItemLayout>
  );
}
