import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { present } from '../../platform/api/graphql.ts';
import { NotFoundError } from '../../platform/api/errors.ts';
import { concernsWithLabels, useFreshOnChange } from '../../platform/live/live.ts';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { useRememberItem } from '../../modules/work-items/recent-items.ts';
import { printAddress } from '../../platform/navigation/addresses.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { preloaded } from '../../platform/loading/preloaded.tsx';
import { usePrefetchChildren } from '../../modules/hierarchy/data/levels.ts';
import { TreeSection } from '../../modules/hierarchy/TreeSection.tsx';
import { linksQuery } from '../../modules/links/api.ts';
import { usePrefetchActivity } from '../../modules/notes/use-prefetch-activity.ts';
import { Reactions } from '../../modules/reactions/Reactions.tsx';
import { useEditKey } from '../../modules/work-items/actions/use-edit-key.ts';
import { ItemLayout } from '../../modules/work-items/ItemLayout.tsx';
import { shownOf } from '../../modules/work-items/item-text.ts';
import { TaskDescription } from '../../modules/work-items/TaskDescription.tsx';
import { usePeekFrame } from '../../modules/work-items/peek/peek-frame.ts';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { usePolling } from '../../modules/work-items/use-polling.ts';
import { useTaskBoxes } from '../../modules/work-items/use-task-boxes.ts';
import { itemMessages } from '../../modules/work-items/messages.ts';
import { session } from '../../platform/session/session.ts';
import { AfterPaint } from '../../platform/loading/AfterPaint.tsx';
import { type EpicView, epicQuery } from './api.ts';
import { useEpicState } from './EpicActions.tsx';
import { EpicHead } from './EpicHead.tsx';
import { epicMessages as messages } from './messages.ts';

const EpicSidebar = preloaded(async () => (await import('./EpicSidebar.tsx')).EpicSidebar);
const EpicActivity = preloaded(async () => (await import('./EpicActivity.tsx')).EpicActivity);
const EpicPlan = preloaded(async () => (await import('./EpicActivity.tsx')).EpicPlan);
const EditForm = lazy(async () => ({ default: (await import('../../modules/work-items/edit/EditForm.tsx')).EditForm }));
const ForecastCard = lazy(async () => ({
  default: (await import('../../modules/roadmaps/forecast/ForecastCard.tsx')).ForecastCard,
}));
const ItemAssistant = lazy(async () => ({
  default: (await import('../../modules/ai/ItemAssistant.tsx')).ItemAssistant,
}));
const EpicRoadmap = lazy(async () => ({ default: (await import('./EpicRoadmap.tsx')).EpicRoadmap }));

/** Children that the peek shows at first. */
const PEEKED_CHILDREN = 4;

/** One epic: its text, its children, and its sidebar. */
export function EpicPage({ address }: PageProps<'epic'>) {
  const query = useQuery(epicQuery(address.fullPath, address.iid));
  const { formatMessage } = useIntl();
  const peek = usePeekFrame();
  usePrefetchChildren(address.fullPath, address.iid);
  usePrefetchQuery(linksQuery(address));
  usePrefetchActivity('epic', address.fullPath, address.iid);
  useRememberItem(
    query.data
      ? { path: printAddress(address), title: query.data.title ?? '', reference: `${address.fullPath}&${address.iid}` }
      : null,
  );
  useTitle(query.data ? `${query.data.title} (&${address.iid})` : `&${address.iid}`, address.fullPath);
  const isGone = query.error instanceof NotFoundError;
  const onUnavailable = peek?.onUnavailable ?? null;
  const isUnseen = isGone && query.data === undefined && onUnavailable !== null;
  useEffect(() => {
    if (isUnseen) onUnavailable();
  }, [isUnseen, onUnavailable]);
  if (isUnseen) return peek?.skeleton;
  if (isGone && onUnavailable !== null) return <EmptyState title={formatMessage(messages.unavailable)} />;
  return (
    <QueryView query={query} loading={peek?.skeleton}>
      {(epic) => <Epic epic={epic} fullPath={address.fullPath} isGone={isGone} />}
    </QueryView>
  );
}

function Epic({ epic, fullPath, isGone }: { epic: EpicView; fullPath: string; isGone: boolean }) {
  const { formatMessage } = useIntl();
  const change = useEpicState(epic, fullPath);
  const isPeek = usePeekFrame() !== null;
  const [isEditing, setEditing] = useState(false);
  const edit = () => setEditing(true);
  const { iid, webPath } = epic;
  const { openedIssues, closedIssues } = epic.descendantCounts ?? {};
  const hasIssuesBelow = (openedIssues ?? 0) + (closedIssues ?? 0) > 0;
  const { updateEpic, createNote } = epic.userPermissions;
  useEditKey(updateEpic && !isEditing, edit);
  const client = useQueryClient();
  const { queryKey } = epicQuery(fullPath, iid);
  const boxes = useTaskBoxes({
    webPath,
    typeName: 'epic',
    lockVersion: epic.lockVersion,
    onSaved: (saved) => client.setQueryData(queryKey, (now) => now && { ...now, ...shownOf(saved) }),
    onFailed: () => void client.invalidateQueries({ queryKey }),
  });
  const { lockVersion, title, state } = epic;
  usePolling({ webPath, queryKey, shown: { lockVersion, title, state }, isPaused: boxes.isSaving });
  useFreshOnChange({ kind: 'group', fullPath }, (message) =>
    concernsWithLabels(message, epic.id)
      ? [
          ['epic', fullPath, iid],
          ['item-text', webPath],
          ['children'],
          ['activity', 'epic', fullPath, iid],
          ['status-updates', fullPath, iid],
        ]
      : [],
  );
  const description = (
    <>
      <TaskDescription
        html={epic.descriptionHtml}
        mayTick={updateEpic}
        // Converting a task list item of an epic to an issue needs a project.
        mayConvert={Boolean(epic.defaultProjectForIssueCreation)}
        boxes={boxes}
        hidden={isEditing && updateEpic}
      />
      <Reactions
        awardableId={epic.id}
        reactions={present(epic.awardEmoji?.nodes)}
        mayReact={createNote}
        offersVotes
        refresh={() => client.invalidateQueries({ queryKey })}
      />
    </>
  );
  const tree = (
    <TreeSection
      fullPath={fullPath}
      iid={iid}
      webPath={epic.webPath}
      limit={isPeek ? PEEKED_CHILDREN : undefined}
      roadmap={isPeek ? null : <EpicRoadmap fullPath={fullPath} iid={iid} />}
    />
  );
  return (
    <ItemLayout
      sidebarLabel={formatMessage(messages.details)}
      goneType={isGone ? formatMessage(itemMessages.epic).toLowerCase() : undefined}
      sidebar={<EpicSidebar epic={epic} fullPath={fullPath} />}
      head={
        isEditing && updateEpic ? (
          <Suspense fallback={null}>
            <EditForm
              item={{ webPath, type: 'epic', uploadTarget: { group: fullPath } }}
              onClose={() => setEditing(false)}
            />
          </Suspense>
        ) : (
          <EpicHead epic={epic} fullPath={fullPath} change={change} onEdit={edit} />
        )
      }
    >
      {isPeek ? (
        <EpicPlan epic={epic} fullPath={fullPath} tree={tree}>
          {description}
        </EpicPlan>
      ) : (
        <>
          {description}
          {session().hasAssistant && (
            <AfterPaint>
              <Suspense fallback={null}>
                <ItemAssistant id={epic.id} fullPath={fullPath} iid={iid} mayComment={createNote} />
              </Suspense>
            </AfterPaint>
          )}
          {tree}
          {hasIssuesBelow && (
            <AfterPaint>
              <Suspense fallback={null}>
                <ForecastCard item={{ kind: 'epic', fullPath: epic.group.fullPath, iid }} />
              </Suspense>
            </AfterPaint>
          )}
          <AfterPaint>
            <EpicActivity epic={epic} fullPath={fullPath} />
          </AfterPaint>
        </>
      )}
    </ItemLayout>
  );
}
