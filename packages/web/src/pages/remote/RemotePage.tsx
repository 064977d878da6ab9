import { MAX_FETCH_FAILURES, MIN_FETCH_MINUTES } from '@milepost/core/repositories/remotes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { GitFork, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { namespaceQuery } from '../../modules/namespaces/summary.ts';
import {
  ForbiddenError,
  NotFoundError,
  TooManyRequestsError,
  UnauthenticatedError,
} from '../../platform/api/errors.ts';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { useChange } from '../../platform/forms/use-change.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import { SkeletonView } from '../../platform/loading/SkeletonView.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert, EmptyState } from '../../ui/feedback/Alert.tsx';
import { printAgo, printTime } from '../../ui/field/days.ts';
import { toast } from '../../ui/overlay/Toast.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { Badge, type Tone } from '../../ui/text/Badge.tsx';
import { fetchNow, isWorking, remoteQuery, removeRemote, type RemoteView } from './api.ts';
import { remoteMessages as messages } from './messages.ts';
import { RemoteForm } from './RemoteForm.tsx';
import styles from './Remote.module.css';

/** The remote that the repository of a project follows, for maintainers. */
export function RemotePage({ address }: PageProps<'remote'>) {
  const { formatMessage } = useIntl();
  const { fullPath } = address;
  useTitle(formatMessage(messages.title), fullPath);
  const access = useQuery(namespaceQuery({ kind: 'project', fullPath }));
  if (!session().viewer) return <Failure error={new UnauthenticatedError()} />;
  return (
    <SkeletonView query={access}>
      {(found) => {
        if (!found) return <Failure error={new NotFoundError('')} />;
        if (!found.permissions.adminWebHook) return <Failure error={new ForbiddenError('')} />;
        return <RemoteOf fullPath={fullPath} />;
      }}
    </SkeletonView>
  );
}

function RemoteOf({ fullPath }: { fullPath: string }) {
  const query = useQuery(remoteQuery(fullPath));
  const [isEditing, setEditing] = useState(false);
  return (
    <PageBody>
      <PageHead
        title={<FormattedMessage {...messages.title} />}
        actions={query.data && !isEditing && <Actions fullPath={fullPath} onEdit={() => setEditing(true)} />}
      />
      <p className={styles.lead}>
        <FormattedMessage {...messages.lead} />
      </p>
      <SkeletonView query={query}>
        {(remote) => {
          if (isEditing) return <RemoteForm fullPath={fullPath} remote={remote} onClose={() => setEditing(false)} />;
          if (remote) return <State remote={remote} />;
          return (
            <EmptyState
              icon={GitFork}
              title={<FormattedMessage {...messages.none} />}
              actions={
                <Button kind="primary" icon={Plus} onClick={() => setEditing(true)}>
                  <FormattedMessage {...messages.add} />
                </Button>
              }
            >
              <FormattedMessage {...messages.noneText} />
            </EmptyState>
          );
        }}
      </SkeletonView>
    </PageBody>
  );
}

function Actions({ fullPath, onEdit }: { fullPath: string; onEdit(): void }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const { queryKey } = remoteQuery(fullPath);
  const { data: remote } = useQuery(remoteQuery(fullPath));
  const { change, isBusy } = useChange(queryKey);
  const [isRemoving, setRemoving] = useState(false);
  const start = async (): Promise<void> => {
    try {
      await fetchNow(fullPath);
      toast({ text: formatMessage(messages.queued) });
    } catch (error) {
      if (!(error instanceof TooManyRequestsError)) throw error;
      const left = Math.ceil((error.retryAfterSeconds ?? 60) / 60);
      toast({ text: formatMessage(messages.tooEarly, { every: MIN_FETCH_MINUTES, left }) });
    }
  };
  return (
    <>
      {remote?.enabled && (
        <Button
          icon={RefreshCw}
          busy={isBusy || isWorking(remote)}
          onClick={() => void change({ perform: start, keepsForm: true })}
        >
          <FormattedMessage {...messages.fetchNow} />
        </Button>
      )}
      <Button icon={Pencil} onClick={onEdit}>
        <FormattedMessage {...messages.edit} />
      </Button>
      <Button icon={Trash2} onClick={() => setRemoving(true)}>
        <FormattedMessage {...messages.remove} />
      </Button>
      {isRemoving && (
        <ConfirmDialog
          title={<FormattedMessage {...messages.removeTitle} />}
          confirm={<FormattedMessage {...messages.remove} />}
          failed={<FormattedMessage {...messages.notRemoved} />}
          perform={async () => {
            await removeRemote(fullPath);
            client.setQueryData(queryKey, null);
          }}
          onClose={() => setRemoving(false)}
        >
          <FormattedMessage {...messages.removeText} />
        </ConfirmDialog>
      )}
    </>
  );
}

function statusOf(remote: RemoteView): [Tone, MessageDescriptor] {
  if (!remote.enabled) return ['neutral', messages.off];
  switch (remote.update_status) {
    case 'started':
      return ['info', messages.started];
    case 'failed':
      return ['danger', messages.failed];
    case 'finished':
      return remote.last_error === null ? ['success', messages.finished] : ['warning', messages.finished];
    default:
      return ['info', messages.waiting];
  }
}

function State({ remote }: { remote: RemoteView }) {
  const isFailed = remote.update_status === 'failed';
  const isStopped = remote.enabled && remote.next_update_at === null;
  const [tone, status] = statusOf(remote);
  return (
    <>
      {remote.last_error !== null && (
        <Alert tone={isFailed ? 'danger' : 'warning'}>
          <p>{remote.last_error}</p>
          {isStopped && (
            <p>
              <FormattedMessage {...messages.stopped} values={{ count: MAX_FETCH_FAILURES }} />
            </p>
          )}
        </Alert>
      )}
      <dl className={styles.state}>
        <dt>
          <FormattedMessage {...messages.url} />
        </dt>
        <dd>
          <code>{remote.url}</code>
        </dd>
        <dt>
          <FormattedMessage {...messages.status} />
        </dt>
        <dd>
          <Badge tone={tone}>
            <FormattedMessage {...status} />
          </Badge>
        </dd>
        <Moment title={messages.last} time={remote.last_update_at} none={messages.never} />
        <Moment title={messages.lastGood} time={remote.last_successful_update_at} none={messages.never} />
        {remote.enabled && <Moment title={messages.next} time={remote.next_update_at} none={messages.onDemand} />}
      </dl>
    </>
  );
}

function Moment({ title, time, none }: { title: MessageDescriptor; time: string | null; none: MessageDescriptor }) {
  const intl = useIntl();
  return (
    <>
      <dt>
        <FormattedMessage {...title} />
      </dt>
      <dd>
        {time === null ? (
          <FormattedMessage {...none} />
        ) : (
          <time dateTime={time}>
            {printTime(intl, time)} ({printAgo(intl, time)})
          </time>
        )}
      </dd>
    </>
  );
}
