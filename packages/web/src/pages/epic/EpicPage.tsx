import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { concerns, useFreshOnChange } from '../../app/live.ts';
import { present } from '../../app/graphql.ts';
import type { PageProps } from '../../app/page-props.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { useTitle } from '../../app/title.tsx';
import { EpicTree } from '../../modules/hierarchy/EpicTree.tsx';
import { Activity } from '../../modules/notes/Activity.tsx';
import { Reactions } from '../../modules/reactions/Reactions.tsx';
import { ItemHead, ItemLayout, Tasks } from '../../modules/work-items/ItemLayout.tsx';
import { shownOf } from '../../modules/work-items/item-text.ts';
import { TaskDescription } from '../../modules/work-items/TaskDescription.tsx';
import { useTaskBoxes } from '../../modules/work-items/use-task-boxes.ts';
import { shortReference } from '../../modules/work-items/reference.ts';
import { ConfidentialBadge, StateBadge } from '../../modules/work-items/StateBadge.tsx';
import { WorkItemIcon } from '../../modules/work-items/WorkItemIcon.tsx';
import { Section } from '../../ui/Page.tsx';
import { Count, text } from '../../ui/text.tsx';
import { type EpicView, epicQuery } from './api.ts';
import { EpicActions, useEpicState } from './EpicActions.tsx';
import { EpicSidebar } from './EpicSidebar.tsx';
import { epicWords as words } from './words.ts';

/** One epic: its text, what is below it, and its facts. */
export function EpicPage({ address }: PageProps<'epic'>) {
  const query = useQuery(epicQuery(address.fullPath, address.iid));
  useTitle(query.data ? `${query.data.title ?? ''} (&${address.iid})` : `&${address.iid}`, address.fullPath);
  return <QueryView query={query}>{(epic) => <Epic epic={epic} fullPath={address.fullPath} />}</QueryView>;
}

function Epic({ epic, fullPath }: { epic: EpicView; fullPath: string }) {
  const { formatMessage } = useIntl();
  const state = epic.state === 'closed' ? 'closed' : 'opened';
  const change = useEpicState(epic, fullPath);
  const { iid } = epic;
  useFreshOnChange({ kind: 'group', fullPath }, (message) =>
    concerns(message, epic.id) ? [['epic', fullPath, iid], ['children'], ['activity', 'epic', fullPath, iid]] : [],
  );
  const client = useQueryClient();
  const { queryKey } = epicQuery(fullPath, iid);
  const boxes = useTaskBoxes({
    webPath: epic.webPath,
    typeName: 'epic',
    lockVersion: epic.lockVersion,
    onSaved: (saved) => client.setQueryData(queryKey, (now) => now && { ...now, ...shownOf(saved) }),
    onFailed: () => void client.invalidateQueries({ queryKey }),
  });
  const topPath = fullPath.split('/')[0] ?? fullPath;
  return (
    <ItemLayout sidebarLabel={formatMessage(words.details)} sidebar={<EpicSidebar epic={epic} />}>
      <ItemHead
        title={epic.title ?? ''}
        createdAt={epic.createdAt}
        author={epic.author}
        actions={<EpicActions epic={epic} change={change} />}
        failure={change.failure}
        badges={
          <>
            <StateBadge state={state} type="epic" />
            {epic.confidential && <ConfidentialBadge />}
          </>
        }
      >
        <span className={text.quiet}>{shortReference(epic.reference, topPath)}</span>
        <Tasks status={epic.taskCompletionStatus} />
      </ItemHead>
      <TaskDescription html={epic.descriptionHtml} mayTick={epic.userPermissions.adminEpic} boxes={boxes} />
      <Reactions
        awardableId={epic.id}
        reactions={present(epic.awardEmoji?.nodes)}
        mayReact={epic.userPermissions.createNote}
        offersVotes
        refresh={() => client.invalidateQueries({ queryKey })}
      />
      <Section title={<FormattedMessage {...words.children} />} after={<ChildCounts epic={epic} />}>
        <EpicTree fullPath={fullPath} iid={epic.iid} placePath={topPath} />
      </Section>
      <Activity
        kind="epic"
        fullPath={fullPath}
        iid={epic.iid}
        noteableId={epic.id}
        webPath={epic.webPath}
        mayComment={epic.userPermissions.createNote}
        mayWriteInternally={epic.userPermissions.adminEpic}
        isLocked={false}
      />
    </ItemLayout>
  );
}

function ChildCounts({ epic }: { epic: EpicView }) {
  const { formatMessage } = useIntl();
  const counts = epic.descendantCounts;
  const epics = (counts?.openedEpics ?? 0) + (counts?.closedEpics ?? 0);
  const issues = (counts?.openedIssues ?? 0) + (counts?.closedIssues ?? 0);
  return (
    <>
      <Count value={epics} label={formatMessage(words.epicsBelow, { count: epics })}>
        <WorkItemIcon type="epic" size={12} />
      </Count>
      <Count value={issues} label={formatMessage(words.issuesBelow, { count: issues })}>
        <WorkItemIcon type="issue" size={12} />
      </Count>
    </>
  );
}
