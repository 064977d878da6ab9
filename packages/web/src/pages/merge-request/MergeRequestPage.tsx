import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  discussionsKey,
  mergeRequestKey,
  mergeRequestQuery,
  type RequestProps,
} from '../../modules/merge-requests/api.ts';
import { RequestBadges } from '../../modules/merge-requests/RequestBadges.tsx';
import { Description, ItemHead, ItemLayout } from '../../modules/work-items/ItemLayout.tsx';
import { useFreshOnChange } from '../../platform/live/live.ts';
import { SkeletonView } from '../../platform/loading/SkeletonView.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { Tabs } from '../../ui/list/Tabs.tsx';
import { text } from '../../ui/text/text.tsx';
import { Changes, Commits } from './Changes.tsx';
import { Discussions } from './Discussions.tsx';
import { EditRequest } from './EditRequest.tsx';
import { MergeBox } from './MergeBox.tsx';
import { requestMessages as messages } from './messages.ts';
import { RequestActions } from './RequestActions.tsx';
import { RequestSidebar } from './RequestSidebar.tsx';
import styles from './MergeRequest.module.css';

/** While a status check has not answered, it is polled this often: its answer announces nothing. */
const CHECKS_INTERVAL_MS = 10_000;

/** One merge request: its text, approvals, checks and comments; its commits; its changed files. */
export function MergeRequestPage({ address: { fullPath, iid } }: PageProps<'mergeRequest'>) {
  const query = useQuery({
    ...mergeRequestQuery({ fullPath, iid }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'opened' && data.statusChecks?.some(({ status }) => status === 'pending')
        ? CHECKS_INTERVAL_MS
        : false,
  });
  useTitle(query.data ? `${query.data.title} (!${iid})` : `!${iid}`, fullPath);
  useFreshOnChange({ kind: 'project', fullPath }, ({ all }) =>
    all ? [[...mergeRequestKey({ fullPath, iid })], [...discussionsKey({ fullPath, iid })]] : [],
  );
  return (
    <SkeletonView query={query}>{(request) => <MergeRequest request={request} fullPath={fullPath} />}</SkeletonView>
  );
}

function MergeRequest({ request, fullPath }: RequestProps) {
  const { formatMessage } = useIntl();
  const [{ tab }, change] = usePageSearch('mergeRequest');
  const [isEditing, setEditing] = useState(false);
  const { commitCount, changedFileCount } = request;
  return (
    <ItemLayout
      sidebarLabel={formatMessage(messages.fields)}
      sidebar={<RequestSidebar request={request} fullPath={fullPath} />}
      head={
        isEditing ? (
          <EditRequest request={request} fullPath={fullPath} onClose={() => setEditing(false)} />
        ) : (
          <ItemHead
            title={request.title}
            createdAt={request.createdAt}
            author={request.origin ? null : request.author}
            badges={<RequestBadges request={request} />}
            hasWideActions
            actions={<RequestActions request={request} fullPath={fullPath} onEdit={() => setEditing(true)} />}
            pinned={
              <p className={styles.branches}>
                <FormattedMessage
                  {...messages.into}
                  values={{
                    source: <code key="source">{request.sourceBranch}</code>,
                    target: <code key="target">{request.targetBranch}</code>,
                  }}
                />
              </p>
            }
          />
        )
      }
    >
      <Tabs
        label={formatMessage(messages.parts)}
        tabs={[
          { value: 'overview', label: formatMessage(messages.overview) },
          { value: 'commits', label: formatMessage(messages.commits), count: commitCount },
          { value: 'changes', label: formatMessage(messages.changes), count: changedFileCount },
        ]}
        value={tab}
        onChange={(next) => change({ tab: next })}
      >
        {tab === 'commits' ? (
          <Commits request={request} fullPath={fullPath} />
        ) : tab === 'changes' ? (
          <Changes request={request} fullPath={fullPath} />
        ) : (
          <>
            {request.description ? (
              <Description html={request.descriptionHtml} />
            ) : (
              <p className={`${text.quiet} ${styles.empty}`}>
                <FormattedMessage {...messages.noDescription} />
              </p>
            )}
            <MergeBox request={request} fullPath={fullPath} />
            <Discussions request={request} fullPath={fullPath} />
          </>
        )}
      </Tabs>
    </ItemLayout>
  );
}
